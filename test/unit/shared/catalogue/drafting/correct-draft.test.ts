import { describe, expect, it } from 'vitest';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { correctDraft, standingGuesses, type Correction } from '#shared/catalogue/drafting/correct-draft.ts';
import { draftOfTable } from '#shared/catalogue/drafting/draft-system.ts';
import { readSystem } from '#shared/catalogue/loading/system-schema.ts';

const { system, guesses } = draftOfTable({
  table: {
    name: 'shop',
    partition: { name: 'PK', type: 'S' },
    sort: { name: 'SK', type: 'S' },
    indexes: {},
    leftOut: [],
    items: null,
    bytes: null,
  },
  sampled: [
    { PK: 'SHOP#s-1', SK: 'ORDER#o-1' },
    { PK: 'SHOP#s-1', SK: 'META' },
  ],
});

/** Corrects the draft, which must stay one that can be saved. */
function corrected(correction: Correction, of: SystemDeclaration = system): SystemDeclaration {
  const next = correctDraft(of, correction);
  expect(readSystem(JSON.parse(JSON.stringify(next)))).toMatchObject({ ok: true });
  return next;
}

describe('a correction of a draft', () => {
  it('renames an entity wherever a pattern returns it', () => {
    const next = corrected({ kind: 'rename entity', entity: 'Order', name: 'Purchase' });
    expect(Object.keys(next.entities)).toEqual(['Purchase', 'Shop']);
    expect(next.patterns['orderByKey']?.returns).toEqual(['Purchase']);
  });

  it('keeps an entity whose new name is taken', () => {
    expect(corrected({ kind: 'rename entity', entity: 'Order', name: 'Shop' })).toEqual(system);
  });

  it('asks by the new template of a key, with a field for its new value', () => {
    const next = corrected({ kind: 'key', entity: 'Order', key: 'SK', template: 'ORDER#{no}' });
    expect(next.patterns['orderByKey']?.sort).toEqual({ equals: 'ORDER#{no}' });
    expect(next.parameters).toHaveProperty('no');
    expect(next.parameters).not.toHaveProperty('orderId');
  });

  it('moves the prefix with the template', () => {
    const next = corrected({ kind: 'key', entity: 'Order', key: 'SK', template: 'ORDERS#{orderId}' });
    expect(next.patterns['orderItemsOfShop']?.sort).toEqual({ beginsWith: 'ORDERS#' });
  });

  it('removes an entity with the patterns that would return nothing', () => {
    const next = corrected({ kind: 'remove entity', entity: 'Order' });
    expect(Object.values(next.patterns).map(({ title }) => title)).toEqual([
      'All items of this shop',
      'Shop by key',
    ]);
  });

  it('adds what is missing without touching what is there', () => {
    const without = corrected({ kind: 'remove pattern', pattern: 'orderByKey' });
    expect(without.patterns).not.toHaveProperty('orderByKey');
    const renamed = corrected({ kind: 'pattern', pattern: 'shopByKey', title: 'My shop' }, without);
    const next = corrected({ kind: 'add missing patterns' }, renamed);
    expect(Object.values(next.patterns).map(({ title }) => title)).toContain('Order by key');
    expect(next.patterns['shopByKey']?.title).toBe('My shop');
    expect(new Set(Object.values(next.patterns).map(({ number }) => number)).size).toBe(
      Object.keys(next.patterns).length,
    );
  });

  it('takes the mark from a guess that was changed, and from no other', () => {
    const next = corrected({ kind: 'key', entity: 'Order', key: 'SK', template: 'ORDER#{no}' });
    const before = standingGuesses(system, guesses).map(({ path }) => path);
    const after = new Set(standingGuesses(next, guesses).map(({ path }) => path));
    expect(before).toHaveLength(guesses.length);
    expect(before.filter((path) => !after.has(path))).toEqual(['entities.Order.keys.SK']);
  });
});
