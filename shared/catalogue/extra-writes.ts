import type { EntityDeclaration, SystemDeclaration, WriteDeclaration } from './declaration.ts';
import { grouped } from './review/wording.ts';

export interface ExtraWrites {
  readonly wru: number;
  /** How it was worked out. */
  readonly basis: string;
}

/** What one more index that holds whole items would add to a day, from the writes that the system declares. */
export function extraWritesADay(
  system: SystemDeclaration,
  entity: string,
  { bytes }: EntityDeclaration,
): ExtraWrites | null {
  const writes = writesOf(system, entity);
  if (writes.length === 0) return null;
  const calls = writes.reduce((sum, { callsPerDay }) => sum + callsPerDay, 0);
  const units = Math.max(1, Math.ceil((bytes ?? 1) / 1_024));
  const size = bytes === undefined ? 'if an item is no more than 1 KB' : `for ${units} KB`;
  const titles = writes.map(({ title }) => title).join(', ');
  return {
    wru: calls * units,
    basis: `${grouped(calls)} writes a day (${titles}), each ${units} more write unit${units === 1 ? '' : 's'} ${size}; twice that where a write changes the new key`,
  };
}

/** Writes are told in words; one is of the entity whose name they say most of. */
function writesOf(system: SystemDeclaration, entity: string): readonly WriteDeclaration[] {
  const names = Object.keys(system.entities);
  return Object.values(system.writes ?? {}).filter((write) => {
    const best = Math.max(...names.map((name) => likeness(write, name)));
    return best > 0 && likeness(write, entity) === best;
  });
}

function likeness({ title }: WriteDeclaration, entity: string): number {
  const said = new Set(wordsOf(title));
  const words = wordsOf(entity);
  const [first = ''] = words;
  if (!said.has(first)) return 0;
  return words.filter((word) => said.has(word)).length / words.length;
}

function wordsOf(text: string): readonly string[] {
  return text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
}
