import type { Usage } from '../contract/triage.ts';
import { decimal, decimalText, sumDecimals, times } from './decimal.ts';
import type { PriceBook } from './price-book.ts';
import { usdFor, type PriceName } from './price-names.ts';

/** The work of the infrastructure on a number of documents. */
interface Work {
  readonly documents: number;
  /** The documents that at least one stage has worked on. */
  readonly processed: number;
  readonly stages: number;
  readonly ms: number;
}

interface InfrastructureCost {
  readonly usd: string;
  /** False if the book lacks one of the prices. */
  readonly isWhole: boolean;
}

/** Computes a document's cost apart from Textract and Bedrock, which is about 2 % of it. */
export function infrastructureCost(usage: Usage | null, book: PriceBook): InfrastructureCost {
  return estimateInfrastructure(toWork(usage), book);
}

export function toWork(usage: Usage | null): Work {
  const stages = [usage?.textract, usage?.gapFill, usage?.verify].flatMap((stage) => stage ?? []);
  return {
    documents: 1,
    processed: stages.length > 0 ? 1 : 0,
    stages: stages.length,
    ms: stages.reduce((sum, stage) => sum + (stage.ms ?? 0), 0),
  };
}

/**
 * Uses planning figures, except for the duration of stages. The result for a sum of documents equals the sum of their
 * results.
 */
export function estimateInfrastructure(
  work: Work,
  book: PriceBook,
  megabytesEach: number = fileMegabytes,
): InfrastructureCost {
  const costs = listInfrastructureCosts(work, book, megabytesEach).map(({ usd }) => usd);
  const known = costs.filter((usd) => usd !== null);
  return { usd: decimalText(sumDecimals(known.map(decimal))), isWhole: known.length === costs.length };
}

interface PartOfInfrastructure {
  readonly name: PriceName;
  readonly units: string;
  /** Null if the book lacks its price. */
  readonly usd: string | null;
}

/** Computes each part by the name of its price, so that it can be counted to its service. */
export function listInfrastructureCosts(
  { documents, processed, stages, ms }: Work,
  book: PriceBook,
  megabytesEach: number = fileMegabytes,
): readonly PartOfInfrastructure[] {
  const units: readonly (readonly [PriceName, string | number])[] = [
    ...takenIn.map(([name, each]) => [name, each * documents] as const),
    // Functions have 1 GB of memory, so a second is a GB-second.
    ['lambda.arm64', decimalText({ digits: decimal(ms).digits, places: decimal(ms).places + 3 })],
    ['lambda.request', stages],
    ['stepFunctions.transition', processed * transitionsAround + stages * transitionsOfAStage],
    ['dynamodb.write', stages * writesOfAStage],
    ['dynamodb.read', stages * readsOfAStage],
  ];
  const stored = storageCost(computeStored(documents, megabytesEach), pipelineLifecycle, book);
  return [
    ...units.map(([name, count]) => ({ name, units: String(count), usd: usdFor(book, name, count) })),
    { name: 's3.put', units: String(stored.puts), usd: stored.requestsUsd },
    ...stored.phases.map(({ storage, days, usd }) => ({
      name: storage,
      units: gbMonths(computeStored(documents, megabytesEach).gb, days),
      usd,
    })),
  ];
}

/**
 * Each stage has its own state, and a share of retries, of its Map and of the state that marks a document as failed.
 */
const transitionsOfAStage = 2;
/** A document's share of the eight states that find, list, finalise and notify, for a batch of the usual size. */
const transitionsAround = 1;
/** The stage's status changes in an item of about 3 KB and in its index entry, and adds a line to the passport. */
const writesOfAStage = 5;
/** A stage reads the item consistently, its batch and its workflow. */
const readsOfAStage = 3;

const fileMegabytes = 0.5;

/** Each document has a file, which is stored from upload to deletion even if it is never read. */
function computeStored(documents: number, megabytesEach: number): Stored {
  const { digits, places } = times(decimal(megabytesEach), decimal(documents));
  return { gb: decimalText({ digits, places: places + 3 }), objects: documents };
}

/** The units for each document that came in, apart from storing its file. */
const takenIn: readonly (readonly [PriceName, number])[] = [
  // The message is sent by S3, received and deleted.
  ['sqs.standard', 3],
  // One function takes the message in.
  ['lambda.request', 1],
  // The item is created in a transaction with its batch's counters, which counts twice. Later its arrival is written.
  ['dynamodb.write', 5],
  // The file is read by Textract, and by a person who looks at it.
  ['s3.get', 2],
];

/** A storage class, and for how many days an object stays in it. */
interface StoragePhase {
  readonly storage: Extract<PriceName, 's3.standard' | `s3.glacier${string}`>;
  readonly days: number;
}

/** The storage phases of an object from its upload to its deletion. */
type Lifecycle = readonly [StoragePhase, ...StoragePhase[]];

/** An object stays three days in S3 Standard, then in Glacier Instant Retrieval, and is deleted after six months of 30 days. */
export const pipelineLifecycle: Lifecycle = [
  { storage: 's3.standard', days: 3 },
  { storage: 's3.glacierInstant', days: 177 },
];

interface Stored {
  readonly gb: string | number;
  readonly objects: number;
}

interface PhaseCost extends StoragePhase {
  /** Exact dollars; null if the book does not price it. */
  readonly usd: string | null;
}

export interface StorageCost {
  /** Null if one of the prices is missing, because a partial sum would look complete. */
  readonly usd: string | null;
  /** One upload for each object, and one more for each change of its class. */
  readonly puts: number;
  readonly requestsUsd: string | null;
  readonly phases: readonly PhaseCost[];
}

/** A month counts as 30 days, as everywhere in costs. */
const daysOfMonth = 30n;

/** Computes what it costs to store objects for their whole life, including the requests that upload and move them. */
export function storageCost({ gb, objects }: Stored, lifecycle: Lifecycle, book: PriceBook): StorageCost {
  const puts = objects * lifecycle.length;
  const requestsUsd = usdFor(book, 's3.put', puts);
  const phases = lifecycle.map((phase) => ({
    ...phase,
    usd: usdFor(book, phase.storage, gbMonths(gb, phase.days)),
  }));
  const all = [requestsUsd, ...phases.map(({ usd }) => usd)];
  const known = all.filter((usd) => usd !== null);
  const usd = known.length === all.length ? decimalText(sumDecimals(known.map(decimal))) : null;
  return { usd, puts, requestsUsd, phases };
}

/** Cuts off after twelve places, because a thirtieth has no finite decimal form. */
function gbMonths(gb: string | number, days: number): string {
  const { digits, places } = times(decimal(gb), decimal(days));
  return decimalText({ digits: (digits * 10n ** 12n) / daysOfMonth, places: places + 12 });
}
