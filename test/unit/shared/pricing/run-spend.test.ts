import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addFigures,
  addSpends,
  emptySpend,
  readFigures,
  subtractFigures,
  sumRunSpend,
  toFigures,
  toTenantSpendItem,
  type SpentDocument,
} from '#shared/pricing/run-spend.ts';

const units = fc.nat({ max: 5_000 });
const modelUsage = fc.record(
  {
    model: fc.constantFrom('claudeHaiku45.regional', 'another#model', 'x'),
    inputTokens: units,
    outputTokens: units,
    ms: units,
  },
  { requiredKeys: [] },
);
const usage = fc.record(
  {
    textract: fc.record(
      { pages: units, ms: units, analysis: fc.constantFrom('expense' as const, 'tablesAndForms' as const) },
      { requiredKeys: [] },
    ),
    gapFill: modelUsage,
    verify: modelUsage,
  },
  { requiredKeys: [] },
);
const document: fc.Arbitrary<SpentDocument> = fc.record(
  {
    run: fc.integer({ min: 1, max: 3 }),
    status: fc.constantFrom('SUCCEEDED', 'FAILED', 'PROCESSING'),
    usage,
    earlierUsage: fc.record({ 1: usage, 2: usage }, { requiredKeys: [] }),
  },
  { requiredKeys: ['run', 'status'] },
);

describe('the spend of a run', () => {
  it('is read back from its figures as it was', () => {
    fc.assert(
      fc.property(fc.array(document), fc.integer({ min: 1, max: 3 }), (documents, run) => {
        const { spend } = sumRunSpend(run, documents);
        expect(readFigures(toFigures(spend))).toEqual(spend);
      }),
    );
  });

  it('adds up figure by figure to the sum of all documents', () => {
    fc.assert(
      fc.property(fc.array(document), fc.array(document), (some, others) => {
        const [one, other] = [sumRunSpend(1, some).spend, sumRunSpend(1, others).spend];
        const figures = addFigures(toFigures(one), toFigures(other));
        expect(readFigures(figures)).toEqual(addSpends(one, other));
        expect(addFigures(toFigures(one), subtractFigures(figures, toFigures(one)))).toEqual(figures);
      }),
    );
  });

  it('counts a document once, in its first run, and its usage in each', () => {
    const reprocessed: SpentDocument = {
      run: 2,
      status: 'SUCCEEDED',
      usage: { textract: { pages: 3, ms: 1 } },
      earlierUsage: { 1: { textract: { pages: 2, ms: 1 } } },
    };
    const once: SpentDocument = { run: 1, status: 'SUCCEEDED', usage: { textract: { pages: 1, ms: 1 } } };
    const [first, second] = [1, 2].map((run) => sumRunSpend(run, [reprocessed, once]).spend);
    expect(first).toMatchObject({
      repeated: 0,
      usage: { documents: 2, processed: 2, textract: { pages: 3 } },
    });
    expect(second).toMatchObject({
      repeated: 1,
      usage: { documents: 0, processed: 1, textract: { pages: 3 } },
    });
  });

  it('counts documents without a figure apart, and says how many may still change', () => {
    const { spend, unfinished } = sumRunSpend(1, [
      { run: 1, status: 'SUCCEEDED', usage: { textract: { ms: 5 } } },
      { run: 1, status: 'PROCESSING' },
      { run: 1, status: 'QUEUED' },
    ]);
    expect(spend.usage).toMatchObject({ documents: 3, processed: 1, uncounted: 1, mixes: [] });
    expect(unfinished).toBe(2);
  });

  it('leaves out figures that are no counts, and names that it does not know', () => {
    expect(
      readFigures({ pages: -3, documents: 1.5, runs: 'x', 'verify#m': 4, 'mix#none#{': 2, other: 9 }),
    ).toEqual(emptySpend);
  });
});

it('keeps a day for 400 days', () => {
  const at = '2026-11-19T00:00:00.000Z';
  const item = toTenantSpendItem({
    tenantId: 'alder',
    day: '2026-11-19',
    usage: {},
    version: 1,
    createdAt: at,
    updatedAt: at,
  });
  expect(new Date(item.ttl * 1_000).toISOString()).toBe('2027-12-24T00:00:00.000Z');
  expect(item).toMatchObject({ PK: 'TENANT#alder#SPEND', GSI1PK: 'SPEND#2026-11-19' });
  expect(item).not.toHaveProperty('day');
});
