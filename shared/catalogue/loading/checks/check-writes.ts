import type { SystemDeclaration } from '../../declaration.ts';
import { oneOf } from './complaint.ts';
import type { Complaint } from './complaint.ts';

/** That what a call writes is there to be written. */
export function checkWrites({ writes = {}, entities }: SystemDeclaration): readonly Complaint[] {
  return Object.entries(writes).flatMap(([write, { items = {} }]) =>
    Object.keys(items)
      .filter((entity) => !Object.hasOwn(entities, entity))
      .map((entity) => ({
        path: ['writes', write, 'items', entity],
        message: `is no entity of this system; expected ${oneOf(Object.keys(entities))}`,
      })),
  );
}
