import { describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { EntityDeclaration, KeyAttribute, PatternDeclaration } from '#shared/catalogue/declaration.ts';
import { extraction } from '#shared/catalogue/systems/extraction-system.ts';
import { anEntity, anIndex, aPattern, aSystem, aTable, found } from './small-systems.ts';

function sortedBy(
  GSI1SK: string,
  attributes: EntityDeclaration['attributes'],
  pattern: Partial<PatternDeclaration> = {},
  type: KeyAttribute['type'] = 'S',
) {
  return aSystem({
    tables: aTable({ GSI1: anIndex({ sort: { name: 'GSI1SK', type } }) }),
    entities: {
      Task: anEntity({ PK: 'T#{taskId}', SK: 'META', GSI1PK: 'JOB#{jobId}', GSI1SK }, { attributes }),
    },
    patterns: { tasks: aPattern('main.GSI1', 'JOB#{jobId}', ['Task'], pattern) },
  });
}

describe('a number or a time in a sort key', () => {
  const rule = 'time-or-number-as-text';

  it('is high if a number is text and the question needs its order', () => {
    const [finding] = found(
      rule,
      sortedBy('{size}', { size: { type: 'number' } }, { order: 'last to first' }),
    );
    expect(finding).toMatchObject({ severity: 'high', at: 'small.main.GSI1' });
    expect(finding?.why).toContain('"999" comes after "1000"');
  });

  it('is high if a number is requested by range as text', () => {
    const range = { sort: { between: ['SIZE#{a}', 'SIZE#{b}'] } } as const;
    expect(found(rule, sortedBy('SIZE#{size:number}', {}, range))).toMatchObject([{ severity: 'high' }]);
  });

  it.each([
    ['a number that no question orders by', '{size}', 'number'],
    ['epoch milliseconds, which have had 13 digits since 2001', '{at}', 'epoch milliseconds'],
  ] as const)('is medium for %s', (_, key, type) => {
    expect(found(rule, sortedBy(key, { size: { type }, at: { type } }))).toMatchObject([
      { severity: 'medium' },
    ]);
  });

  it('stays medium for milliseconds that are requested in order', () => {
    const ordered = sortedBy('{at:epochMs}', {}, { order: 'newest first' });
    expect(found(rule, ordered)).toMatchObject([{ severity: 'medium' }]);
  });

  it('is high if an ISO time goes into a Number, which refuses it', () => {
    expect(found(rule, sortedBy('{at}', { at: { type: 'time' } }, {}, 'N'))).toMatchObject([
      { severity: 'high' },
    ]);
  });

  it('is fine as a number in a Number and as an ISO time in text', () => {
    expect(found(rule, sortedBy('{at:epochMs}', { at: { type: 'epoch milliseconds' } }, {}, 'N'))).toEqual(
      [],
    );
    expect(found(rule, sortedBy('{at:time}', { at: { type: 'time' } }))).toEqual([]);
  });

  it('is found in items whose text numbers differ in length, and not in padded ones', () => {
    const system = sortedBy('{code}', {});
    const items = (...codes: string[]) => ({ main: codes.map((S) => ({ GSI1SK: { S } })) });
    expect(found(rule, system, items('999', '1000'))).toMatchObject([{ severity: 'medium', table: 'main' }]);
    expect(found(rule, system, items('0999', '1000'))).toEqual([]);
    expect(found(rule, system, items('A999', 'A1000'))).toEqual([]);
  });
});

describe('a promised order in time', () => {
  const rule = 'random-id-in-time-order';
  const newest = { order: 'newest first' } as const;

  it('is broken by a UUID that decides it', () => {
    const [finding] = found(rule, sortedBy('TASK#{taskId}', { taskId: { type: 'uuid' } }, newest));
    expect(finding).toMatchObject({ severity: 'high', at: 'small.tasks', pattern: 'tasks' });
    expect(finding?.remedy).toContain('ULID');
  });

  it('is doubtful if nothing says that an id grows with time, or the key is fixed', () => {
    expect(found(rule, sortedBy('TASK#{taskId}', {}, newest))).toMatchObject([{ severity: 'medium' }]);
    expect(found(rule, sortedBy('TASK', {}, newest))).toMatchObject([{ severity: 'medium' }]);
    expect(found(rule, sortedBy('TASK#{mail:email}', {}, newest))).toMatchObject([{ severity: 'medium' }]);
  });

  it.each([
    ['a ULID', 'TASK#{taskId}', newest],
    ['a time before the UUID', '{at:time}#{uuid}', newest],
    ['a number that counts up', '{run:number}', newest],
    ['no promise at all', 'TASK#{uuid}', {}],
    ['an order of the key, not of time', 'TASK#{uuid}', { order: 'last to first' }],
    [
      'a range whose ends begin alike',
      '{uuid}#{at:time}',
      { ...newest, sort: { between: ['{uuid}#{since:time}', '{uuid}#{until:time}'] } },
    ],
    ['a prefix that the question fills', '{uuid}#{taskId}', { ...newest, sort: { beginsWith: '{uuid}#' } }],
  ] as const)('is kept by %s', (_, key, pattern) => {
    const attributes = { taskId: { type: 'ulid' }, uuid: { type: 'uuid' } } as const;
    expect(found(rule, sortedBy(key, attributes, pattern))).toEqual([]);
  });
});

const rule = 'no-list-by-time';
const order = { order: 'last to first', sort: { beginsWith: 'B#' } } as const;
const writes = { make: { title: 'Make', about: '', callsPerDay: 50, wru: 1, items: { Job: 1 } } };
const attributes = { createdAt: { type: 'time' } } as const;

function jobsBy(sort: string, more: Parameters<typeof aSystem>[0] = {}) {
  return aSystem({
    entities: { Job: anEntity({ PK: 'P#{p}', SK: sort }, { attributes }) },
    patterns: { jobs: aPattern('main', 'P#{p}', ['Job'], order) },
    writes,
    ...more,
  });
}

describe('a list that needs the newest', () => {
  it('has no question by time in the extraction system, and shows which index would answer one, and its price', () => {
    const [finding, ...more] = found(rule, catalogue.extraction);
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      severity: 'medium',
      at: 'extraction.batchesOfProject',
      pattern: 'batchesOfProject',
      // Batches change this often in a day, and each change costs one write unit.
      writes: { wru: 15_650 },
    });
    expect(finding?.remedy).toContain('TENANT#{tenantId}#PROJECT#{projectId} + {createdAt}');
  });

  it('has one by time if ids are declared as ULIDs, or if an index has the time', () => {
    expect(found(rule, jobsBy('B#{jobId}'))).toHaveLength(1);
    expect(found(rule, jobsBy('B#{jobId:ulid}'))).toEqual([]);
    const { jobs } = jobsBy('B#{jobId}').patterns;
    if (jobs === undefined) throw new Error('It has no question.');
    const indexed = jobsBy('B#{jobId}', {
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

  it('is not weighed if it is unknown how often its items are written, or when they were made', () => {
    expect(found(rule, jobsBy('B#{jobId}', { writes: {} }))).toEqual([]);
    expect(
      found(rule, jobsBy('B#{jobId}', { entities: { Job: anEntity({ PK: 'P#{p}', SK: 'B#{jobId}' }) } })),
    ).toEqual([]);
  });

  it('is no problem if no order is needed', () => {
    const { lowestBatchesOfProject } = extraction.patterns;
    expect(found(rule, { ...extraction, patterns: { lowestBatchesOfProject } })).toEqual([]);
  });
});
