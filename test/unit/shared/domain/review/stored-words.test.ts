import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildWordsKey,
  formatWordFile,
  mostBytesOfWords,
  parseWordFile,
  type StoredWord,
} from '#shared/domain/review/stored-words.ts';

const share = fc.integer({ min: 0, max: 10_000 }).map((part) => part / 10_000);
const words = fc
  .array(
    fc.record({
      text: fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }),
      page: fc.integer({ min: 1, max: 40 }),
      box: fc.tuple(share, share, share, share),
      confidence: fc.integer({ min: 0, max: 100 }).map((part) => part / 100),
    }),
    { maxLength: 60 },
  )
  .map((some) => some.toSorted((one, other) => one.page - other.page));

const aWord = (page: number, text = 'Pallets'): StoredWord => ({
  text,
  page,
  box: [0.1, 0.2, 0.05, 0.01],
  confidence: 0.99,
});

describe('the words that are stored beside the results', () => {
  it('are read as they were written', () => {
    fc.assert(
      fc.property(words, (some) => {
        expect(parseWordFile(formatWordFile(some))).toEqual(some);
      }),
    );
  });

  it('keep whole pages where there are too many, and stay within the size that is read', () => {
    const pages = Array.from({ length: 80 }, (_, at) => Array.from({ length: 400 }, () => aWord(at + 1)));
    const kept = parseWordFile(formatWordFile(pages.flat())) ?? [];
    expect(kept.length % 400).toBe(0);
    expect(kept.length).toBeLessThanOrEqual(30_000);
    expect(kept.at(-1)?.page).toBe(75);
    const wide = Array.from({ length: 30_000 }, () => aWord(1, '\u0001'.repeat(300)));
    const text = formatWordFile([aWord(1), ...wide.map((word) => ({ ...word, page: 2 }))]);
    expect(Buffer.byteLength(text)).toBeLessThan(mostBytesOfWords);
    expect(parseWordFile(text)).toHaveLength(1);
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '{"version":1,"words":[['],
    ['null', 'null'],
    ['another version', '{"version":2,"words":[]}'],
    ['no list', '{"version":1,"words":{}}'],
    ['a row that is too short', '{"version":1,"words":[["a",1,1,1,1,1]]}'],
    ['a page that is none', '{"version":1,"words":[["a",0,1,1,1,1,1]]}'],
    ['a place that is no number', '{"version":1,"words":[["a",1,"1",1,1,1,1]]}'],
    ['a place far from the page', '{"version":1,"words":[["a",1,1e9,1,1,1,1]]}'],
  ])('are not read from %s', (_, text) => {
    expect(parseWordFile(text)).toBeUndefined();
  });

  it('have a key under the tenant, which no results have', () => {
    const key = buildWordsKey({ tenantId: 'northwind', batchId: 'batch-1', documentId: 'doc-1' });
    expect(key).toBe('results/northwind/batch-1/doc-1/words.json');
  });
});
