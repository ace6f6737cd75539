import { keyNames } from '../keys/key-attributes.ts';
import { listed } from '../../domain/listed-words.ts';
import type { SystemDeclaration } from '../declaration.ts';
import { keyPlaces } from '../keys/key-places.ts';
import type { KeyPlace } from '../keys/key-places.ts';
import type { Observation, ReviewRule } from './finding.ts';

/** What an index does not hold has to be read a second time, from the table. */
export const uncoveredProjection: ReviewRule = {
  name: 'uncovered-projection',
  check: (system) =>
    keyPlaces(system).flatMap((place) => (place.projection === 'ALL' ? [] : checkPlace(system, place))),
};

function checkPlace(system: SystemDeclaration, place: KeyPlace): readonly Observation[] {
  const held = new Set(heldBy(system, place));
  return Object.entries(system.patterns).flatMap(([name, pattern]): Observation[] => {
    if (pattern.on !== place.on) return [];
    const about = { at: `${system.id}.${name}`, table: place.tableKey, pattern: name };
    const question = `${pattern.number} "${pattern.title}"`;
    if (pattern.attributes !== undefined) {
      const missing = pattern.attributes.filter((attribute) => !held.has(attribute));
      if (missing.length === 0) return [];
      return [
        {
          ...about,
          severity: 'medium',
          says: `${question} asks for ${listed(missing)}, and ${place.on} does not hold ${missing.length === 1 ? 'it' : 'them'}.`,
          why: 'DynamoDB refuses a query on a global index that names an attribute the index does not project.',
          remedy: `Leave ${listed(missing)} out; else add to the projection, which means a new index.`,
        },
      ];
    }
    const missing = place.written
      .filter(({ entity }) => pattern.returns.includes(entity))
      .flatMap(({ declaration }) => Object.keys(declaration.attributes))
      .filter((attribute) => !held.has(attribute));
    const names = [...new Set(missing)];
    if (names.length === 0) return [];
    return [
      {
        ...about,
        severity: 'low',
        says: `${question} brings ${listed(pattern.returns)} without ${shortList(names)}, since ${place.on} does not hold ${names.length === 1 ? 'it' : 'them'}.`,
        why: 'Whoever needs the rest reads the table again, one GetItem for each item.',
        remedy:
          'Leave it where the keys are enough; else project what is shown, which costs its storage and more units for each write.',
      },
    ];
  });
}

function heldBy(system: SystemDeclaration, { tableKey, schema, projection }: KeyPlace): readonly string[] {
  const table = system.tables[tableKey];
  const keys = [...(table === undefined ? [] : keyNames(table)), ...keyNames(schema)];
  return typeof projection === 'string' ? keys : [...keys, ...projection];
}

function shortList(names: readonly string[]): string {
  return names.length <= 4 ? listed(names) : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`;
}
