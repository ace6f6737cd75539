import type { Persona } from '#shared/contract/session.ts';
import { refusingDoors, type ConnectionDoors } from '#main/aws/doors.ts';
import type { CatalogueReader } from '#main/aws/dynamodb/reading.ts';

/** Somebody who works for one tenant, and may see no other's data. */
export function aPersonOf(...tenants: readonly string[]): Persona {
  const id = `person-of-${tenants.join('-and-')}`;
  return { id, name: 'Jonas Weir', role: 'support', tenants: [...tenants] };
}

/** Doors of which only reading is open. */
export function doorsOver(reader: CatalogueReader, more: Partial<ConnectionDoors> = {}): ConnectionDoors {
  return { ...refusingDoors('nothing'), reader, ...more };
}
