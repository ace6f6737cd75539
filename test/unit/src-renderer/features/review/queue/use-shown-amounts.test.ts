import { describe, expect, it } from 'vitest';
import { readMissingAmounts } from '#renderer/features/review/queue/use-shown-amounts.ts';
import { ok, refused } from '#shared/contract/result.ts';
import { aQueueRow } from './a-queue-row.ts';

const failure = { code: 'throttled', message: 'Slower.', attempts: 4 } as const;

/** Reads the amounts of this many documents; the pages of these numbers fail, and the page is left after another. */
async function reading(
  documents: number,
  { failing = [0], leftAfter = 100, asked = new Set<string>() } = {},
) {
  const pages: number[] = [];
  let shown = 0;
  const result = await readMissingAmounts({
    rows: Array.from({ length: documents }, (_, at) => aQueueRow({ documentId: `doc-${String(at)}` })),
    asked,
    isOver: () => pages.length >= leftAfter,
    read: async (input) => {
      pages.push(input.documents.length);
      if (failing.includes(pages.length)) return refused(failure);
      return ok({ amounts: input.documents.map((one) => ({ ...one, amount: null })) });
    },
    onRead: (amounts) => {
      shown += amounts.length;
    },
  });
  return { result, pages, shown, asked };
}

describe('the amounts of the list', () => {
  it('are read page by page, and once', async () => {
    const { result, pages, shown, asked } = await reading(250);
    expect({ result, pages, shown }).toEqual({ result: undefined, pages: [100, 100, 50], shown: 250 });
    expect((await reading(250, { asked })).pages).toEqual([]);
  });

  it('tell why a page was not read, and are asked for again the next time', async () => {
    const { result, pages, shown, asked } = await reading(250, { failing: [2] });
    expect({ result, pages, shown }).toMatchObject({ result: failure, pages: [100, 100], shown: 100 });
    expect((await reading(250, { asked })).pages).toEqual([100, 50]);
  });

  it('are read no further once the column is hidden or the page left', async () => {
    const { pages, shown, asked } = await reading(250, { leftAfter: 1 });
    expect({ pages, shown }).toEqual({ pages: [100], shown: 100 });
    expect((await reading(250, { leftAfter: 0 })).pages).toEqual([]);
    expect((await reading(250, { asked })).pages).toEqual([100, 50]);
  });
});
