import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { takeEntries } from '#main/features/connections/connections-file.ts';
import { aConnection } from '#test/builders/a-connection.ts';

const atRest = { openId: 'local', isWorkedOn: () => false };
const north = aConnection({ id: 'north', name: 'North' });
const south = aConnection({ id: 'south', name: 'South' });

describe('a file that is read again', () => {
  it('adds new entries, replaces changed ones, and removes missing ones', () => {
    const other = { ...north, name: 'Far north' };
    const west = aConnection({ id: 'west' });
    expect(takeEntries([north, south], [other, west], atRest)).toEqual({
      connections: [other, west],
      added: ['west'],
      changed: ['north'],
      removed: ['south'],
      kept: [],
    });
  });

  it('keeps entries with the same meaning as they are, however they are written', () => {
    const { id, ...rest } = north;
    const taken = takeEntries([north], [{ ...rest, id }], atRest);
    expect(taken).toMatchObject({ added: [], changed: [], removed: [], kept: [] });
    expect(taken.connections[0]).toBe(north);
  });

  it('keeps the open connection, and replaces it if it has not been used', () => {
    const other = { ...north, name: 'Far north' };
    expect(takeEntries([north], [other], { ...atRest, openId: 'north' }).changed).toEqual(['north']);
    expect(takeEntries([north], [], { ...atRest, openId: 'north' })).toMatchObject({
      connections: [north],
      kept: [{ connectionId: 'north', inFile: 'gone' }],
    });
  });

  it('never changes a connection in use, and accounts for every entry once', () => {
    const entries = fc.uniqueArray(
      fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'e'), name: fc.constantFrom('One', 'Two') }),
      { selector: ({ id }) => id },
    );
    const sequence = fc.array(fc.tuple(entries, fc.subarray(['a', 'b', 'c', 'd', 'e'])), { minLength: 1 });
    fc.assert(
      fc.property(entries, sequence, (first, steps) => {
        let known = first.map((entry) => aConnection(entry));
        for (const [next, worked] of steps) {
          const read = next.map((entry) => aConnection(entry));
          const isWorkedOn = (id: string) => worked.includes(id);
          const taken = takeEntries(known, read, { openId: 'local', isWorkedOn });
          for (const before of known.filter(({ id }) => isWorkedOn(id))) {
            expect(taken.connections).toContain(before);
          }
          for (const entry of read.filter(({ id }) => !isWorkedOn(id))) {
            expect(taken.connections).toContainEqual(entry);
          }
          const ids = taken.connections.map(({ id }) => id);
          expect(new Set(ids).size).toBe(ids.length);
          const told = [...taken.added, ...taken.changed, ...taken.removed];
          expect(new Set(told).size).toBe(told.length);
          for (const { connectionId } of taken.kept) expect(isWorkedOn(connectionId)).toBe(true);
          known = [...taken.connections];
        }
      }),
    );
  });
});
