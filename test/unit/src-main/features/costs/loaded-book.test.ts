import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { applyBook, listBooks, openLoadedBook, revertBook } from '#main/features/costs/loaded-book.ts';
import { findPriceBook, getBookInUse, listPriceBooks, setLoadedBook } from '#shared/pricing/book-in-use.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { readCost } from '#shared/pricing/request-costs.ts';
import { aHome } from '#test/builders/a-home.ts';

const now = (): number => Date.parse('2026-12-01T10:00:00Z');
const session = () => ({ who: { id: 'admin-1' } });
const warned: string[] = [];
const log = { warn: (_: object, message: string) => void warned.push(message) };
const newer = { ...priceBooks[0], id: 'us-east-1-since-2026-12', name: 'us-east-1 list, since Dec 2026' };
const text = JSON.stringify({
  ...newer,
  prices: { ...newer.prices, 'dynamodb.read': { ...newer.prices['dynamodb.read'], usd: '1250' } },
});

afterEach(() => setLoadedBook(null));

describe('a price book that was loaded', () => {
  it('is used for every estimate, which names it, also after a restart, until it is reverted', () => {
    const home = aHome();
    const loaded = openLoadedBook({ home, log, now });
    expect(getBookInUse()).toBe(priceBooks[0]);
    expect(applyBook({ text }, { loaded, session })).toMatchObject({
      ok: true,
      value: { loaded: { usedBy: 'admin-1', usedSince: '2026-12-01T10:00:00.000Z' } },
    });
    expect(getBookInUse()).toMatchObject({ id: newer.id, name: `From a file: ${newer.name}` });
    expect(readCost(1_000)).toMatchObject({ book: `From a file: ${newer.name}, on demand` });
    expect(listPriceBooks().map(({ id }) => id)).toEqual([newer.id, ...priceBooks.map(({ id }) => id)]);

    setLoadedBook(null);
    const again = openLoadedBook({ home, log, now });
    expect(getBookInUse().id).toBe(newer.id);
    expect(revertBook({ loaded: again, session })).toEqual({ ok: true, value: { loaded: null } });
    expect(getBookInUse()).toBe(priceBooks[0]);
    expect(findPriceBook(newer.id)).toBeUndefined();
    expect(existsSync(join(home, 'price-book.json'))).toBe(false);
  });

  it('is refused with the place of its mistake, or with the id of a built-in book, and changes nothing', () => {
    const home = aHome();
    const loaded = openLoadedBook({ home, log, now });
    const bad = applyBook({ text: '{"id": "x"}' }, { loaded, session });
    expect(bad).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
    const same = applyBook({ text: JSON.stringify(priceBooks[0]) }, { loaded, session });
    expect(same).toMatchObject({
      ok: false,
      failure: { issues: [{ path: 'id', problem: expect.stringContaining('built-in') as string }] },
    });
    expect(listBooks({ loaded, session })).toEqual({ ok: true, value: { loaded: null } });
    expect(getBookInUse()).toBe(priceBooks[0]);
  });

  it('that cannot be read any more is set aside, and the built-in one is used', () => {
    const home = aHome();
    writeFileSync(join(home, 'price-book.json'), '{"book": ');
    expect(openLoadedBook({ home, log, now }).current()).toBeNull();
    expect(getBookInUse()).toBe(priceBooks[0]);
    expect(existsSync(join(home, 'price-book.json'))).toBe(false);
    applyBook({ text }, { loaded: openLoadedBook({ home, log, now }), session });
    expect(readFileSync(join(home, 'price-book.json'), 'utf8')).toContain(newer.id);
  });
});
