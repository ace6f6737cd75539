import { latinKey } from '#renderer/ui/kbd/latin-key.ts';

/** The part of a keyboard event that decides which shortcut it is. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  /** True where AltGr typed the character: it reports itself as Ctrl and Alt on Windows. */
  readonly altGraph: boolean;
}

export type ShortcutMatch =
  | { readonly kind: 'none' }
  | { readonly kind: 'pending'; readonly presses: readonly string[] }
  | { readonly kind: 'run'; readonly shortcut: string };

/**
 * One step of the engine: what does this press mean after those before it? A press that does not
 * continue a sequence may start a new one, so that `g` `g` `t` still goes to Today.
 */
export function matchShortcut(
  shortcuts: readonly string[],
  pending: readonly string[],
  press: string,
): ShortcutMatch {
  const tried = match(shortcuts, [...pending, press]);
  return tried.kind === 'none' && pending.length > 0 ? match(shortcuts, [press]) : tried;
}

/** Says a press the way shortcuts are written: "Mod+K", "Shift+X", "G", "?", "Escape". */
export function pressOf(event: KeyPress, apple: boolean): string | undefined {
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
