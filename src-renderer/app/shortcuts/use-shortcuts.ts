import { useLayoutEffect, useRef, useState } from 'react';
import { isModalOpen } from '#renderer/ui/focus.ts';
import { isApplePlatform, isSingleKey, latinKey, sequence, useSingleKeys } from '#renderer/ui/keys.ts';

interface Shortcut {
  readonly shortcut: string;
  /** This shortcut also works inside a dialog, because the key that opened the dialog closes it too. */
  readonly inDialogs: boolean;
  readonly run: () => void;
}

/** A started sequence waits this long for its next key. */
const sequenceTimeoutMs = 1_500;

/**
 * Installs the console's only listener for shortcuts. Returns the keys of a started sequence, to be shown as
 * a hint.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): readonly string[] {
  const singleKeys = useSingleKeys();
  const [pending, setPending] = useState<readonly string[]>(nonePending);
  const latest = useRef({ shortcuts, singleKeys });
  // Layout effects make a shortcut work as soon as its command is visible.
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
    const readPress = (event: KeyboardEvent) =>
      readKeyPress(
        Object.assign(copyKeyPress(event), { altGraph: event.getModifierState('AltGraph') }),
        isApplePlatform(),
      );
    sequence.takes = (event) => {
      const press = begun.length === 0 ? undefined : readPress(event);
      const { shortcuts: all, singleKeys: areOn } = latest.current;
      const heard = all.filter((one) => mayHear(one, event.target, areOn)).map(({ shortcut }) => shortcut);
      return press !== undefined && match(heard, [...begun, press]).kind !== 'none';
    };
    const listen = (event: KeyboardEvent) => {
      const press = readPress(event);
      if (press === undefined || event.isComposing || event.defaultPrevented) return;
      if (press === 'Escape' && begun.length > 0) return settle(nonePending);
      const now = latest.current;
      const heard = now.shortcuts.filter((one) => mayHear(one, event.target, now.singleKeys));
      const matched = matchShortcut(
        heard.map(({ shortcut }) => shortcut),
        begun,
        press,
      );
      if (matched.kind !== 'none') event.preventDefault();
      // A held key is still kept from the browser, but its repeats run nothing.
      if (event.repeat) return;
      settle(matched.kind === 'pending' ? matched.presses : nonePending);
      if (matched.kind === 'run') heard.find(({ shortcut }) => shortcut === matched.shortcut)?.run();
    };

    window.addEventListener('keydown', listen);
    return () => {
      window.removeEventListener('keydown', listen);
      clearTimeout(timer);
      sequence.takes = () => false;
    };
  }, []);

  return pending;
}

/** A single key is left to a text field, a dialog or a menu that has the focus. */
function mayHear(
  { shortcut, inDialogs }: Shortcut,
  target: EventTarget | null,
  singleKeys: boolean,
): boolean {
  // A function key opens another page, so it waits until a dialog is closed.
  if (/^F\d/.test(shortcut)) return inDialogs || !isModalOpen();
  if (!isSingleKey(shortcut)) return true;
  if (!singleKeys) return false;
  // Shortcuts do not work behind a dialog, even while nothing inside it has the focus.
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
  // This is the list of a field; a list on a page has keys of its own and leaves the rest.
  '[role=listbox]:not(main *)',
].join(',');

function copyKeyPress({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) {
  return { key, code, ctrlKey, metaKey, altKey, shiftKey };
}

const nonePending: readonly string[] = [];

/** These properties of a keyboard event decide which shortcut it is. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  /** AltGr reports itself as Ctrl and Alt on Windows, so this is true if it typed the character. */
  readonly altGraph: boolean;
}

type ShortcutMatch =
  | { readonly kind: 'none' }
  | { readonly kind: 'pending'; readonly presses: readonly string[] }
  | { readonly kind: 'run'; readonly shortcut: string };

/**
 * Matches one press after those before it. A press that does not continue the sequence may start a new one,
 * so that `g` `g` `t` still goes to Today.
 */
export function matchShortcut(
  shortcuts: readonly string[],
  pending: readonly string[],
  press: string,
): ShortcutMatch {
  const tried = match(shortcuts, [...pending, press]);
  return tried.kind === 'none' && pending.length > 0 ? match(shortcuts, [press]) : tried;
}

/** Writes a press the way shortcuts are written: "Mod+K", "Shift+X", "G", "?", "Escape". */
export function readKeyPress(event: KeyPress, apple: boolean): string | undefined {
  if (modifierKeys.has(event.key)) return undefined;
  const typed = latinKey(event);
  const isCharacter = Array.from(typed).length === 1;
  const mod = apple ? event.metaKey : event.ctrlKey;
  const other = apple ? event.ctrlKey : event.metaKey;
  const parts: string[] = [];
  if (mod && !event.altGraph) parts.push('Mod');
  if (other && !event.altGraph) parts.push(apple ? 'Control' : 'Meta');
  if (event.altKey && !event.altGraph) parts.push('Alt');
  // Shift has already chosen the character of a sign such as "?", but not of a letter.
  if (event.shiftKey && (!isCharacter || isLetter(event.key))) parts.push('Shift');
  const key = typed === ' ' ? 'Space' : isCharacter ? typed.toUpperCase() : typed;
  return [...parts, key].join('+');
}

function match(shortcuts: readonly string[], presses: readonly string[]): ShortcutMatch {
  const typed = presses.join(' ');
  const whole = shortcuts.find((shortcut) => shortcut === typed);
  if (whole !== undefined) return { kind: 'run', shortcut: whole };
  const begun = shortcuts.some((shortcut) => shortcut.startsWith(`${typed} `));
  return begun ? { kind: 'pending', presses } : { kind: 'none' };
}

function isLetter(key: string): boolean {
  return /^\p{L}$/u.test(key);
}

const modifierKeys = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead']);
