import { listed } from '../../domain/listed-words.ts';
import type { SystemDeclaration } from '../declaration.ts';
import { holesOf } from '../templates/fill-template.ts';
import { keyPlaces, reachedBy } from '../keys/key-places.ts';
import type { KeyPlace, WrittenKey } from '../keys/key-places.ts';
import { keysMeet } from '../templates/key-overlap.ts';
import { plainTemplate } from '../templates/key-words.ts';
import type { Observation, ReviewRule } from './finding.ts';
import { sameCondition } from './same-condition.ts';

/** Keys that several entities share must still tell them apart, in the table and in every question. */
export const overloadedPrefixCollision: ReviewRule = {
  name: 'overloaded-prefix-collision',
  check: (system) =>
    keyPlaces(system).flatMap((place) => [
      ...(place.indexName === null ? sameItem(system, place) : []),
      ...caughtToo(system, place),
    ]),
};

function sameItem(system: SystemDeclaration, place: KeyPlace): readonly Observation[] {
  const { written } = place;
  return written.flatMap((one, index) =>
    written.slice(index + 1).flatMap((other): Observation[] => {
      if (!keysMeet(one.partition, other.partition)) return [];
      if (one.sort !== undefined && other.sort !== undefined && !keysMeet(one.sort, other.sort)) return [];
      const special = isFixed(one) !== isFixed(other);
      return [
        {
          severity: special ? 'medium' : 'high',
          at: `${system.id}.${place.on}`,
          says: `${one.entity} (${keyOf(one)}) and ${other.entity} (${keyOf(other)}) can have the same key.`,
          why: 'A table has one item for a key: writing the second replaces the first, and nothing says so.',
          remedy: special
            ? `Refuse that value where the other is written, or give ${other.entity} a prefix of its own.`
            : `Begin the sort key of each with a prefix of its own, such as ${prefixFor(one.entity)} and ${prefixFor(other.entity)}.`,
          table: place.tableKey,
        },
      ];
    }),
  );
}

function caughtToo(system: SystemDeclaration, place: KeyPlace): readonly Observation[] {
  const here = Object.entries(system.patterns).filter(([, { on }]) => on === place.on);
  return here.flatMap(([name, pattern]): Observation[] => {
    const wanted = new Set(
      here.filter(([, other]) => sameCondition(pattern, other)).flatMap(([, other]) => other.returns),
    );
    const caught = reachedBy(pattern, place)
      .map(({ entity }) => entity)
      .filter((entity) => !wanted.has(entity));
    if (caught.length === 0) return [];
    return [
      {
        severity: 'medium',
        at: `${system.id}.${name}`,
        says: `${pattern.number} "${pattern.title}" asks for ${listed(pattern.returns)} and its key condition also brings ${listed(caught)}.`,
        why: 'What is not wanted is read and paid for all the same, and each reader has to throw it away.',
        remedy: `Narrow the sort key condition to a prefix that only ${listed(pattern.returns)} ${pattern.returns.length === 1 ? 'has' : 'have'}, or say that the question returns ${listed(caught)} too.`,
        table: place.tableKey,
        pattern: name,
      },
    ];
  });
}

function isFixed({ partition, sort }: WrittenKey): boolean {
  return holesOf(sort ?? partition).length === 0;
}

function keyOf({ partition, sort }: WrittenKey): string {
  return plainTemplate(sort === undefined ? partition : `${partition}, ${sort}`);
}

function prefixFor(entity: string): string {
  return `${entity.replace(/([a-z\d])([A-Z])/g, '$1_$2').toUpperCase()}#`;
}
