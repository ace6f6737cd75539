import type { Persona } from '#shared/contract/session.ts';
import { refusingDoors, type ConnectionDoors } from '#main/aws/doors.ts';
import type { CatalogueReader } from '#main/aws/dynamodb/reading.ts';

/** Returns a person who works for these tenants and may see no other tenant's data. */
export function buildPerson(...tenants: readonly string[]): Persona {
  const id = `person-of-${tenants.join('-and-')}`;
  return { id, name: 'Jonas Weir', role: 'support', tenants: [...tenants] };
}

/** Opens doors that allow only reading. */
export function doorsOver(reader: CatalogueReader, more: Partial<ConnectionDoors> = {}): ConnectionDoors {
  return { ...refusingDoors('nothing'), reader, ...more };
}
