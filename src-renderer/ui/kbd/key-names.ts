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
