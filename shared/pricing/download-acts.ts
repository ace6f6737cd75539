import { downloadEntities } from '../catalogue/systems/downloads-system.ts';
import { decimal, decimalText, sumDecimals } from './decimal.ts';
import type { PriceBook } from './price-book.ts';
import { usdFor, type PriceName } from './price-names.ts';

/** The units that an action on downloads makes the pipeline use in AWS, until its effects have ended. */
export interface ActUnits {
  /** Requests to SQS. */
  readonly requests: number;
  readonly writes: number;
  readonly reads: number;
}

/** Each file is changed, sent twice, received and deleted as often, claimed and ended. */
export function requeueUnits(files: number): ActUnits {
  return {
    requests: 6 * files,
    writes: (2 * fileUnits + fileEntries + rememberedUnits + 2 * fileWrite) * files,
    // The reads are those of the console and the pipeline before the change, the remembered request, the claim, and a
    // look.
    reads: 5 * files,
  };
}

/** The day runs again as a new batch: missing files are fetched again, and all files are checked until it ends. */
export function runAgainUnits({
  files,
  lacking,
}: {
  readonly files: number;
  readonly lacking: number;
}): ActUnits {
  return {
    requests: looksAtBatch * 3 + 3 * lacking,
    writes: 2 + batchEntries + rememberedUnits + looksAtBatch * (1 + batchEntries) + 3 * fileWrite * lacking,
    reads: 2 + (1 + looksAtBatch) * files + 2 * lacking,
  };
}

/** The files are read once more, so that the batch ends with their real state. */
export function closeUnits(files: number): ActUnits {
  return { requests: 0, writes: 2 + batchEntries + rememberedUnits, reads: 3 + files };
}

interface PricedLine {
  readonly what: string;
  readonly units: number;
  /** Exact dollars; null if the book does not price it. */
  readonly usd: string | null;
}

export function pricedUnits(
  { requests, writes, reads }: ActUnits,
  book: PriceBook,
): { readonly usd: string | null; readonly lines: readonly PricedLine[] } {
  const parts: readonly (readonly [PriceName, string, number])[] = [
    ['sqs.standard', requests === 1 ? 'request to SQS' : 'requests to SQS', requests],
    ['dynamodb.write', writes === 1 ? 'write unit' : 'write units', writes],
    ['dynamodb.read', reads === 1 ? 'read unit' : 'read units', reads],
  ];
  const lines = parts
    .filter(([, , units]) => units > 0)
    .map(([name, what, units]) => ({ what, units, usd: usdFor(book, name, units) }));
  const known = lines.flatMap(({ usd }) => (usd === null ? [] : [decimal(usd)]));
  return { usd: known.length === lines.length ? decimalText(sumDecimals(known)) : null, lines };
}

const fileUnits = Math.ceil(downloadEntities.File.bytes / 1_024);
/** The status is a key of two indexes, so in each one entry is removed and one is added. */
const fileEntries = 2 * 2 * fileUnits;
const fileWrite = fileUnits + fileEntries;
const batchEntries = 2;
/** The pipeline stores its answer for a day in the same transaction, which counts twice. */
const rememberedUnits = 2;
/** The batch is read every five minutes, for the usual duration. */
const looksAtBatch = 2;
