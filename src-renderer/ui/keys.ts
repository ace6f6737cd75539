import { createContext, useContext, useEffectEvent, useLayoutEffect } from 'react';
import { isModalOpen, isModalThere } from './focus.ts';

/** What keys do on this page, wherever the focus is but in a field, a dialog or a menu; nothing behind a modal. */
export function usePageKeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  const singleKeys = useSingleKeys();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const key = latinKey(event);
    if (!singleKeys && key.length === 1) return;
    if (event.target instanceof Element && event.target.closest(takesKeys) !== null) return;
    if (key === 'Escape' ? isModalThere() : isModalOpen()) return;
    const run = Object.hasOwn(keys, key) ? keys[key] : undefined;
    if (run === undefined) return;
    event.preventDefault();
    run();
  });
  // A layout effect: what can be seen is heard from the same moment.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

const takesKeys = [
  'input:not([type=checkbox],[type=radio])',
  'textarea',
  '[role=dialog]',
  '[role=alertdialog]',
  '[role=menu]',
  // Of a field that is being chosen in; a list of the page has keys of its own and leaves the rest.
  '[role=listbox]:not(main *)',
].join(',');

/**
 * A shortcut is written once, as "Mod+Enter" or "G T" (keys joined by + are pressed together, a
 * space separates one press from the next), and shown in the way of the platform it runs on.
 */
export function keyCaps(shortcut: string, apple: boolean): readonly (readonly string[])[] {
  return presses(shortcut).map((keys) => keys.map((key) => capOf(key, apple)));
}

export function spokenKeys(shortcut: string, apple: boolean): string {
  return presses(shortcut)
    .map((keys) => keys.map((key) => spokenOf(key, apple)).join(' '))
    .join(', then ');
}

/** The form that aria-keyshortcuts wants. */
export function ariaKeys(shortcut: string, apple: boolean): string {
  return presses(shortcut)
    .map((keys) => keys.map((key) => (key === 'Mod' ? (apple ? 'Meta' : 'Control') : key)).join('+'))
    .join(' ');
}

/** Set off by a stray character, typed or spoken; these may be switched off (WCAG 2.1.4). */
export function isSingleKey(shortcut: string): boolean {
  if (/(?:Mod|Control|Meta|Alt)\+/.test(shortcut)) return false;
  return presses(shortcut).some((keys) => keys.at(-1)?.length === 1 || keys.at(-1) === 'Space');
}

export function isApplePlatform(): boolean {
  return typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform);
}

function presses(shortcut: string): readonly string[][] {
  return shortcut.split(' ').map((press) => press.split(/(?<=[^+])\+(?=.)/));
}

function capOf(key: string, apple: boolean): string {
  const named = apple ? (appleCaps[key] ?? caps[key]) : caps[key];
  return named ?? (key.length === 1 ? key.toUpperCase() : key);
}

function spokenOf(key: string, apple: boolean): string {
  if (key === 'Mod') return apple ? 'Command' : 'Control';
  return spoken[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}

const caps: Readonly<Record<string, string>> = {
  Mod: 'Ctrl',
  Control: 'Ctrl',
  Escape: 'Esc',
  Enter: '↵',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Backspace: '⌫',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
};

const appleCaps: Readonly<Record<string, string>> = { Mod: '⌘', Control: '⌃', Alt: '⌥', Shift: '⇧' };

const spoken: Readonly<Record<string, string>> = {
  ArrowUp: 'Up arrow',
  ArrowDown: 'Down arrow',
  ArrowLeft: 'Left arrow',
  ArrowRight: 'Right arrow',
  '?': 'Question mark',
  '/': 'Slash',
  '[': 'Left bracket',
  ']': 'Right bracket',
};

/** Whether shortcuts of plain characters are heard; a key that is not must not be advertised. */
export const SingleKeys = createContext(true);

export function useSingleKeys(): boolean {
  return useContext(SingleKeys);
}

/** For aria-keyshortcuts; undefined for a key that would do nothing now. */
export function useAriaKeys(shortcut: string | undefined): string | undefined {
  const singleKeys = useSingleKeys();
  if (shortcut === undefined || (!singleKeys && isSingleKey(shortcut))) return undefined;
  return ariaKeys(shortcut, isApplePlatform());
}

/**
 * The key as shortcuts call it. A layout without Latin letters has them on its second level; there
 * the place of the key counts, so that Ctrl and the key marked K is Ctrl+K in Cyrillic too.
 */
export function latinKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (!/^\p{L}$/u.test(key) || /^\p{Script=Latin}$/u.test(key)) return key;
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  return letter?.toLowerCase() ?? signs[code] ?? key;
}

const signs: Readonly<Record<string, string>> = { BracketLeft: '[', BracketRight: ']' };
