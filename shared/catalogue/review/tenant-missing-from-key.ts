import type { SystemDeclaration } from '../declaration.ts';
import { holesOf } from '../templates/fill-template.ts';
import { fewValues, sameName } from '../keys/hole-meaning.ts';
import { keyPlaces } from '../keys/key-places.ts';
import type { KeyPlace, WrittenKey } from '../keys/key-places.ts';
import { plainTemplate } from '../templates/key-words.ts';
import type { Observation, ReviewRule } from './finding.ts';

/** Where the tenant is in every partition key, no query can bring another tenant's data. */
export const tenantMissingFromKey: ReviewRule = {
  name: 'tenant-missing-from-key',
  check: (system) => {
    const { tenant } = system;
    if (tenant === undefined) return [];
    return keyPlaces(system).flatMap((place) =>
      place.written
        .filter(({ declaration }) => declaration.tenantless === undefined)
        .filter(({ partition }) => !holesOf(partition).some(({ name }) => sameName(name, tenant)))
        .map((key) => checkKey(system, tenant, place, key)),
    );
  },
};

function checkKey(system: SystemDeclaration, tenant: string, place: KeyPlace, key: WrittenKey): Observation {
  const missing = `${place.schema.partition.name} of ${key.entity} in ${place.on}, ${plainTemplate(key.partition)}, has no {${tenant}} in it`;
  const about = { at: `${system.id}.${place.on}`, table: place.tableKey };
  if (place.indexName === null) {
    return {
      ...about,
      severity: 'high',
      says: `${missing}, and nothing says why.`,
      why: 'Who knows or guesses an id reads another tenant: neither the key nor an IAM condition on leading keys can hold it back.',
      remedy: `Say in tenantless why that is right; else begin the key with {${tenant}}, which is a migration for items that are there.`,
    };
  }
  const mixes = holesOf(key.partition).every(
    ({ name }) => fewValues(system, key.declaration, name) !== undefined,
  );
  return mixes
    ? {
        ...about,
        severity: 'high',
        says: `${missing}, so one query brings items of all tenants.`,
        why: 'Isolation then rests on every reader throwing away what is not its own, and on none forgetting it.',
        remedy: `Begin the key of the index with {${tenant}}; index keys can be rewritten while the table is in use.`,
      }
    : {
        ...about,
        severity: 'low',
        says: `${missing}; it is found by an id alone.`,
        why: `Isolation then rests on the reader, which must compare {${tenant}} of what it found, and on IAM keeping others off the index.`,
        remedy: `Check {${tenant}} on every item this index gives, and let only roles that serve all tenants ask it.`,
      };
}
