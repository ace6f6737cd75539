import type { JsonLine } from './json-lines.ts';

export type TreeMove =
  | { readonly go: number }
  | { readonly fold: boolean }
  | { readonly act: 'toggle' | 'copy' };

/** What a key does in the tree: the ARIA tree pattern, with J and K as everywhere in this console. */
export function treeMove(
  press: {
    readonly key: string;
    readonly ctrlKey: boolean;
    readonly metaKey: boolean;
    readonly altKey: boolean;
  },
  lines: readonly JsonLine[],
  at: number,
): TreeMove | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey) return undefined;
  const line = lines[at];
  const open = line?.kind === 'node' && line.open;
  switch (press.key) {
    case 'ArrowDown':
    case 'j':
      return { go: nextStop(lines, at, 1) };
    case 'ArrowUp':
    case 'k':
      return { go: nextStop(lines, at, -1) };
    case 'Home':
      return { go: nextStop(lines, -1, 1) };
    case 'End':
      return { go: nextStop(lines, lines.length, -1) };
    case 'ArrowRight':
      if (open) return { go: nextStop(lines, at, 1) };
      return line?.kind === 'node' && line.count > 0 ? { fold: true } : undefined;
    case 'ArrowLeft':
      return open ? { fold: false } : { go: parentOf(lines, at) };
    case 'Enter':
    case ' ':
      return { act: 'toggle' };
    case 'c':
      return { act: 'copy' };
    default:
      return undefined;
  }
}

/** Closing brackets are punctuation and no place to stop. */
function nextStop(lines: readonly JsonLine[], from: number, step: 1 | -1): number {
  for (let at = from + step; at >= 0 && at < lines.length; at += step) {
    if (lines[at]?.kind !== 'close') return at;
  }
  return from;
}

function parentOf(lines: readonly JsonLine[], at: number): number {
  const depth = lines[at]?.depth ?? 0;
  for (let above = at - 1; above >= 0; above -= 1) {
    const line = lines[above];
    if (line !== undefined && line.depth < depth) return above;
  }
  return at;
}
