import { describe, expect, it } from 'vitest';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { findEntity, keyPlaces, reachedBy } from '#shared/catalogue/keys/key-places.ts';
import { aSystem as aLibrary } from '#test/builders/a-system.ts';
import { anEntity, anIndex, aSystem, aTable } from '../review/small-systems.ts';

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

describe('the places where keys are written', () => {
  it('are the table, and each index of which an entity has the whole key', () => {
    expect([main, gsi1, byTime].map((place) => [place?.on, names(place?.written)])).toEqual([
      ['main', ['Task', 'Note']],
      ['main.GSI1', ['Task']],
      ['main.ByTime', ['Note']],
    ]);
    expect(gsi1?.written[0]?.sparse).toBe('while open');
  });
});

describe('the result of a key condition', () => {
  const reached = (place: typeof main, condition: Parameters<typeof reachedBy>[0]) =>
    place === undefined ? undefined : names(reachedBy(condition, place));

  it('is all of the partition, or what the sort key matches', () => {
    expect(reached(main, { partition: 'JOB#{j}' })).toEqual(['Task', 'Note']);
    expect(reached(main, { partition: 'JOB#{j}', sort: { beginsWith: 'NOTE#' } })).toEqual(['Note']);
    expect(reached(main, { partition: 'ORDER#{o}' })).toEqual([]);
  });

  it('is not narrowed by a range on a Number, whose templates say nothing of its size', () => {
    expect(reached(byTime, { partition: 'P#{p}', sort: { before: '{t:epochMs}' } })).toEqual(['Note']);
    // The sort key is a number, so 9 is less than 10, which it is not as text.
    const tables = aTable({ ByRank: anIndex({ sort: { name: 'rank', type: 'N' } }) });
    const entities = { Note: anEntity({ PK: '{a}', SK: '{b}', GSI1PK: 'P#{p}', rank: '9' }) };
    const [, byRank] = keyPlaces(aSystem({ tables, entities }));
    expect(reached(byRank, { partition: 'P#{p}', sort: { before: '10' } })).toEqual(['Note']);
  });
});

const at = (PK: string, SK: string): Attributes => ({ PK: { S: PK }, SK: { S: SK } });

describe('entityOf', () => {
  it('recognises an item by the keys of its table', () => {
    expect(findEntity(aLibrary(), 'main', at('BRANCH#north', 'METADATA'))).toBe('Branch');
    expect(findEntity(aLibrary(), 'readers', { readerId: { S: 'r-1' } })).toBe('Reader');
    const loan = at('BRANCH#north', 'LOAN#2026-11-20#01JD4N9V8M7T0000000000000A');
    expect(findEntity(aLibrary(), 'main', loan)).toBe('Loan');
  });

  it('recognises no item that fits no template', () => {
    expect(findEntity(aLibrary(), 'main', at('BRANCH#north', 'LOAN#2026-11-20'))).toBeNull();
    expect(findEntity(aLibrary(), 'main', { PK: { S: 'BRANCH#north' } })).toBeNull();
    expect(findEntity(aLibrary(), 'main', { PK: { N: '1' }, SK: { S: 'METADATA' } })).toBeNull();
    expect(
      findEntity(aLibrary(), 'main', {
        PK: { S: 'BRANCH#n' },
        SK: { MASKED: { what: 'x', revealable: true } },
      }),
    ).toBeNull();
    expect(findEntity(aLibrary(), 'constructor', at('BRANCH#north', 'METADATA'))).toBeNull();
  });

  it('takes the most specific template if several fit, in any order', () => {
    const library = aLibrary();
    const version = { ...findBranch(library), keys: { PK: 'BRANCH#{branchId}', SK: '{version}' } };
    for (const entities of [
      { Version: version, ...library.entities },
      { ...library.entities, Version: version },
    ]) {
      const changed = { ...library, entities };
      expect(findEntity(changed, 'main', at('BRANCH#north', 'METADATA'))).toBe('Branch');
      expect(findEntity(changed, 'main', at('BRANCH#north', 'METADATA2'))).toBe('Version');
    }
  });

  it('accepts any way in which DynamoDB writes a number', () => {
    const library = aLibrary();
    const tables = { counts: { name: 'counts', partition: { name: 'n', type: 'N' } } } as const;
    const entities = { Count: { table: 'counts', keys: { n: '{n:number}' }, attributes: {} } };
    expect(findEntity({ ...library, tables, entities }, 'counts', { n: { N: '1E+2' } })).toBe('Count');
    expect(findEntity({ ...library, tables, entities }, 'counts', { n: { S: '100' } })).toBeNull();
  });
});

function findBranch({ entities }: ReturnType<typeof aLibrary>): (typeof entities)[string] {
  const branch = entities['Branch'];
  if (branch === undefined) throw new Error('The library has branches.');
  return branch;
}
