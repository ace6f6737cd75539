import { createContext, useContext, useEffectEvent, useLayoutEffect } from 'react';
import { isModalOpen, isModalThere } from './focus.ts';

type Run = (() => void) | undefined;

/** Binds actions of a group of `page-keys.ts` to its keys. An action without a handler leaves its key to others. */
export function usePageKeys<Action extends string>(
  keys: Readonly<Record<Action, string>>,
  handlers: Readonly<Partial<Record<NoInfer<Action>, Run>>>,
): void {
  usePressedKeys((key) => {
    const shortcut = nameKey(key);
    const action = (Object.keys(handlers) as Action[]).find((one) => keys[one] === shortcut);
    return action === undefined ? undefined : handlers[action];
  });
}

/**
 * Handles keys of the page unless the focus is in a field, a dialog or a menu, or a modal is open. Keys with Ctrl, such
 * as Mod+Enter, work in a field too. A field that is not the page's own keeps Mod+Z for what is typed in it.
 */
export function usePressedKeys(find: (key: string) => Run): void {
  const singleKeys = useSingleKeys();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const withMod = nameModKey(event);
    const isMoving = isAltArrow(event);
    const isPlain = withMod === undefined && !isMoving;
    if (event.defaultPrevented || (isPlain && (hasModifier(event) || event.repeat))) return;
    // The second key of "G R" belongs to the sequence.
    if (isPlain && sequence.takes(event)) return;
    const key = withMod ?? (isMoving ? `Alt+${event.key}` : latinKey(event));
    if (!singleKeys && key.length === 1) return;
    if (event.target instanceof Element && event.target.closest(findKeepers(withMod)) !== null) return;
    if (key === 'Escape' ? isModalThere() : isModalOpen()) return;
    const run = find(key);
    if (run === undefined) return;
    event.preventDefault();
    if (!event.repeat) run();
  });
  // A layout effect makes the keys work as soon as the page is visible.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** Returns "Mod+Enter", "Mod+F" or "Mod+Shift+Z"; undefined for a key without Ctrl or Command. */
function nameModKey(event: KeyboardEvent): string | undefined {
  if ((!event.ctrlKey && !event.metaKey) || event.altKey || event.isComposing) return undefined;
  const key = latinKey(event);
  if (key !== 'Enter' && !/^[a-z]$/i.test(key)) return undefined;
  // Shift and Enter together start a new line.
  if (key === 'Enter' && event.shiftKey) return undefined;
  return `Mod+${event.shiftKey ? 'Shift+' : ''}${key === 'Enter' ? key : key.toUpperCase()}`;
}

/** Returns the elements that keep a key for themselves. */
function findKeepers(withMod: string | undefined): string {
  if (withMod === undefined) return takesKeys;
  return withMod.endsWith('+Z') ? `${layers},${otherFields}` : layers;
}

/** Alt with an arrow moves a thing in its list, also while the key is held. */
function isAltArrow(event: KeyboardEvent): boolean {
  const isOnlyAlt = event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  return isOnlyAlt && (event.key === 'ArrowUp' || event.key === 'ArrowDown');
}

function hasModifier({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey;
}

/** Writes a pressed key the way shortcuts are written. The key of the plus sign needs no Shift. */
export function nameKey(key: string): string {
  if (key === '=') return '+';
  if (/^[a-z]$/.test(key)) return key.toUpperCase();
  return /^[A-Z]$/.test(key) ? `Shift+${key}` : key;
}

/** Fields whose text the page does not take back itself. */
const otherFields = [
  'input:not([type=checkbox],[type=radio],[data-takes-back])',
  'textarea:not([data-takes-back])',
].join(',');

/**
 * A sequence of keys that has begun, such as "G R". The shortcuts of the console keep it, and it tells which key
 * continues it, because the page hears a key before them.
 */
export const sequence: { takes: (event: KeyboardEvent) => boolean } = { takes: () => false };

const layers = '[role=dialog],[role=alertdialog],[role=menu]';
const takesKeys = [
  'input:not([type=checkbox],[type=radio])',
  'textarea',
  layers,
  // This is the list of a field; a list on a page has keys of its own and leaves the rest.
  '[role=listbox]:not(main *)',
].join(',');

/**
 * A shortcut is written once, as "Mod+Enter" or "G T" (keys joined by + are pressed together, and a space
 * separates presses), and is shown in the way of the platform.
 */
export function keyCaps(shortcut: string, apple: boolean): readonly (readonly string[])[] {
  return presses(shortcut).map((keys) => keys.map((key) => formatCap(key, apple)));
}

export function spokenKeys(shortcut: string, apple: boolean): string {
  return presses(shortcut)
    .map((keys) => keys.map((key) => formatSpoken(key, apple)).join(' '))
    .join(', then ');
}

/** Returns the form that aria-keyshortcuts expects. */
export function ariaKeys(shortcut: string, apple: boolean): string {
  return presses(shortcut)
    .map((keys) => keys.map((key) => (key === 'Mod' ? (apple ? 'Meta' : 'Control') : key)).join('+'))
    .join(' ');
}

/** A stray character, typed or spoken, can trigger these shortcuts, so they may be switched off (WCAG 2.1.4). */
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

function formatCap(key: string, apple: boolean): string {
  const named = apple ? (appleCaps[key] ?? caps[key]) : caps[key];
  return named ?? (key.length === 1 ? key.toUpperCase() : key);
}

function formatSpoken(key: string, apple: boolean): string {
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

/** Single-key shortcuts may be off, and a key that does nothing must not be shown. */
export const SingleKeys = createContext(true);

export function useSingleKeys(): boolean {
  return useContext(SingleKeys);
}

/** Returns the value of aria-keyshortcuts, or undefined for a key that would do nothing now. */
export function useAriaKeys(shortcut: string | undefined): string | undefined {
  const singleKeys = useSingleKeys();
  if (shortcut === undefined || (!singleKeys && isSingleKey(shortcut))) return undefined;
  return ariaKeys(shortcut, isApplePlatform());
}

/**
 * Returns the key as shortcuts name it. A layout without Latin letters has them on its second level, so there
 * the position of the key counts, and Ctrl with the key marked K is Ctrl+K in Cyrillic too.
 */
export function latinKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (!/^\p{L}$/u.test(key) || /^\p{Script=Latin}$/u.test(key)) return key;
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  return letter?.toLowerCase() ?? signs[code] ?? key;
}

const signs: Readonly<Record<string, string>> = { BracketLeft: '[', BracketRight: ']' };
