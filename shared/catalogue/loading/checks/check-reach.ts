import { reachedBy } from '../../keys/key-places.ts';
import type { KeyPlace } from '../../keys/key-places.ts';
import type { Located } from '../../questions/locate.ts';
import { keysMeet } from '../../templates/key-overlap.ts';
import { oneOf } from './complaint.ts';
import type { Complaint } from './complaint.ts';

/** That some entity has keys which the condition can find. */
export function checkReach(
  { pattern, schema }: Located,
  place: KeyPlace,
  path: Complaint['path'],
): readonly Complaint[] {
  const { on, written } = place;
  if (reachedBy(pattern, place).length > 0) return [];
  if (written.length === 0) {
    const message = 'is written by no entity; expected its keys among the "keys" of one';
    return [{ path: [...path, 'on'], message }];
  }
  const met = written.filter(({ partition }) => keysMeet(pattern.partition, partition));
  const [word, name, templates] =
    met.length === 0
      ? ['partition', schema.partition.name, written.map(({ partition }) => partition)]
      : ['sort', schema.sort?.name ?? '', met.flatMap(({ sort }) => sort ?? [])];
  const message = `fits no ${name} on "${on}"; expected ${oneOf([...new Set(templates)])}`;
  return [{ path: [...path, word], message }];
}
