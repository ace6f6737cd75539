import { grouped } from '../../domain/grouped-number.ts';
import { listed } from '../../domain/listed-words.ts';
import { keyPlaces } from '../keys/key-places.ts';
import type { WrittenKey } from '../keys/key-places.ts';
import type { ReviewRule } from './finding.ts';

/** An index is paid for with each write, whether anybody asks it or not. */
export const indexNoPatternUses: ReviewRule = {
  name: 'index-no-pattern-uses',
  check: (system) => {
    const asked = new Set(Object.values(system.patterns).map(({ on }) => on));
    return keyPlaces(system)
      .filter(({ indexName, on }) => indexName !== null && !asked.has(on))
      .map(({ on, tableKey, written }) => ({
        severity: 'low' as const,
        at: `${system.id}.${on}`,
        says: `No question is asked on ${on}.`,
        why:
          written.length === 0
            ? 'Nothing is written to it either; it only takes up one of the 20 indexes a table may have.'
            : `Each write that changes an entry costs again for the index: ${listed(written.map(cost))}. Its storage is paid for too.`,
        remedy:
          'Look in CloudWatch whether anything else reads it; if nothing does, delete it. Else declare the question.',
        table: tableKey,
      }));
  },
};

function cost({ entity, declaration: { bytes } }: WrittenKey): string {
  if (bytes === undefined) return `1 write unit or more for ${entity}`;
  const units = Math.max(1, Math.ceil(bytes / 1_024));
  return `${grouped(units)} write unit${units === 1 ? '' : 's'} for ${entity}`;
}
