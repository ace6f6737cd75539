import type { RowMove } from './row-movement.ts';

export type TableAction =
  | { readonly kind: 'move'; readonly move: RowMove }
  | { readonly kind: 'open' | 'toggle' | 'range' | 'filter' | 'copy' | 'more' };

export interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

const moves: ReadonlyMap<string, RowMove> = new Map([
  ['j', 'next'],
  ['arrowdown', 'next'],
  ['k', 'previous'],
  ['arrowup', 'previous'],
  ['home', 'first'],
  ['end', 'last'],
  ['pagedown', 'page-down'],
  ['pageup', 'page-up'],
]);

const others: ReadonlyMap<string, 'open' | 'filter' | 'copy' | 'more'> = new Map([
  ['enter', 'open'],
  ['/', 'filter'],
  ['c', 'copy'],
  ['m', 'more'],
]);

/** What a key means to a list. Chords with Ctrl, Cmd or Alt belong to the shell and the browser. */
export function tableAction(press: KeyPress): TableAction | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey) return undefined;
  const key = press.key.toLowerCase();
  const move = moves.get(key);
  if (move !== undefined) return { kind: 'move', move };
  if (key === 'x') return { kind: press.shiftKey ? 'range' : 'toggle' };
  const other = others.get(key);
  return other === undefined ? undefined : { kind: other };
}
