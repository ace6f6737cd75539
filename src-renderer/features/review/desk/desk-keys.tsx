import { memo, useEffectEvent, useLayoutEffect } from 'react';
import { usePageCommands, type PageCommand } from '#renderer/contract/page-commands.ts';
import { Button } from '#renderer/ui/button.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { isModalOpen } from '#renderer/ui/focus.ts';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { usePageKeys, useSingleKeys } from '#renderer/ui/keys.ts';
import styles from './desk-keys.module.css';

export interface DeskKeys {
  readonly decide: () => void;
  readonly reject: (() => void) | undefined;
  readonly handOver: (() => void) | undefined;
  readonly postpone: (() => void) | undefined;
  readonly comment: (() => void) | undefined;
  readonly undo: () => void;
  readonly back: () => void;
}

/** Handles the keys that act on the whole document. Fields and pages handle their own keys. */
export function useDeskKeys(keys: DeskKeys): void {
  usePageKeys({
    r: keys.reject,
    h: keys.handOver,
    p: keys.postpone,
    c: keys.comment,
    u: keys.undo,
    Escape: keys.back,
  });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    if (event.defaultPrevented || event.repeat || event.isComposing) return;
    // While a dialog is open no key may decide the document, even if the focus is outside the dialog.
    if (isModalOpen()) return;
    if (event.target instanceof Element && event.target.closest(dialogs) !== null) return;
    event.preventDefault();
    keys.decide();
  });
  // These keys work anywhere on the page, and in a field that is being edited too.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

const dialogs = '[role=dialog], [role=alertdialog], [role=menu]';

/** Adds the same actions to the command palette. */
export function useDeskCommands(primary: string, keys: DeskKeys, canUndo: boolean): void {
  usePageCommands([
    command('review-decide', primary, 'Mod+Enter', keys.decide),
    ...optional('review-reject', 'Reject this document…', 'R', keys.reject),
    ...optional('review-postpone', 'Set this document aside for an hour', 'P', keys.postpone),
    ...optional('review-hand-over', 'Hand this document over…', 'H', keys.handOver),
    ...optional('review-comment', 'Write a comment on this document', 'C', keys.comment),
    ...(canUndo ? [command('review-undo', 'Undo the last decision', 'U', keys.undo, 'undo')] : []),
  ]);
}

function command(
  id: string,
  title: string,
  shortcut: string,
  run: () => void,
  icon: PageCommand['icon'] = 'review',
): PageCommand {
  return { id, title, shortcut, run, icon, keywords: ['review', 'desk'] };
}

function optional(
  id: string,
  title: string,
  shortcut: string,
  run: (() => void) | undefined,
): readonly PageCommand[] {
  return run === undefined ? [] : [command(id, title, shortcut, run)];
}

interface KeyBarProps {
  readonly primary: string;
  readonly onDecide: () => void;
  /** The reason why nothing can be decided. */
  readonly whyNot: string | null;
  /** The actions that have a button too. An action without a handler is unavailable now. */
  readonly acts: readonly KeyAct[];
}

interface KeyAct {
  readonly keys: string;
  readonly label: string;
  readonly run: (() => void) | undefined;
  readonly isWide?: boolean;
}

/** Shows the keys of the desk with their actions. */
export const KeyBar = memo(function KeyBar({ primary, onDecide, whyNot, acts }: KeyBarProps) {
  const singleKeys = useSingleKeys();
  return (
    <footer className={styles.bar} aria-label="Review keys">
      {singleKeys ? (
        <>
          <Hint keys={['J', 'K']} label="field" />
          {whyNot === null ? (
            <>
              <Hint keys={['Enter']} label="accept" />
              <Hint keys={['1', '2']} label="pick reading" />
              <Hint keys={['E']} label="edit" />
              <Hint keys={['X']} label="unreadable" />
            </>
          ) : null}
        </>
      ) : null}
      {acts.map(({ keys, label, run, isWide }) => (
        <button
          key={keys}
          type="button"
          className={classNames(styles.act, isWide && styles.wide)}
          aria-disabled={run === undefined || undefined}
          aria-keyshortcuts={singleKeys ? keys : undefined}
          onClick={run}
        >
          <Kbd keys={keys} decorative />
          {label}
        </button>
      ))}
      {singleKeys ? <Hint keys={['[', ']']} label="page" isWide /> : null}
      <span className={styles.primary}>
        <Button variant="primary" shortcut="Mod+Enter" disabled={whyNot ?? false} onClick={onDecide}>
          {primary}
        </Button>
      </span>
    </footer>
  );
});

interface HintProps {
  readonly keys: readonly string[];
  readonly label: string;
  readonly isWide?: boolean;
}

function Hint({ keys, label, isWide = false }: HintProps) {
  return (
    <span className={classNames(styles.hint, isWide && styles.wide)}>
      <span className={styles.caps}>
        {keys.map((key) => (
          <Kbd key={key} keys={key} />
        ))}
      </span>
      {label}
    </span>
  );
}
