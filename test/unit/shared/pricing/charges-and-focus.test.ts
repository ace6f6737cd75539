import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findServiceOfPrice, listCharges } from '#shared/pricing/charges.ts';
import { comparePriceBooks, describeBookAge, readPriceBook } from '#shared/pricing/compare-books.ts';
import { decimal, decimalText, sumDecimals } from '#shared/pricing/decimal.ts';
import { sumRunCauses, type SpentAndFailed } from '#shared/pricing/detailed-spend.ts';
import { focusColumns, toFocusCsv, type FocusCharge } from '#shared/pricing/focus.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { addFigures, readFigures, sumRunSpend, toFigures } from '#shared/pricing/run-spend.ts';
import { totalsCost } from '#shared/pricing/usage-totals.ts';
import { checkFocus } from './focus-rules.ts';

const [book, earlier] = priceBooks;
const units = fc.nat({ max: 5_000 });
const modelUsage = fc.record({
  model: fc.constantFrom('claudeHaiku45.regional', 'claudeSonnet.global', 'unknown'),
  inputTokens: units,
  outputTokens: units,
  ms: units,
});
const analysis = fc.constantFrom('expense' as const, 'tablesAndForms' as const);
const usage = fc.record(
  { textract: fc.record({ pages: units, ms: units, analysis }), gapFill: modelUsage, verify: modelUsage },
  { requiredKeys: [] },
);
const cause = fc.constantFrom({ cause: 'aa', pattern: 'A' }, { cause: 'bb', pattern: 'B' });
const document: fc.Arbitrary<SpentAndFailed> = fc.record(
  {
    run: fc.integer({ min: 1, max: 3 }),
    status: fc.constantFrom('SUCCEEDED', 'FAILED', 'PROCESSING'),
    usage,
    earlierUsage: fc.record({ 1: usage, 2: usage }, { requiredKeys: [] }),
    earlierCauses: fc.record({ 1: cause, 2: cause }, { requiredKeys: [] }),
    error: fc.record({ code: fc.constantFrom('Throttled', 'Unreadable') }),
  },
  { requiredKeys: ['run', 'status'] },
);

describe('the charges of a sum', () => {
  it('add up to its cost to the last digit', () => {
    fc.assert(
      fc.property(fc.array(document, { maxLength: 20 }), fc.integer({ min: 1, max: 3 }), (documents, run) => {
        const { usage: totals } = sumRunSpend(run, documents).spend;
        const sum = sumDecimals(listCharges(totals, book).map(({ usd }) => decimal(usd)));
        expect(decimalText(sum)).toBe(decimalText(decimal(totalsCost(totals, book).total)));
      }),
    );
  });
});

describe('what a run lost by cause', () => {
  it('is a part of what it consumed, and no document is in two causes', () => {
    fc.assert(
      fc.property(fc.array(document, { maxLength: 20 }), fc.integer({ min: 1, max: 3 }), (documents, run) => {
        const all = toFigures(sumRunSpend(run, documents).spend);
        const lost = sumRunCauses(run, documents).reduce((sum, one) => addFigures(sum, one.usage), {});
        for (const [name, figure] of Object.entries(lost)) {
          expect(figure, name).toBeLessThanOrEqual(all[name] ?? 0);
        }
      }),
    );
  });

  it('keeps the cause of an earlier run when a document is processed again', () => {
    const again: SpentAndFailed = {
      run: 2,
      status: 'SUCCEEDED',
      usage: { textract: { pages: 2 } },
      earlierUsage: { 1: { textract: { pages: 2 } } },
      earlierCauses: {
        1: {
          cause: 'aa',
          pattern: 'A',
        },
      },
    };
    expect(sumRunCauses(1, [again])).toMatchObject([{ kind: 'failed', cause: 'aa', usage: { pages: 2 } }]);
    expect(sumRunCauses(2, [again])).toMatchObject([{ kind: 'again', cause: 'aa', usage: { pages: 2 } }]);
    const { earlierCauses: _, ...unfailed } = again;
    expect(sumRunCauses(2, [unfailed])).toMatchObject([{ kind: 'again', cause: 'none' }]);
  });
});

describe('an export in the columns of FOCUS', () => {
  const context = { accountId: '111122223333', accountName: 'Staging, "EU"', region: 'eu-west-1', book };
  const totals = readFigures({
    documents: 3,
    processed: 3,
    stages: 3,
    pageDocuments: 3,
    pages: 7,
    ms: 10,
  }).usage;
  const charges = listCharges(totals, book).map((charge): FocusCharge => ({
    ...charge,
    day: '2026-12-31',
    tenantId: '=northwind',
    projectId: 'p',
    workflowId: 'w, "1"',
  }));

  it('is read back by the rules of the specification, and its costs add up', () => {
    const read = readCsv(toFocusCsv(charges, context));
    expect(checkFocus(read)).toEqual([]);
    const [columns = [], ...rows] = read;
    const cell = (row: readonly string[], name: string): string => row[columns.indexOf(name)] ?? '';
    expect(rows).toHaveLength(charges.length);
    for (const row of rows) {
      expect(row).toHaveLength(columns.length);
      expect(cell(row, 'BillingPeriodEnd')).toBe('2027-01-01T00:00:00Z');
      expect(cell(row, 'ChargePeriodEnd')).toBe('2027-01-01T00:00:00Z');
      // A spreadsheet must not run it.
      expect(cell(row, 'x_TenantId')).toBe("'=northwind");
      expect(JSON.parse(cell(row, 'Tags'))).toMatchObject({ workflow: 'w, "1"' });
      expect(cell(row, 'PricingUnit')).toMatch(/^[A-Z].*(?:s|GB)$/);
    }
    const sum = sumDecimals(rows.map((row) => decimal(cell(row, 'ListCost'))));
    expect(decimalText(sum)).toBe(decimalText(decimal(totalsCost(totals, book).total)));
  });

  it('is refused by these rules where a cell, a column or a sum is wrong', () => {
    const [columns = [], first = []] = readCsv(toFocusCsv(charges.slice(0, 1), context));
    const change = (name: string, value: string): readonly string[] =>
      checkFocus([columns, first.map((cell, at) => (columns[at] === name ? value : cell))]);
    expect(checkFocus([columns.filter((name) => name !== 'SkuMeter'), first])).toContain(
      'SkuMeter is missing',
    );
    expect(checkFocus([[...columns, 'Tenant'], first])).toContain('Tenant is no column of FOCUS');
    expect(change('SkuPriceId', '')).toEqual(['Row 1: SkuPriceId is null']);
    expect(change('ChargeClass', 'Correction')).toEqual(['Row 1: ChargeClass is not null']);
    expect(change('ListUnitPrice', '7')).toEqual([
      'Row 1: ListCost is not its unit price times PricingQuantity',
    ]);
    expect(change('BillingCurrency', 'dollars')).toEqual(['Row 1: BillingCurrency is no currency: dollars']);
    expect(change('PricingCategory', 'On demand')).toEqual([
      'Row 1: PricingCategory has no allowed value: On demand',
    ]);
    expect(change('BilledCost', '1E+2')).toEqual(['Row 1: BilledCost is no number: 1E+2']);
    expect(change('ConsumedUnit', 'page')).toEqual(['Row 1: ConsumedUnit is no unit: page']);
    expect(change('Tags', '{"tenant": ["a"]}')).toEqual(['Row 1: Tags is no key-value: {"tenant": ["a"]}']);
    expect(change('ChargePeriodEnd', '2027-01-02T00:00:00Z')).toEqual([
      'Row 1: The charge period is not within the billing period',
    ]);
    expect(focusColumns).toEqual([...focusColumns].toSorted());
  });

  it('names a service for every price that documents have', () => {
    for (const { price } of charges) expect(findServiceOfPrice(price).name, price).not.toBe('Other');
  });
});

describe('a price book from a file', () => {
  it('is read as it was written, and compared price by price', () => {
    const { book: read, problems } = readPriceBook(JSON.stringify(earlier));
    expect(problems).toEqual([]);
    const { changed, same } = comparePriceBooks(book, read ?? book);
    expect(changed.map(({ name }) => name)).toEqual(['dynamodb.read', 'dynamodb.write']);
    expect(changed[0]?.percent).toBe(100);
    expect(same).toBe(Object.keys(book.prices).length - 2);
    expect(comparePriceBooks(book, book)).toEqual({ changed: [], same: Object.keys(book.prices).length });
  });

  it.each([
    ['no JSON', '{', 'the file', /is no JSON/],
    ['no book', '{"id": "x"}', 'name', /expected string/],
    [
      'a wrong price',
      JSON.stringify({
        ...book,
        prices: { ...book.prices, 'sqs.fifo': { ...book.prices['sqs.fifo'], usd: 'a' } },
      }),
      'prices.sqs.fifo.usd',
      /expected dollars/,
    ],
    [
      'an unknown price',
      JSON.stringify({ ...book, prices: { ...book.prices, 'sqs.magic': book.prices['sqs.fifo'] } }),
      'prices',
      /sqs\.magic|Invalid key/,
    ],
  ])('is refused with its place: %s', (_, text, path, problem) => {
    const { book: read, problems } = readPriceBook(text);
    expect(read).toBeNull();
    const found = problems.find((one) => one.path.startsWith(path));
    expect(`${found?.path} ${found?.problem}`).toMatch(problem);
  });

  it('says how old its prices are', () => {
    expect(describeBookAge(book, '2026-11-27')).toMatch(
      /^Prices were read this month, \d+ of \d+ are from memory\.$/,
    );
    expect(describeBookAge(book, '2027-06-01')).toMatch(
      /read 7 months ago.* Compare them with newer ones\.$/,
    );
    expect(describeBookAge(earlier ?? book, '2026-11-27')).toContain('no longer applies since 2024-11-01');
  });
});

/** A small reader of RFC 4180, apart from the code that writes. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  let [cell, isQuoted] = ['', false];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (isQuoted) {
      if (sign === '"' && text.charAt(at + 1) === '"') [cell, at] = [`${cell}"`, at + 1];
      else if (sign === '"') isQuoted = false;
      else cell += sign;
    } else if (sign === '"') isQuoted = true;
    else if (sign === ',') {
      rows.at(-1)?.push(cell);
      cell = '';
    } else if (sign === '\r') {
      rows.at(-1)?.push(cell);
      cell = '';
      rows.push([]);
      at += 1;
    } else cell += sign;
  }
  return rows.slice(0, -1);
}
