import { memo } from 'react';
import { usePageCommands, type PageCommand } from '#renderer/contract/page-commands.ts';
import { Button } from '#renderer/ui/button.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { usePageKeys, useSingleKeys } from '#renderer/ui/keys.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { messages } from '../messages.ts';
import styles from './desk.module.css';

export interface DeskKeys {
  readonly decide: () => void;
  readonly reject: (() => void) | undefined;
  readonly handOver: (() => void) | undefined;
  readonly postpone: (() => void) | undefined;
  readonly postponeUntil: (() => void) | undefined;
  readonly fileElsewhere: (() => void) | undefined;
  readonly divide: (() => void) | undefined;
  readonly join: (() => void) | undefined;
  readonly comments: (() => void) | undefined;
  readonly decisions: () => void;
  readonly comment: (() => void) | undefined;
  readonly undo: () => void;
  /** Takes back the last change, or the last decision if this document was not changed. */
  readonly takeBack: () => void;
  readonly doAgain: () => void;
  readonly nextDocument: () => void;
  /** Claims the document, or asks for the outcome of a decision; undefined where neither is due. */
  readonly askAgain: (() => void) | undefined;
  readonly reveal: () => void;
  readonly back: () => void;
}

/** Handles the keys that act on the whole document. Fields and pages handle their own keys. */
export function useDeskKeys(keys: DeskKeys): void {
  usePageKeys(pageKeys.review, keys);
}

/** Adds the same actions to the command palette. */
export function useDeskCommands(primary: string, keys: DeskKeys, canUndo: boolean): void {
  usePageCommands([
    command('review-decide', primary, pageKeys.review.decide, keys.decide),
    ...optional('review-reject', messages.keys.reject, pageKeys.review.reject, keys.reject),
    ...optional('review-postpone', messages.keys.postpone, pageKeys.review.postpone, keys.postpone),
    ...optional(
      'review-postpone-until',
      messages.keys.postponeUntil,
      pageKeys.review.postponeUntil,
      keys.postponeUntil,
    ),
    ...optional(
      'review-file',
      messages.keys.fileElsewhere,
      pageKeys.review.fileElsewhere,
      keys.fileElsewhere,
    ),
    ...optional('review-divide', messages.keys.divide, pageKeys.review.divide, keys.divide),
    ...optional('review-join', messages.keys.join, pageKeys.review.join, keys.join),
    ...optional('review-comments', messages.keys.comments, pageKeys.review.comments, keys.comments),
    command('review-decisions', messages.keys.decisions, pageKeys.review.decisions, keys.decisions),
    ...optional('review-hand-over', messages.keys.handOver, pageKeys.review.handOver, keys.handOver),
    ...optional('review-comment', messages.keys.comment, pageKeys.review.comment, keys.comment),
    command('review-take-back', messages.keys.takeBack, pageKeys.review.takeBack, keys.takeBack, 'undo'),
    command('review-do-again', messages.keys.doAgain, pageKeys.review.doAgain, keys.doAgain, 'retry'),
    command('review-next', messages.keys.next, pageKeys.review.nextDocument, keys.nextDocument),
    command('review-reveal', messages.keys.reveal, pageKeys.review.reveal, keys.reveal, 'reveal'),
    ...(canUndo ? [command('review-undo', messages.keys.undo, pageKeys.review.undo, keys.undo, 'undo')] : []),
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
    <footer className={styles.bar} aria-label={messages.keys.region}>
      {singleKeys ? (
        <>
          <Hint keys={[pageKeys.review.nextFlagged, pageKeys.review.previousFlagged]} label="field" />
          {whyNot === null ? (
            <>
              <Hint keys={[pageKeys.review.accept]} label="accept" />
              <Hint
                keys={[pageKeys.review.firstReading, pageKeys.review.secondReading]}
                label={messages.keys.pickReading}
              />
              <Hint keys={[pageKeys.review.type]} label="edit" />
              <Hint keys={[pageKeys.review.unreadable]} label="unreadable" />
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
      {singleKeys ? (
        <Hint keys={[pageKeys.review.previousPage, pageKeys.review.nextPage]} label="page" isWide />
      ) : null}
      <span className={styles.primary}>
        <Button
          variant="primary"
          shortcut={pageKeys.review.decide}
          disabled={whyNot ?? false}
          onClick={onDecide}
        >
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
