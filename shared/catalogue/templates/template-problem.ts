import type { HoleKind } from './key-template.ts';
import { readTemplate } from './read-template.ts';
import type { Hole, Piece } from './read-template.ts';

/** Why keys of this template could not be read back, or undefined where each key has one reading. */
export function templateProblem(template: string): string | undefined {
  const read = readTemplate(template);
  if (!read.ok) return `${read.problem}; expected a template such as TENANT#{tenantId}`;
  // Keys are compared as UTF-8, in which all lone surrogates are the same character.
  if (/\p{Surrogate}/u.test(template)) return 'has half of a character; expected whole ones';
  return unfitNames(read.pieces) ?? neighbours(read.pieces) ?? openHoles(read.pieces);
}

/** How many characters a value has where all have the same number; only these tell where they end. */
const fixedWidth: Readonly<Partial<Record<HoleKind, number>>> = { ulid: 26, date: 10 };

function unfitNames(pieces: readonly Piece[]): string | undefined {
  const kinds = new Map<string, HoleKind>();
  for (const piece of pieces) {
    if (typeof piece === 'string') continue;
    const { name, kind } = piece;
    if (name in Object.prototype) {
      return `takes {${name}}, a name that every JavaScript object has; expected another one`;
    }
    const before = kinds.get(name);
    if (before !== undefined && before !== kind) {
      return `takes {${name}} as ${before} and as ${kind}; expected one kind for one name`;
    }
    kinds.set(name, kind);
  }
  return undefined;
}

function neighbours(pieces: readonly Piece[]): string | undefined {
  for (const [index, piece] of pieces.entries()) {
    const next = pieces[index + 1];
    if (typeof piece !== 'string' && next !== undefined && typeof next !== 'string') {
      return `has {${piece.name}} next to {${next.name}}; expected a "#" between them`;
    }
  }
  return undefined;
}

/** No value has a "#" in it, so a key falls into parts; in one part two open holes have many readings. */
function openHoles(pieces: readonly Piece[]): string | undefined {
  let open: Hole | undefined;
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      if (piece.includes('#')) open = undefined;
    } else if (fixedWidth[piece.kind] === undefined) {
      if (open !== undefined) {
        return `cannot be read back: {${open.name}} and {${piece.name}} have no "#" between them, and neither has a fixed width as a date or a ULID has`;
      }
      open = piece;
    }
  }
  return undefined;
}
