import type { IndexDeclaration } from '#shared/catalogue/declaration.ts';
import type { KeyMap, KeyMapColumn } from '#shared/catalogue/keys/key-map.ts';
import { templatePieces } from './template-pieces.ts';

/** "3 entities share GSI1, told apart by" and what follows is each entity with its mark. */
export function sharingWords({ index, entities, overloaded }: KeyMapColumn): string {
  const place = index ?? 'the table';
  const [only] = entities;
  if (only === undefined) return `No entity writes keys to ${place}`;
  if (!overloaded) return `${only.entity} alone has keys here`;
  return `${String(entities.length)} entities share ${place}, told apart by`;
}

/** What tells a key at a glance: "EMAIL#", "ORG#…#OPEN". A key that is nothing but a hole keeps its name. */
export function shapeWords(shape: string): string {
  const pieces = templatePieces(shape);
  if (pieces.every(({ isHole }) => isHole)) return shape;
  return pieces.map(({ isHole, text }) => (isHole ? '…' : text)).join('');
}

export interface SparseNote {
  readonly entities: readonly string[];
  readonly says: string;
}

/** Which entities are only sometimes in an index; those of which the same is said are named together. */
export function sparseNotes({ columns, rows }: KeyMap, index: string | null): readonly SparseNote[] {
  const place = columns.findIndex((column) => column.index === index);
  const entities = new Map<string, string[]>();
  for (const { entity, cells } of rows) {
    const says = cells[place]?.sparse ?? null;
    if (says !== null) entities.set(says, [...(entities.get(says) ?? []), entity]);
  }
  return [...entities].map(([says, names]) => ({ entities: names, says }));
}

/** What a read of an index brings without going on to the table. */
export function projectionWords(projection: IndexDeclaration['projection']): string {
  if (projection === 'ALL') return 'whole items';
  if (projection === 'KEYS_ONLY') return 'keys only';
  return `keys and ${projection.join(', ')}`;
}
