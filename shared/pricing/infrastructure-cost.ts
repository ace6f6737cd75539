import type { Usage } from '../contract/triage/documents.ts';
import { decimal, decimalText, sumOf } from './decimal.ts';
import type { PriceBook } from './price-book.ts';
import type { PriceName } from './price-names.ts';
import { usdFor } from './usd-for.ts';

/**
 * All of a document that is neither Textract nor Bedrock: about 2 % of it. Planning figures apart from the time its
 * stages took; `isWhole` is false where the book lacks one of the prices.
 */
export function infrastructureCost(
  usage: Usage | null,
  book: PriceBook,
): { readonly usd: string; readonly isWhole: boolean } {
  const stages = [usage?.textract, usage?.gapFill, usage?.verify].flatMap((stage) => stage ?? []);
  const ms = stages.reduce((sum, stage) => sum + (stage.ms ?? 0), 0);
  const units: readonly (readonly [PriceName, string | number])[] = [
    ...takenIn,
    // Functions have 1 GB: a second of one is a GB-second.
    ['lambda.arm64', decimalText({ digits: decimal(ms).digits, places: decimal(ms).places + 3 })],
    ['lambda.request', stages.length],
    [
      'stepFunctions.transition',
      stages.length === 0 ? 0 : transitionsAround + stages.length * transitionsOfAStage,
    ],
    ['dynamodb.write', stages.length * writesOfAStage],
    ['dynamodb.read', stages.length * readsOfAStage],
  ];
  const costs = units.map(([name, count]) => usdFor(book, name, count));
  const known = costs.filter((usd) => usd !== null);
  return { usd: decimalText(sumOf(known.map(decimal))), isWhole: known.length === costs.length };
}

/** Its state, and its share of retries, of the Map that it is in, and of what marks a document as failed. */
const transitionsOfAStage = 2;
/** Its share of the eight states that find, list, finalise and tell, for a batch of the usual size. */
const transitionsAround = 1;
/** The stage's status in an item of about 3 KB and in its index entry, and a line of the passport. */
const writesOfAStage = 5;
/** The item, consistent, its batch and its workflow. */
const readsOfAStage = 3;

/** Half a megabyte, in gigabytes. */
const fileGb = '0.0005';
const daysOfMonth = 30n;

/** From the upload until it is deleted after six months, whether it is ever read or not. */
const takenIn: readonly (readonly [PriceName, string | number])[] = [
  // Sent by S3, received and deleted.
  ['sqs.standard', 3],
  // The one that takes the message in.
  ['lambda.request', 1],
  // Created in a transaction, which counts twice, with its batch's counters; then its arrival.
  ['dynamodb.write', 5],
  // Uploaded, and moved to Glacier.
  ['s3.put', 2],
  // Read by Textract, and by somebody who looks at it.
  ['s3.get', 2],
  // Three days as it is, then in Glacier.
  ['s3.standard', months(3n)],
  ['s3.glacierFlexible', months(177n)],
];

/** A file's gigabytes by months, to twelve places. */
function months(days: bigint): string {
  const { digits, places } = decimal(fileGb);
  return decimalText({ digits: (digits * days * 10n ** 12n) / daysOfMonth, places: places + 12 });
}
