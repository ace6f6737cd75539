import { listed } from '../../domain/listed-words.ts';
import type { EntityDeclaration, SystemDeclaration } from '../declaration.ts';
import { holesOf, piecesOf } from '../templates/fill-template.ts';
import { isStatus, sameName } from '../keys/hole-meaning.ts';
import { keyPlaces } from '../keys/key-places.ts';
import type { KeyPlace, WrittenKey } from '../keys/key-places.ts';
import type { Observation, ReviewRule } from './finding.ts';

/** An index by status is asked for what is not done yet, and should not hold what is. */
export const indexNotSparse: ReviewRule = {
  name: 'index-not-sparse',
  check: (system) =>
    keyPlaces(system).flatMap((place) =>
      place.indexName === null ? [] : place.written.flatMap((key) => checkKey(system, place, key)),
    ),
};

function checkKey(system: SystemDeclaration, place: KeyPlace, key: WrittenKey): readonly Observation[] {
  const { status } = key.declaration;
  if (status === undefined || key.sparse !== undefined) return [];
  const named = statusInKey(key);
  if (named === undefined || (named === 'sort' && isAskedWhole(system, place, key))) return [];
  const indexName = place.indexName ?? '';
  const ends = Object.entries(status.moves).flatMap(([name, next]) => (next.length === 0 ? [name] : []));
  const done = ends.length === 0 ? 'finished ones too' : `those that are ${listed(ends, 'or')} too`;
  const ttl = system.tables[place.tableKey]?.timeToLive;
  return [
    {
      severity: 'medium',
      at: `${system.id}.${place.on}`,
      says: `Every ${key.entity} is written to ${indexName} in every status, ${done}.`,
      why: `The index grows with all that was ever done${ttl === undefined ? '' : `, until ${ttl} removes it`}: storage is paid for twice, and a change of status costs two index writes, one to leave the old place and one to enter the new.`,
      remedy: `Remove ${place.schema.partition.name} once the item is done${place.schema.partition.name === status.attribute ? ' (for that the index needs an attribute of its own beside the status)' : ''}, and say so in sparse; what is done is found by its own key.`,
      table: place.tableKey,
    },
  ];
}

type Part = 'partition' | 'sort';

/** By a hole, `{status}`, or by a fixed part that is one of the statuses, `ORG#{orgId}#OPEN`. */
function statusInKey({ partition, sort, declaration }: WrittenKey): Part | undefined {
  if (namesStatus(partition, declaration)) return 'partition';
  return sort !== undefined && namesStatus(sort, declaration) ? 'sort' : undefined;
}

function namesStatus(template: string, entity: EntityDeclaration): boolean {
  if (holesOf(template).some(({ name }) => isStatus(entity, name))) return true;
  const fixed = piecesOf(template).flatMap((piece) => (typeof piece === 'string' ? piece.split('#') : []));
  return fixed.some((part) =>
    Object.keys(entity.status?.moves ?? {}).some((status) => sameName(status, part)),
  );
}

/** An index that is also asked for all of a parent's items must have all of them. */
function isAskedWhole(
  system: SystemDeclaration,
  place: KeyPlace,
  { entity, declaration }: WrittenKey,
): boolean {
  return Object.values(system.patterns).some(
    ({ on, sort, returns }) =>
      on === place.on &&
      returns.includes(entity) &&
      (sort === undefined || ('beginsWith' in sort && !namesStatus(sort.beginsWith, declaration))),
  );
}
