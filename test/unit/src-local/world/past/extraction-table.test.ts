import { describe, expect, it } from 'vitest';
import { nameItemsCollection } from '#local/aws/dynamodb/past-items.ts';
import type { Item } from '#local/aws/dynamodb/values/attribute-value.ts';
import { Later } from '#local/journal/told.ts';
import { tellPast } from '#local/world/past/tell.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';

const facts = {
  seed: '1',
  anchor: startOfTime,
  account: '000000000000',
  region: 'local',
  endpoint: 'http://127.0.0.1',
};
const table = nameItemsCollection(namesByConvention('sandbox').extraction.table);

// The whole past is computed twice, which is slow on a busy machine.
// Every document of the past is told several times, which is slow on a busy machine.
describe('the shelves of the extraction table', { timeout: 120_000 }, () => {
  const told = tellPast(facts).get(table);
  const shelves = told?.shelves;
  if (!told || !shelves) throw new Error('The table is not told in shelves');
  const names = [undefined, ...shelves.names()];

  it('together contain the whole table, each item on the shelf of its key', () => {
    const whole = new Map([...told()].map(([key, item]) => [key, countAttributes(item)]));
    let count = 0;
    for (const name of names) {
      for (const [key, item] of shelves.tell(name)) {
        expect(shelves.shelfOf(key)).toBe(name);
        expect(countAttributes(item)).toBe(whole.get(key));
        count += 1;
      }
    }
    expect(count).toBe(whole.size);
  });

  it('are named for each value of an index, and for everything that expires', () => {
    const found = { GSI1PK: 0, GSI2PK: 0, GSI3PK: 0, ttl: 0 };
    for (const name of names) {
      for (const [, item] of shelves.tell(name)) {
        for (const attribute of ['GSI1PK', 'GSI2PK', 'GSI3PK', 'ttl'] as const) {
          const value = readShown(item)[attribute];
          if (!value) continue;
          found[attribute] += 1;
          const holding = [...shelves.holding(attribute, 'S' in value ? value.S : undefined)];
          // An item without a shelf is there from the beginning. Activity, counts of corrections, and items about all tenants, expire once they were read.
          const isUnread =
            attribute === 'ttl' &&
            /^(?:(?:activity|spend)$|(?:attention|causes)\/|corrections of )/.test(name ?? '');
          if (name !== undefined && !isUnread) expect(holding).toContain(name);
        }
      }
    }
    expect(Object.values(found).every((count) => count > 20)).toBe(true);
  });

  it('are about as large as they say', () => {
    for (const name of shelves.names()) {
      const { entries } = shelves.sizeOf(name);
      const count = [...shelves.tell(name)].length;
      expect(Math.abs(entries - count)).toBeLessThan(Math.max(120, count / 2.5));
    }
  });
});

/** Returns what is known of an item before it is read. */
function readShown(told: unknown): Item {
  return (told instanceof Later ? told.shown : told) as Item;
}

function countAttributes(told: unknown): number {
  return Object.keys(readShown(told)).length;
}
