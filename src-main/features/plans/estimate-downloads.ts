import type { Estimate } from '#shared/contract/jobs/plans.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { pricedUnits, type ActUnits } from '#shared/pricing/download-acts.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';

/** Next to nothing, and named all the same: what the provider asks for a file is not ours to know. */
export function estimateOfDownloads(units: ActUnits, basis: string, book: PriceBook): Estimate {
  const { usd, lines } = pricedUnits(units, book);
  return {
    usd,
    priceBook: { id: book.id, name: book.name },
    lines: lines.flatMap((line) =>
      line.usd === null ? [] : [{ what: `${grouped(line.units)} ${line.what}`, usd: line.usd }],
    ),
    seconds: null,
    basis: `${basis}; functions, storage and the provider are not in it`,
  };
}
