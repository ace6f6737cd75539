import { describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import { extraction } from '#shared/catalogue/systems/extraction.ts';
import { aPattern, aSystem, aTable, anEntity, anIndex, found } from './small-systems.ts';

const rule = 'no-list-by-time';
const order = { order: 'last to first', sort: { beginsWith: 'B#' } } as const;
const writes = { make: { title: 'Make', about: '', callsPerDay: 50, wru: 1, items: { Job: 1 } } };
const attributes = { createdAt: { type: 'time' } } as const;

function system(sort: string, more: Parameters<typeof aSystem>[0] = {}) {
  return aSystem({
    entities: { Job: anEntity({ PK: 'P#{p}', SK: sort }, { attributes }) },
    patterns: { jobs: aPattern('main', 'P#{p}', ['Job'], order) },
    writes,
    ...more,
  });
}

describe('a list whose newest are wanted', () => {
  it('has no question by time in the extraction system, and says which index would be one, and its price', () => {
    const [finding, ...more] = found(rule, catalogue.extraction);
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      severity: 'medium',
      at: 'extraction.batchesOfProject',
      pattern: 'batchesOfProject',
      // What changes a batch in a day, at one write unit each.
      writes: { wru: 15_650 },
    });
    expect(finding?.remedy).toContain('TENANT#{tenantId}#PROJECT#{projectId} + {createdAt}');
  });

  it('is one by time where ids are declared as ULIDs, and where an index has the time', () => {
    expect(found(rule, system('B#{jobId}'))).toHaveLength(1);
    expect(found(rule, system('B#{jobId:ulid}'))).toEqual([]);
    const { jobs } = system('B#{jobId}').patterns;
    if (jobs === undefined) throw new Error('It has no question.');
    const indexed = system('B#{jobId}', {
      tables: aTable({ GSI1: anIndex() }),
      entities: {
        Job: anEntity(
          { PK: 'P#{p}', SK: 'B#{jobId}', GSI1PK: 'P#{p}', GSI1SK: '{createdAt:time}' },
          { attributes },
        ),
      },
      patterns: { jobs, byTime: aPattern('main.GSI1', 'P#{p}', ['Job'], { order: 'newest first' }) },
    });
    expect(found(rule, indexed)).toEqual([]);
  });

  it('is not weighed where nobody says how often its items are written, or when they were made', () => {
    expect(found(rule, system('B#{jobId}', { writes: {} }))).toEqual([]);
    expect(
      found(rule, system('B#{jobId}', { entities: { Job: anEntity({ PK: 'P#{p}', SK: 'B#{jobId}' }) } })),
    ).toEqual([]);
  });

  it('is of no concern where no order is asked for', () => {
    const { lowestBatchesOfProject } = extraction.patterns;
    expect(found(rule, { ...extraction, patterns: { lowestBatchesOfProject } })).toEqual([]);
  });
});
