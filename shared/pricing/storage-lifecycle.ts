import { decimal, decimalText, sumOf, times } from './decimal.ts';
import type { PriceBook } from './price-book.ts';
import type { PriceName } from './price-names.ts';
import { usdFor } from './usd-for.ts';

/** A class of storage, and for how many days an object stays in it. */
interface StoragePhase {
  readonly storage: Extract<PriceName, 's3.standard' | `s3.glacier${string}`>;
  readonly days: number;
}

/** Where an object is kept from its upload until it is deleted. */
export type Lifecycle = readonly [StoragePhase, ...StoragePhase[]];

/** Three days as it was uploaded, then in Glacier, and gone after six months of 30 days. */
export const pipelineLifecycle: Lifecycle = [
  { storage: 's3.standard', days: 3 },
  { storage: 's3.glacierFlexible', days: 177 },
];

export interface Stored {
  readonly gb: string | number;
  readonly objects: number;
}

interface PhaseCost extends StoragePhase {
  /** Exact dollars; null where the book does not price it. */
  readonly usd: string | null;
}

export interface StorageCost {
  /** Null where one of the prices is missing: a part of it would look like all of it. */
  readonly usd: string | null;
  /** One upload of each object, and one more for each change of its class. */
  readonly puts: number;
  readonly requestsUsd: string | null;
  readonly phases: readonly PhaseCost[];
}

/** A month is taken as 30 days, as everywhere in costs. */
const daysOfMonth = 30n;

/** What it costs to keep objects for their whole life, with the requests that put them there and move them. */
export function storageCost({ gb, objects }: Stored, lifecycle: Lifecycle, book: PriceBook): StorageCost {
  const puts = objects * lifecycle.length;
  const requestsUsd = usdFor(book, 's3.put', puts);
  const phases = lifecycle.map((phase) => ({
    ...phase,
    usd: usdFor(book, phase.storage, gbMonths(gb, phase.days)),
  }));
  const all = [requestsUsd, ...phases.map(({ usd }) => usd)];
  const known = all.filter((usd) => usd !== null);
  const usd = known.length === all.length ? decimalText(sumOf(known.map(decimal))) : null;
  return { usd, puts, requestsUsd, phases };
}

/** To twelve places, since a thirtieth has no end. */
function gbMonths(gb: string | number, days: number): string {
  const { digits, places } = times(decimal(gb), decimal(days));
  return decimalText({ digits: (digits * 10n ** 12n) / daysOfMonth, places: places + 12 });
}
