import { describe, expect, it } from 'vitest';
import { keyPlaces, reachedBy } from '#shared/catalogue/keys/key-places.ts';
import { aSystem, aTable, anEntity, anIndex } from '../review/small-systems.ts';

const system = aSystem({
  tables: aTable({ GSI1: anIndex(), ByTime: anIndex({ sort: { name: 'at', type: 'N' } }) }),
  entities: {
    Task: anEntity(
      { PK: 'JOB#{jobId}', SK: 'TASK#{taskId}', GSI1PK: 'P#{p}', GSI1SK: '{at:time}' },
      { sparse: { GSI1: 'while open' } },
    ),
    Note: anEntity({ PK: 'JOB#{jobId}', SK: 'NOTE#{noteId}', GSI1PK: 'P#{p}', at: '{at:epochMs}' }),
  },
});
const [main, gsi1, byTime] = keyPlaces(system);
const names = (keys: readonly { readonly entity: string }[] = []) => keys.map(({ entity }) => entity);

describe('where keys are written', () => {
  it('is the table, and each index that an entity has the whole key of', () => {
    expect([main, gsi1, byTime].map((place) => [place?.on, names(place?.written)])).toEqual([
      ['main', ['Task', 'Note']],
      ['main.GSI1', ['Task']],
      ['main.ByTime', ['Note']],
    ]);
    expect(gsi1?.written[0]?.sparse).toBe('while open');
  });
});

describe('what a key condition can bring', () => {
  const reached = (place: typeof main, condition: Parameters<typeof reachedBy>[0]) =>
    place === undefined ? undefined : names(reachedBy(condition, place));

  it('is all of the partition, or what the sort key lets through', () => {
    expect(reached(main, { partition: 'JOB#{j}' })).toEqual(['Task', 'Note']);
    expect(reached(main, { partition: 'JOB#{j}', sort: { beginsWith: 'NOTE#' } })).toEqual(['Note']);
    expect(reached(main, { partition: 'ORDER#{o}' })).toEqual([]);
  });

  it('is not narrowed by a range on a Number, whose templates say nothing of its size', () => {
    expect(reached(byTime, { partition: 'P#{p}', sort: { before: '{t:epochMs}' } })).toEqual(['Note']);
    // 9 is less than 10, though not as text.
    const tables = aTable({ ByRank: anIndex({ sort: { name: 'rank', type: 'N' } }) });
    const entities = { Note: anEntity({ PK: '{a}', SK: '{b}', GSI1PK: 'P#{p}', rank: '9' }) };
    const [, byRank] = keyPlaces(aSystem({ tables, entities }));
    expect(reached(byRank, { partition: 'P#{p}', sort: { before: '10' } })).toEqual(['Note']);
  });
});
