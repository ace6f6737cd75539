import type { Usage } from '../contract/triage.ts';
import { decimal, decimalText, sumOf, times } from './decimal.ts';
import type { PriceBook } from './price-book.ts';
import { usdFor, type PriceName } from './price-names.ts';

/** What of a number of documents the infrastructure was busy with. */
interface Work {
  readonly documents: number;
  /** Of them those that at least one stage has worked on. */
  readonly processed: number;
  readonly stages: number;
  readonly ms: number;
}

interface InfrastructureCost {
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

/** A class of storage, and for how many days an object stays in it. */
interface StoragePhase {
  readonly storage: Extract<PriceName, 's3.standard' | `s3.glacier${string}`>;
  readonly days: number;
}

/** Where an object is kept from its upload until it is deleted. */
type Lifecycle = readonly [StoragePhase, ...StoragePhase[]];

/** Three days as it was uploaded, then in Glacier, and gone after six months of 30 days. */
export const pipelineLifecycle: Lifecycle = [
  { storage: 's3.standard', days: 3 },
  { storage: 's3.glacierFlexible', days: 177 },
];

interface Stored {
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
