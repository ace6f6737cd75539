import {
  ConditionalCheckFailedException,
  PutItemCommand,
  QueryCommand,
  TransactionConflictException,
  type TransactWriteItem,
} from '@aws-sdk/client-dynamodb';
import type { PipelineParts, StreamFunction, StreamRecord } from '../parts.ts';
import { fromItem, toItem, type PlainItem } from '../plain-items.ts';
import { OthersWereQuicker, transact } from '../transact.ts';
import { tryEach } from '../try-each.ts';
import {
  attentionKey,
  attentionKeptMs,
  causeRows,
  countIn,
  countRows,
  mayWait,
  nextAttention,
  type AttentionItem,
  type CauseRow,
} from './attention.ts';
import { addToCauseOfDay, addToCauseOfTenant, addToKnownCause, causeKeys } from './cause-items.ts';
import type { BatchItem, WebhookDelivery } from './item-shapes.ts';
import { keepDrift, listCounted } from './keep-drift.ts';
import { recordProgress } from './keep-progress.ts';
import { keepSpend } from './keep-spend.ts';
import { documentsPartition, keyOf } from './keys.ts';
import { findBatches, getDocument, getItem, parseBatch, queryUnder } from './read-items.ts';
import { putNew, putOver } from './stored-items.ts';

/** A batch whose records are in the stream. A delivery does not say the project. */
export interface BatchSeen {
  readonly tenantId: string;
  readonly batchId: string;
  readonly projectId?: string;
  /** Another person may work on it now. */
  readonly hasWork?: true;
}

/**
 * Keeps what questions about all tenants need (decision 029). It takes from a record only which batch has changed, and
 * reads the batch itself, so that records may come again, late or in another order.
 */
export function keepAttention(parts: PipelineParts): StreamFunction {
  return async ({ Records }) => {
    const kept: string[] = [];
    let failedAt = Records.length;
    let failed: string | undefined;
    let problem: unknown;
    const attempt = async (subject: string, at: number, keep: () => Promise<void>): Promise<void> => {
      try {
        await keep();
        kept.push(subject);
      } catch (error) {
        if (at >= failedAt) return;
        problem = error;
        failed = subject;
        failedAt = at;
      }
    };
    await tryEach(listBatches(Records), { lanes: mostTogether }, ({ batch, at }) =>
      attempt(`batch ${batch.tenantId} ${batch.batchId}`, at, async () => {
        const found = await keepBatch(parts, batch);
        if (found) await keepSpend(parts, found);
      }),
    );
    await tryEach(listCounted(Records), { lanes: mostTogether }, ({ counts, at }) =>
      attempt(`counts ${counts.tenantId} ${counts.workflowId}`, at, () => keepDrift(parts, counts)),
    );
    await recordProgress(parts, Records, { failedAt, failed, kept });
    if (failedAt === Records.length) return { batchItemFailures: [] };
    const { SequenceNumber } = Records[failedAt]?.dynamodb ?? {};
    // The call itself fails only for its first record, so that Lambda logs the reason and tries smaller batches.
    if (failedAt === 0 || SequenceNumber === undefined) throw problem;
    return { batchItemFailures: [{ itemIdentifier: SequenceNumber }] };
  };
}

/** Batches that are kept at the same time: they wait for the table most of the time. */
const mostTogether = 4;

/** Each attempt that is lost means that another writer succeeded, or that an index is late. */
const mostAttempts = 60;
/** An index that still tells something else after this many readings is believed. */
const mostWaits = 6;
/** A transaction has at most 100 actions, and a row has up to three. */
const mostRows = 30;

/** Writes what is kept about a batch, and its failures into the causes by day. Returns the batch. */
export async function keepBatch(
  parts: PipelineParts,
  seen: BatchSeen,
  { isRebuilt = false }: { readonly isRebuilt?: boolean } = {},
): Promise<BatchItem | undefined> {
  let waits = 0;
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const before = await getAttention(parts, seen);
    const found = await readBatch(parts, seen, before);
    if (!found) {
      if (before && !(await putAlone(parts, withoutPlaces(parts, before), before))) continue;
      return undefined;
    }
    const { batch, isSwept } = found;
    const deliveries = await listDeliveries(parts, batch);
    const oldest = mayWait(batch) ? await findOldestReview(parts, batch) : { isLate: false };
    if (oldest.isLate && waits < mostWaits) {
      waits += 1;
      await parts.pause(waits);
      continue;
    }
    const now = parts.now();
    // A rebuild counts the causes by day of a tenant from all its batches, so what has no item is not added.
    const counted = before?.failures ?? (isRebuilt ? (batch.failures ?? {}) : countedLongAgo(batch, now));
    const all = causeRows(counted, batch);
    const rows = all.slice(0, mostRows);
    const failures = countRows(counted, batch, rows);
    const oldestReviewAt = oldest.at;
    const isWorkRead = seen.hasWork === true || before === undefined || isRebuilt;
    const work = isWorkRead ? await readWork(parts, batch) : undefined;
    const next = nextAttention(before, { batch, deliveries, oldestReviewAt, now, failures, isSwept, work });
    if (!next) return batch;
    if (await write(parts, { before, next, rows, batch })) {
      if (all.length <= mostRows) return batch;
    } else await parts.pause(attempt);
  }
  throw new OthersWereQuicker(
    `What is kept about ${seen.batchId} was changed by others ${mostAttempts} times`,
  );
}

/** The item had expired, so what is older than it lives was counted before. */
function countedLongAgo({ failures = {} }: BatchItem, now: number): NonNullable<BatchItem['failures']> {
  const since = new Date(now - attentionKeptMs).toISOString();
  return Object.fromEntries(Object.entries(failures).filter(([, { lastAt }]) => lastAt < since));
}

export async function getAttention(
  parts: PipelineParts,
  { tenantId, batchId }: BatchSeen,
): Promise<AttentionItem | undefined> {
  return (await getPlain(parts, attentionKey(tenantId, batchId))) as unknown as AttentionItem | undefined;
}

async function readBatch(
  parts: PipelineParts,
  { tenantId, batchId, projectId }: BatchSeen,
  before: AttentionItem | undefined,
): Promise<{ readonly batch: BatchItem; readonly isSwept: boolean } | undefined> {
  const known = projectId ?? before?.projectId ?? (await findProject(parts, tenantId, batchId));
  if (known === undefined) return undefined;
  const item = await getItem(parts, keyOf.batch(tenantId, known, batchId));
  return item && { batch: parseBatch(item), isSwept: item.GSI2PK === undefined };
}

/** The index cannot be late for this: a delivery comes long after its batch. */
async function findProject(
  parts: PipelineParts,
  tenantId: string,
  batchId: string,
): Promise<string | undefined> {
  const found = await findBatches(parts, batchId);
  return found.find((batch) => batch.tenantId === tenantId)?.projectId;
}

async function readWork(
  parts: PipelineParts,
  { tenantId, batchId }: BatchItem,
): Promise<Pick<AttentionItem, 'workedOnBy' | 'workedOnSince'>> {
  const kept = await getPlain(parts, keyOf.batchWork(tenantId, batchId));
  const { workedOnBy, workedOnSince } = (kept ?? {}) as Pick<AttentionItem, 'workedOnBy' | 'workedOnSince'>;
  return {
    ...(workedOnBy !== undefined && { workedOnBy }),
    ...(workedOnSince !== undefined && { workedOnSince }),
  };
}

async function listDeliveries(
  parts: PipelineParts,
  { tenantId, batchId }: BatchItem,
): Promise<WebhookDelivery[]> {
  const deliveries: PlainItem[] = [];
  for await (const item of queryUnder(parts, keyOf.delivery(tenantId, batchId, ''))) {
    deliveries.push(fromItem(item));
  }
  return deliveries as unknown as WebhookDelivery[];
}

/** The index may be late, so the document itself has to say the same. */
async function findOldestReview(
  parts: PipelineParts,
  batch: BatchItem,
): Promise<{ readonly at?: string; readonly isLate: boolean }> {
  const { tenantId, batchId } = batch;
  const { Items: [oldest] = [] } = await parts.clients.dynamodb.send(
    new QueryCommand({
      TableName: parts.names.extraction.table,
      IndexName: 'GSI2',
      KeyConditionExpression: 'GSI2PK = :partition',
      ExpressionAttributeValues: toItem({
        ':partition': `${documentsPartition(tenantId, batchId)}#STATUS#REVIEW_REQUIRED`,
      }),
      Limit: 1,
    }),
  );
  const at = oldest?.GSI2SK?.S;
  const documentId = oldest?.SK?.S?.replace('DOCUMENT#', '');
  if (at === undefined || documentId === undefined) return { isLate: countIn(batch, 'REVIEW_REQUIRED') > 0 };
  const document = await getDocument(parts, { tenantId, batchId, documentId });
  const isSame =
    document?.status === 'REVIEW_REQUIRED' && (document.statusSince ?? document.updatedAt) === at;
  return { at, isLate: !isSame };
}

/** Returns false where another writer was quicker. */
async function write(
  parts: PipelineParts,
  {
    before,
    next,
    rows,
    batch,
  }: {
    readonly before: AttentionItem | undefined;
    readonly next: AttentionItem;
    readonly rows: readonly CauseRow[];
    readonly batch: BatchItem;
  },
): Promise<boolean> {
  const item = next as unknown as PlainItem;
  // A put outside a transaction takes half the write units.
  if (rows.length === 0) return putAlone(parts, item, before);
  // Rows are in the order of their days. A transaction takes an item once, and a cause is known from its first day.
  const isFirst = (row: CauseRow) => rows.find(({ fingerprint }) => fingerprint === row.fingerprint) === row;
  const causes = await Promise.all(rows.map((row) => changeCauses(parts, row, batch, isFirst(row))));
  return (await transact(parts, [putPlain(parts, item, before), ...causes.flat()])) === 'done';
}

async function changeCauses(
  parts: PipelineParts,
  row: CauseRow,
  batch: BatchItem,
  isFirst: boolean,
): Promise<TransactWriteItem[]> {
  const now = parts.now();
  const [ofTenant, ofDay] = await Promise.all([
    getPlain(parts, causeKeys.ofTenant(row, batch.tenantId)),
    getPlain(parts, causeKeys.ofDay(row)),
  ]);
  const newTenants = ofTenant ? 0 : 1;
  // A cause that has an earlier failure on this day is known since then.
  const isKnown = !isFirst || (typeof ofDay?.firstAt === 'string' && ofDay.firstAt <= row.firstAt);
  const known = isKnown ? undefined : await getPlain(parts, causeKeys.known(row));
  const nextKnown = isKnown ? undefined : addToKnownCause(known, row, now);
  return [
    putPlain(parts, addToCauseOfTenant(ofTenant, row, batch, now), ofTenant),
    putPlain(parts, addToCauseOfDay(ofDay, row, { newTenants, now }), ofDay),
    ...(nextKnown ? [putPlain(parts, nextKnown, known)] : []),
  ];
}

export function putPlain(
  parts: PipelineParts,
  item: PlainItem,
  before: { readonly version?: unknown } | undefined,
): TransactWriteItem {
  return before ? putOver(parts, item, before as { readonly version?: number }) : putNew(parts, item);
}

async function putAlone(
  parts: PipelineParts,
  item: PlainItem,
  before: AttentionItem | undefined,
): Promise<boolean> {
  const { Put } = putPlain(parts, item, before);
  if (!Put) return true;
  const { TableName, Item, ...condition } = Put;
  try {
    await parts.clients.dynamodb.send(new PutItemCommand({ TableName, Item, ...condition }));
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    if (error instanceof TransactionConflictException) return false;
    throw error;
  }
}

/** For a batch that does not exist any more. */
function withoutPlaces(parts: PipelineParts, before: AttentionItem): PlainItem {
  const { GSI1PK: _1, GSI1SK: _2, GSI2PK: _3, GSI2SK: _4, GSI3PK: _5, GSI3SK: _6, ...kept } = before;
  const now = parts.now();
  return {
    ...(kept as unknown as PlainItem),
    version: before.version + 1,
    updatedAt: new Date(now).toISOString(),
    ttl: before.ttl ?? Math.floor((now + attentionKeptMs) / 1_000),
  };
}

export async function getPlain(parts: PipelineParts, key: PlainItem): Promise<PlainItem | undefined> {
  const item = await getItem(parts, key);
  return item && fromItem(item);
}

/** The batches of these records in their order, each with the place of its first record. */
function listBatches(
  records: readonly StreamRecord[],
): readonly { readonly batch: BatchSeen; readonly at: number }[] {
  const found = new Map<string, { batch: BatchSeen; at: number }>();
  for (const [at, { dynamodb }] of records.entries()) {
    const batch = parseKeys(dynamodb.Keys.PK?.S ?? '', dynamodb.Keys.SK?.S ?? '');
    if (!batch) continue;
    const id = `${batch.tenantId}#${batch.batchId}`;
    const earlier = found.get(id);
    found.set(id, { at: earlier?.at ?? at, batch: { ...earlier?.batch, ...batch } });
  }
  return [...found.values()];
}

function parseKeys(PK: string, SK: string): BatchSeen | undefined {
  const [root, tenantId, kind, id, ...more] = PK.split('#');
  const [sort, sortId] = SK.split('#');
  if (root !== 'TENANT' || tenantId === undefined || id === undefined || more.length > 0) return undefined;
  if (kind === 'PROJECT' && sort === 'BATCH' && sortId !== undefined) {
    return { tenantId, projectId: id, batchId: sortId };
  }
  if (kind !== 'BATCH') return undefined;
  if (sort === 'WORK') return { tenantId, batchId: id, hasWork: true };
  return sort === 'DELIVERY' ? { tenantId, batchId: id } : undefined;
}
