import * as fc from 'fast-check';
import type { ModelUsage, Usage } from '#shared/contract/triage.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { priceNames } from '#shared/pricing/price-names.ts';

const count = fc.nat({ max: 50_000 });
/** An item may leave a figure out, which is null, and may name a model that no price book has. */
const said = fc.option(count, { freq: 6 });
const model = fc.constantFrom('claudeHaiku45.regional', 'novaLite', 'claudeSonnet.global', 'newest', null);

const analysis = fc.constantFrom('expense' as const, 'tablesAndForms' as const);

const modelUsage: fc.Arbitrary<ModelUsage> = fc.record({
  model,
  inputTokens: said,
  outputTokens: said,
  ms: said,
});

export const anyUsage: fc.Arbitrary<Usage | null> = fc.option(
  fc.record({
    textract: fc.option(fc.record({ pages: said, ms: said, analysis }, { requiredKeys: ['pages', 'ms'] }), {
      freq: 4,
    }),
    gapFill: fc.option(modelUsage, { freq: 3 }),
    verify: fc.option(modelUsage, { freq: 3 }),
  }),
  { freq: 8 },
);

/** Generates one of the two real books, or as often one in which some prices are missing. */
export const anyBook: fc.Arbitrary<PriceBook> = fc
  .tuple(fc.constantFrom(...priceBooks), fc.option(fc.subarray([...priceNames])))
  .map(([book, kept]) =>
    kept === null
      ? book
      : {
          ...book,
          prices: Object.fromEntries(
            kept.flatMap((name) => {
              const price = book.prices[name];
              return price === undefined ? [] : [[name, price]];
            }),
          ),
        },
  );
