import type { Dice } from './dice.ts';
import { makeIds } from './make-ids.ts';
import type { Cause, Item, PlantedBatch, PlantedDocument, Value } from './world.ts';

/** Describes habits that one deployment follows in all its batches. */
export interface BatchHabits {
  readonly now: number;
  readonly time: (at: number) => string;
  readonly counts: 'whole' | 'without zeros' | 'none';
  readonly hasDocumentCount: boolean;
  /** Includes attributes of our own pipeline that domain.md does not name. */
  readonly hasOwnAttributes: boolean;
  readonly hasStamps: boolean;
  /** A failed item older than this has lost its keys in GSI2. */
  readonly retentionMs: number;
  readonly usage: 'ours' | 'other' | 'none';
  readonly causes: readonly Cause[];
  readonly strangeStatus: boolean;
  readonly hasHugeItem: boolean;
  readonly extras: () => Item;
  readonly stamps: (at: number) => Item;
}

interface Asked {
  readonly tenantId: string;
  readonly projectId: string;
  readonly batchId: string;
  readonly workflowId: string | null;
  readonly madeAt: number;
  readonly documents: number;
}

const sparse: ReadonlySet<string> = new Set(['PROCESSING', 'FAILED', 'REVIEW_REQUIRED']);

/** Plans a batch whose status follows from its documents, as domain.md says. */
export function planBatch(
  asked: Asked,
  habits: BatchHabits,
  dice: Dice,
): { readonly batch: PlantedBatch; readonly items: readonly Item[] } {
  const { tenantId, projectId, batchId, workflowId, madeAt } = asked;
  const statuses = Array.from({ length: asked.documents }, () => pickStatus(dice, habits));
  const status = batchStatus(statuses, habits, dice);
  const makeDocument = makeIds(dice, 'doc');
  const documents = statuses.map((one) => planDocument(makeDocument(madeAt), one, madeAt, habits, dice));
  const latest = Math.max(madeAt, ...documents.map(({ since }) => since));
  // A document that waits for a person or is in work has not ended, so its batch stays in the index.
  const isOpen = statuses.some(
    (one) => one === 'REVIEW_REQUIRED' || one === 'PROCESSING' || one === 'QUEUED',
  );
  const isInIndex =
    sparse.has(status) && (status !== 'FAILED' || isOpen || habits.now - latest < habits.retentionMs);
  // According to domain.md, 1.3, a batch is written with its documents, so no document can have waited longer than its
  // batch exists.
  const createdAt = habits.hasStamps ? madeAt : null;
  const batch: PlantedBatch = {
    tenantId,
    projectId,
    batchId,
    workflowId,
    status,
    since: latest,
    isInIndex,
    createdAt,
    documents,
  };
  const items = [batchItem(batch, habits, dice)];
  for (const document of documents) items.push(documentItem(batch, document, habits, dice));
  if (habits.hasHugeItem && documents[0] !== undefined) {
    const huge = items[1];
    if (huge !== undefined) huge['ocrText'] = { S: 'x'.repeat(380_000) };
  }
  items.push(...strangers(batch, habits, dice));
  return { batch, items };
}

function pickStatus(dice: Dice, { strangeStatus }: BatchHabits): string {
  if (strangeStatus && dice.chance(0.1)) return 'ON_HOLD';
  return dice.of([
    'SUCCEEDED',
    'SUCCEEDED',
    'SUCCEEDED',
    'FAILED',
    'REVIEW_REQUIRED',
    'REVIEW_REQUIRED',
    'REJECTED',
    'PROCESSING',
    'QUEUED',
  ]);
}

function batchStatus(statuses: readonly string[], { strangeStatus }: BatchHabits, dice: Dice): string {
  if (strangeStatus && dice.chance(0.1)) return 'ARCHIVED';
  if (statuses.length > 0 && statuses.every((one) => one === 'QUEUED')) return 'QUEUED';
  if (statuses.some((one) => one === 'PROCESSING' || one === 'QUEUED')) return 'PROCESSING';
  // The batch's execution may have failed even if none of its documents did.
  if (statuses.includes('FAILED') || dice.chance(0.05)) return 'FAILED';
  return statuses.includes('REVIEW_REQUIRED') ? 'REVIEW_REQUIRED' : 'SUCCEEDED';
}

function planDocument(
  documentId: string,
  status: string,
  madeAt: number,
  { now, retentionMs, causes, usage }: BatchHabits,
  dice: Dice,
): PlantedDocument {
  const since =
    madeAt + Math.floor((Math.min(now - madeAt, 3_600_000) * dice.between(1, 90)) / 100_000) * 1_000;
  const isWorkedOn = status !== 'QUEUED' && status !== 'PROCESSING';
  const cause = status === 'FAILED' ? (causes[dice.between(0, causes.length - 1)] ?? null) : null;
  const isScored = isWorkedOn && status !== 'FAILED' && status !== 'ON_HOLD' && dice.chance(0.9);
  return {
    documentId,
    status,
    since,
    isInIndex: sparse.has(status) && (status !== 'FAILED' || now - since < retentionMs),
    cause,
    score: isScored ? dice.between(0, 100) / 100 : null,
    usage:
      isWorkedOn && usage === 'ours'
        ? { pages: dice.between(1, 9), inputTokens: dice.between(100, 5_000) }
        : null,
  };
}

function batchItem(batch: PlantedBatch, habits: BatchHabits, dice: Dice): Item {
  const { tenantId, projectId, batchId, workflowId, status, since, isInIndex, createdAt, documents } = batch;
  const { time } = habits;
  return {
    ...habits.extras(),
    PK: { S: `TENANT#${tenantId}#PROJECT#${projectId}` },
    SK: { S: `BATCH#${batchId}` },
    GSI3PK: { S: batchId },
    GSI3SK: { S: 'BATCH' },
    ...(isInIndex && {
      GSI2PK: { S: `TENANT#${tenantId}#STATUS#${status}` },
      GSI2SK: { S: time(since) },
    }),
    status: { S: status },
    ...(habits.counts !== 'none' && { counts: { M: toStoredCounts(documents, habits) } }),
    ...(habits.hasDocumentCount && { documentCount: { N: String(documents.length) } }),
    ...(workflowId !== null && { workflowId: { S: workflowId } }),
    ...(habits.hasOwnAttributes && {
      statusSince: { S: time(since) },
      received: { N: String(documents.length) },
      run: { N: '1' },
      runs: { M: { '1': { S: status === 'FAILED' ? 'FAILED' : 'SUCCEEDED' } } },
      submittedBy: { S: 'clerk' },
    }),
    ...(dice.chance(0.6) && { confidenceThreshold: { N: '0.6' }, reviewThreshold: { N: '0.9' } }),
    ...(createdAt !== null && {
      version: { N: String(dice.between(1, 40)) },
      createdAt: { S: time(createdAt) },
      updatedAt: { S: time(Math.max(createdAt, since)) },
    }),
  };
}

function toStoredCounts(
  documents: readonly PlantedDocument[],
  { counts }: BatchHabits,
): Record<string, Value> {
  const known = ['QUEUED', 'PROCESSING', 'SUCCEEDED', 'REVIEW_REQUIRED', 'FAILED', 'REJECTED'];
  const named = new Set([...(counts === 'whole' ? known : []), ...documents.map(({ status }) => status)]);
  return Object.fromEntries(
    [...named].map((status) => [
      status,
      { N: String(documents.filter((document) => document.status === status).length) },
    ]),
  );
}

function documentItem(
  { tenantId, batchId, createdAt }: PlantedBatch,
  { documentId, status, since, isInIndex, cause, score, usage }: PlantedDocument,
  habits: BatchHabits,
  dice: Dice,
): Item {
  const { time } = habits;
  // A person claimed it and gave it back, so it was changed after it began to wait.
  const updatedAt = dice.chance(0.3) ? Math.min(habits.now, since + 1_800_000) : since;
  return {
    ...habits.extras(),
    PK: { S: `TENANT#${tenantId}#BATCH#${batchId}` },
    SK: { S: `DOCUMENT#${documentId}` },
    ...(isInIndex && {
      GSI2PK: { S: `TENANT#${tenantId}#BATCH#${batchId}#STATUS#${status}` },
      GSI2SK: { S: time(since) },
    }),
    status: { S: status },
    ...(cause !== null && toStoredError(cause)),
    ...(score !== null && { score: { N: String(score) } }),
    ...toStoredUsage(usage, habits, dice),
    ...(habits.hasOwnAttributes && {
      statusSince: { S: time(since) },
      fileName: { S: `${documentId.slice(0, 40)}.pdf` },
      run: { N: String(dice.between(1, 3)) },
    }),
    ...(createdAt !== null && {
      version: { N: String(dice.between(1, 9)) },
      createdAt: { S: time(createdAt) },
      updatedAt: { S: time(updatedAt) },
    }),
  };
}

/** Uses various shapes, because domain.md names `usage` without a shape. */
function toStoredUsage(usage: PlantedDocument['usage'], habits: BatchHabits, dice: Dice): Item {
  if (usage !== null) {
    const model = { model: { S: 'claudeHaiku45.regional' }, outputTokens: { N: '90' }, ms: { N: '1200' } };
    return {
      usage: {
        M: {
          textract: { M: { pages: { N: String(usage.pages) }, ms: { N: '800' } } },
          verify: { M: { ...model, inputTokens: { N: String(usage.inputTokens) } } },
        },
      },
    };
  }
  if (habits.usage !== 'other') return {};
  const other: readonly [Value, ...Value[]] = [
    { N: '17' },
    { M: { credits: { N: '3' } } },
    { S: 'four pages' },
  ];
  return { usage: dice.of(other) };
}

function toStoredError({ code, message, shape }: Cause): Item {
  if (shape === 'map')
    return { error: { M: { stage: { S: 'textract' }, code: { S: code }, message: { S: message } } } };
  if (shape === 'text') return { error: { S: `${code}: ${message}` } };
  if (shape === 'other map') return { error: { M: { kind: { S: code }, details: { S: message } } } };
  return shape === 'list' ? { error: { L: [{ S: code }, { S: message }] } } : {};
}

/** Plans items of another kind that share a partition, or the beginning of a key, with a batch or its documents. */
function strangers(batch: PlantedBatch, { time, now }: BatchHabits, dice: Dice): Item[] {
  if (!dice.chance(0.12)) return [];
  const { tenantId, projectId, batchId } = batch;
  const ofBatch = `TENANT#${tenantId}#BATCH#${batchId}`;
  return [
    {
      PK: { S: ofBatch },
      SK: { S: 'PAGE#1' },
      GSI2PK: { S: `${ofBatch}#STATUS#${dice.of(['FAILED', 'REVIEW_REQUIRED'])}` },
      GSI2SK: { S: time(now - 7_200_000) },
      status: { S: 'FAILED' },
    },
    {
      PK: { S: `TENANT#${tenantId}#PROJECT#${projectId}` },
      SK: { S: `BATCH#${batchId}#NOTE#1` },
      text: { S: 'call them back' },
    },
    {
      PK: { S: ofBatch },
      SK: { S: `DOCUMENT#${batch.documents[0]?.documentId ?? 'none'}#PAGE#1` },
      words: { N: '312' },
    },
  ];
}
