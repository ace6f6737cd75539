import { grouped } from '../../domain/grouped-number.ts';
import { findDeclared } from '../find-declared.ts';
import type { EntityDeclaration, SystemDeclaration } from '../declaration.ts';

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
  const writes = Object.values(system.writes ?? {})
    .map(({ title, callsPerDay, items = {} }) => ({
      title,
      aDay: callsPerDay * (findDeclared(items, entity) ?? 0),
    }))
    .filter(({ aDay }) => aDay > 0);
  if (writes.length === 0) return null;
  const aDay = writes.reduce((sum, write) => sum + write.aDay, 0);
  const units = Math.max(1, Math.ceil((bytes ?? 1) / 1_024));
  const size = bytes === undefined ? 'if an item is no more than 1 KB' : `for ${units} KB`;
  const titles = writes.map(({ title }) => title).join(', ');
  return {
    wru: aDay * units,
    basis: `${grouped(aDay)} items written a day (${titles}), each ${units} more write unit${units === 1 ? '' : 's'} ${size}; twice that where a write changes the new key`,
  };
}
