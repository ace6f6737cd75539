import { isModalOpen } from '#renderer/ui/focus/modal-open.ts';
import { useLayoutEffect, useRef, useState } from 'react';
import { isApplePlatform, isSingleKey } from '#renderer/ui/kbd/key-names.ts';
import { useSingleKeys } from '#renderer/ui/kbd/single-keys.ts';
import { matchShortcut, pressOf } from './match-shortcut.ts';

export interface Shortcut {
  readonly shortcut: string;
  /** Heard in a dialog too: what opened the dialog also closes it. */
  readonly inDialogs: boolean;
  readonly run: () => void;
}

/** How long a begun sequence waits for its next key. */
const sequenceTimeoutMs = 1_500;

/** The console's only key listener. Answers the keys of a begun sequence, to be shown as a hint. */
export function useShortcuts(shortcuts: readonly Shortcut[]): readonly string[] {
  const singleKeys = useSingleKeys();
  const [pending, setPending] = useState<readonly string[]>(nonePending);
  const latest = useRef({ shortcuts, singleKeys });
  // Layout effects: what can be seen is heard from the same moment.
  useLayoutEffect(() => {
    latest.current = { shortcuts, singleKeys };
  }, [shortcuts, singleKeys]);

  useLayoutEffect(() => {
    let begun = nonePending;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const settle = (presses: readonly string[]) => {
      clearTimeout(timer);
      begun = presses;
      setPending(presses);
      if (presses.length > 0) timer = setTimeout(() => settle(nonePending), sequenceTimeoutMs);
    };
    const listen = (event: KeyboardEvent) => {
      const press = pressOf(
        Object.assign(copyOf(event), { altGraph: event.getModifierState('AltGraph') }),
        isApplePlatform(),
      );
      if (press === undefined || event.isComposing || event.defaultPrevented) return;
      if (press === 'Escape' && begun.length > 0) return settle(nonePending);
      const now = latest.current;
      const heard = now.shortcuts.filter((one) => mayHear(one, event.target, now.singleKeys));
      const match = matchShortcut(
        heard.map(({ shortcut }) => shortcut),
        begun,
        press,
      );
      if (match.kind !== 'none') event.preventDefault();
      // A key held down is still ours and not the browser's, but it says nothing new.
      if (event.repeat) return;
      settle(match.kind === 'pending' ? match.presses : nonePending);
      if (match.kind === 'run') heard.find(({ shortcut }) => shortcut === match.shortcut)?.run();
    };

    window.addEventListener('keydown', listen);
    return () => {
      window.removeEventListener('keydown', listen);
      clearTimeout(timer);
    };
  }, []);

  return pending;
}

/** A single key belongs to what has the focus when that is a text field, a dialog or a menu. */
function mayHear(
  { shortcut, inDialogs }: Shortcut,
  target: EventTarget | null,
  singleKeys: boolean,
): boolean {
  if (!isSingleKey(shortcut)) return true;
  if (!singleKeys) return false;
  // Behind a dialog nothing is heard, even while nothing in it has the focus.
  if (!inDialogs && isModalOpen()) return false;
  return !(target instanceof Element) || target.closest(inDialogs ? textFields : takesKeys) === null;
}

const textFields = [
  'input:not([type=checkbox],[type=radio],[type=button])',
  'textarea',
  'select',
  '[contenteditable]',
].join(',');

const takesKeys = [
  textFields,
  '[role=dialog]',
  '[role=alertdialog]',
  '[role=menu]',
  // Of a field that is being chosen in; a list of the page has keys of its own and leaves the rest.
  '[role=listbox]:not(main *)',
].join(',');

function copyOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) {
  return { key, code, ctrlKey, metaKey, altKey, shiftKey };
}

const nonePending: readonly string[] = [];
