import type { Usage } from '../contract/triage/documents.ts';
import { decimal, decimalText, sumOf, times } from './decimal.ts';
import type { PriceBook } from './price-book.ts';
import type { PriceName } from './price-names.ts';
import { pipelineLifecycle, storageCost } from './storage-lifecycle.ts';
import type { Stored } from './storage-lifecycle.ts';
import { usdFor } from './usd-for.ts';

/** What of a number of documents the infrastructure was busy with. */
export interface Work {
  readonly documents: number;
  /** Of them those that at least one stage has worked on. */
  readonly processed: number;
  readonly stages: number;
  readonly ms: number;
}

export interface InfrastructureCost {
  readonly usd: string;
  /** False where the book lacks one of the prices. */
  readonly isWhole: boolean;
}

/** All of a document that is neither Textract nor Bedrock: about 2 % of it. */
export function infrastructureCost(usage: Usage | null, book: PriceBook): InfrastructureCost {
  return infrastructureOf(workOf(usage), book);
}

export function workOf(usage: Usage | null): Work {
  const stages = [usage?.textract, usage?.gapFill, usage?.verify].flatMap((stage) => stage ?? []);
  return {
    documents: 1,
    processed: stages.length > 0 ? 1 : 0,
    stages: stages.length,
    ms: stages.reduce((sum, stage) => sum + (stage.ms ?? 0), 0),
  };
}

/** Planning figures apart from the time that stages took. The same for a sum as the sum of it for each document. */
export function infrastructureOf(
  { documents, processed, stages, ms }: Work,
  book: PriceBook,
  megabytesEach: number = fileMegabytes,
): InfrastructureCost {
  const units: readonly (readonly [PriceName, string | number])[] = [
    ...takenIn.map(([name, each]) => [name, each * documents] as const),
    // Functions have 1 GB: a second of one is a GB-second.
    ['lambda.arm64', decimalText({ digits: decimal(ms).digits, places: decimal(ms).places + 3 })],
    ['lambda.request', stages],
    ['stepFunctions.transition', processed * transitionsAround + stages * transitionsOfAStage],
    ['dynamodb.write', stages * writesOfAStage],
    ['dynamodb.read', stages * readsOfAStage],
  ];
  const stored = storageCost(storedOf(documents, megabytesEach), pipelineLifecycle, book);
  const costs = [
    ...units.map(([name, count]) => usdFor(book, name, count)),
    stored.requestsUsd,
    ...stored.phases.map(({ usd }) => usd),
  ];
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

const fileMegabytes = 0.5;

/** A file each: from the upload until it is deleted, whether it is ever read or not. */
function storedOf(documents: number, megabytesEach: number): Stored {
  const { digits, places } = times(decimal(megabytesEach), decimal(documents));
  return { gb: decimalText({ digits, places: places + 3 }), objects: documents };
}

/** Of a document that came in, apart from keeping its file. */
const takenIn: readonly (readonly [PriceName, number])[] = [
  // Sent by S3, received and deleted.
  ['sqs.standard', 3],
  // The one that takes the message in.
  ['lambda.request', 1],
  // Created in a transaction, which counts twice, with its batch's counters; then its arrival.
  ['dynamodb.write', 5],
  // Read by Textract, and by somebody who looks at it.
  ['s3.get', 2],
];
