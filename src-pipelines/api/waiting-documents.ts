import { QueryCommand, type AttributeValue } from '@aws-sdk/client-dynamodb';
import { attentionShards } from '#shared/domain/attention.ts';
import { dueHoursRange } from '#shared/domain/review/review-order.ts';
import type { BatchItem, DocumentItem, WorkflowItem } from '../extraction/item-shapes.ts';
import { documentsPartition, handedOverPartition } from '../extraction/keys.ts';
import { findBatches, getWorkflow, parseBatch, parseDocument } from '../extraction/read-items.ts';
import type { PipelineParts } from '../parts.ts';
import { fromItem, toItem } from '../plain-items.ts';
import { maySee, type Caller } from './call.ts';

/** A document as an index tells of it, which may be a moment late. */
export interface Waiting {
  readonly document: DocumentItem;
  readonly projectId: string;
  readonly workflowId: string | undefined;
  readonly workflow: WorkflowItem | undefined;
  readonly since: number;
  /** It was handed over to the caller. */
  readonly isHanded: boolean;
}

export interface QueueOf {
  readonly caller: Caller;
  readonly tenantIds: readonly string[] | undefined;
  readonly workflowId: string | undefined;
  /** For workflows that say nothing. */
  readonly dueHours: number;
  readonly latest: number;
}

export interface WaitingQueue {
  /** Yields the next document in the order of the whole queue. */
  readonly documents: () => AsyncGenerator<Waiting>;
  /** False once something was left out, because the search has a limit. */
  readonly isAll: () => boolean;
}

/** One search reads at most this much. */
const most = { pages: 120, documents: 1_000, batches: 400 };
const pageSize = 25;
const openedAtOnce = 8;
const hourMs = 3_600_000;

/**
 * Reads waiting documents in the order in which they are given out: handed to the caller, priority of the workflow,
 * due time, waiting time. A batch is opened only when it may have the next one.
 */
export function openWaitingQueue(parts: PipelineParts, of: QueueOf, workflows: Workflows): WaitingQueue {
  let [pages, read, isAll] = [0, 0, true];

  async function* documents(): AsyncGenerator<Waiting> {
    const given = new Set<string>();
    for await (const waiting of listHanded(parts, of, workflows)) {
      given.add(toDocumentKey(waiting.document));
      yield waiting;
    }
    const listed = await listBatches(parts, of);
    isAll &&= listed.isAll;
    const streams = await Promise.all(
      listed.batches
        .filter(({ from }) => from <= of.latest)
        .map(async (batch) => openStream(batch, await workflows.of(batch), of)),
    );
    for (;;) {
      const next = findFirst(streams);
      if (next === undefined) return;
      const [waiting, ...others] = next.documents;
      if (waiting === undefined) {
        if (pages >= most.pages || read >= most.documents) {
          isAll = false;
          return;
        }
        const due = next.isOpened ? [next] : takeFirst(streams, openedAtOnce);
        pages += due.length;
        await Promise.all(due.map((stream) => readPage(parts, stream)));
        read += due.reduce((sum, stream) => sum + stream.documents.length, 0);
        continue;
      }
      next.documents = others;
      next.from = waiting.since;
      // A document that was handed over is in its batch, too.
      if (!given.has(toDocumentKey(waiting.document))) yield waiting;
    }
  }

  return { documents, isAll: () => isAll };
}

/** Ids of documents are unique only within their batch. */
export function toDocumentKey({
  tenantId,
  batchId,
  documentId,
}: Pick<DocumentItem, 'tenantId' | 'batchId' | 'documentId'>): string {
  return [tenantId, batchId, documentId].join('#');
}

interface Batch {
  readonly tenantId: string;
  readonly projectId: string;
  readonly batchId: string;
  readonly workflowId: string | undefined;
  /** None of its documents has waited for longer. */
  readonly from: number;
}

interface Stream {
  readonly batch: Batch;
  readonly workflow: WorkflowItem | undefined;
  readonly priority: number;
  readonly dueMs: number;
  from: number;
  documents: readonly Waiting[];
  cursor: Record<string, AttributeValue> | undefined;
  isOpened: boolean;
}

const priorityOrder: Readonly<Record<string, number>> = { high: 0, low: 2 };

function openStream(batch: Batch, workflow: WorkflowItem | undefined, { dueHours }: QueueOf): Stream {
  const { priority, dueHours: own } = workflow ?? {};
  const isOwn = typeof own === 'number' && own >= dueHoursRange.least && own <= dueHoursRange.most;
  return {
    batch,
    workflow,
    priority: typeof priority === 'string' ? (priorityOrder[priority] ?? 1) : 1,
    dueMs: (isOwn ? own : dueHours) * hourMs,
    from: batch.from,
    documents: [],
    cursor: undefined,
    isOpened: false,
  };
}

function findFirst(streams: readonly Stream[]): Stream | undefined {
  let first: Stream | undefined;
  for (const stream of streams) {
    if (isOver(stream)) continue;
    if (first === undefined || compareStreams(stream, first) < 0) first = stream;
  }
  return first;
}

function takeFirst(streams: readonly Stream[], count: number): readonly Stream[] {
  return streams
    .filter(({ isOpened }) => !isOpened)
    .toSorted(compareStreams)
    .slice(0, count);
}

function isOver({ documents, cursor, isOpened }: Stream): boolean {
  return isOpened && documents.length === 0 && cursor === undefined;
}

function compareStreams(one: Stream, other: Stream): number {
  const [oneAt, otherAt] = [findPlace(one), findPlace(other)];
  return one.priority - other.priority || oneAt.due - otherAt.due || oneAt.since - otherAt.since;
}

function findPlace({ documents: [next], from, dueMs }: Stream): {
  readonly due: number;
  readonly since: number;
} {
  const since = next?.since ?? from;
  return { due: since + dueMs, since };
}

async function readPage(parts: PipelineParts, stream: Stream): Promise<void> {
  const { tenantId, batchId, projectId, workflowId } = stream.batch;
  const { Items = [], LastEvaluatedKey } = await parts.clients.dynamodb.send(
    new QueryCommand({
      TableName: parts.names.extraction.table,
      IndexName: 'GSI2',
      KeyConditionExpression: 'GSI2PK = :partition',
      ExpressionAttributeValues: toItem({
        ':partition': `${documentsPartition(tenantId, batchId)}#STATUS#REVIEW_REQUIRED`,
      }),
      Limit: pageSize,
      ...(stream.cursor && { ExclusiveStartKey: stream.cursor }),
    }),
  );
  stream.isOpened = true;
  stream.cursor = LastEvaluatedKey;
  stream.documents = Items.map((item) => ({
    document: parseDocument(item),
    projectId,
    workflowId,
    workflow: stream.workflow,
    since: parseTime(item['GSI2SK']?.S, stream.from),
    isHanded: false,
  }));
}

/** The documents that were handed to the caller, the first one first. */
async function* listHanded(
  parts: PipelineParts,
  { caller, ...of }: QueueOf,
  workflows: Workflows,
): AsyncGenerator<Waiting> {
  const { Items = [] } = await parts.clients.dynamodb.send(
    new QueryCommand({
      TableName: parts.names.extraction.table,
      IndexName: 'GSI1',
      KeyConditionExpression: 'GSI1PK = :partition',
      ExpressionAttributeValues: toItem({ ':partition': handedOverPartition(caller.sub) }),
      Limit: mostHanded,
    }),
  );
  for (const document of Items.map(parseDocument)) {
    const { tenantId, batchId, statusSince, updatedAt } = document;
    const isAsked = maySee(caller, tenantId) && (of.tenantIds?.includes(tenantId) ?? true);
    // The batch names the project, which the document's keys do not.
    const batches = isAsked ? await findBatches(parts, batchId) : [];
    const batch = batches.find((one) => one.tenantId === tenantId);
    if (batch === undefined) continue;
    const { projectId, workflowId } = batch;
    if (of.workflowId !== undefined && of.workflowId !== workflowId) continue;
    const workflow = await workflows.of(batch);
    const since = parseTime(statusSince ?? updatedAt, 0);
    yield { document, projectId, workflowId, workflow, since, isHanded: true };
  }
}

const mostHanded = 50;

interface Batches {
  readonly batches: readonly Batch[];
  readonly isAll: boolean;
}

/** Attention knows the batches of all tenants in eight questions; for single tenants, their own index is asked. */
async function listBatches(parts: PipelineParts, of: QueueOf): Promise<Batches> {
  const { caller, tenantIds, workflowId } = of;
  const mine = tenantIds?.filter((one) => maySee(caller, one)) ?? caller.tenants;
  const found =
    mine === '*'
      ? await Promise.all(attentionShards.map((shard) => listOfShard(parts, shard)))
      : await Promise.all(mine.map((tenantId) => listOfTenant(parts, tenantId)));
  return {
    batches: found
      .flatMap(({ batches }) => batches)
      .filter((batch) => workflowId === undefined || batch.workflowId === workflowId),
    isAll: found.every(({ isAll }) => isAll),
  };
}

async function listOfShard(parts: PipelineParts, shard: string): Promise<Batches> {
  const { items, isAll } = await queryIndex(parts, 'GSI1', `ATTENTION#REVIEW#${shard}`);
  return {
    isAll,
    batches: items.flatMap((item) => {
      const { tenantId, projectId, batchId, workflowId } = fromItem(item);
      if (typeof tenantId !== 'string' || typeof projectId !== 'string' || typeof batchId !== 'string')
        return [];
      const from = parseTime(item['GSI1SK']?.S, 0);
      return [
        {
          tenantId,
          projectId,
          batchId,
          workflowId: typeof workflowId === 'string' ? workflowId : undefined,
          from,
        },
      ];
    }),
  };
}

/** A waiting document is in a batch with one of these statuses: without any, a batch is SUCCEEDED. */
const statuses = ['REVIEW_REQUIRED', 'PROCESSING', 'FAILED'] as const;

async function listOfTenant(parts: PipelineParts, tenantId: string): Promise<Batches> {
  const found = await Promise.all(
    statuses.map((status) => queryIndex(parts, 'GSI2', `TENANT#${tenantId}#STATUS#${status}`)),
  );
  const batches = new Map<string, Batch>();
  for (const item of found.flatMap(({ items }) => items)) {
    const { counts, createdAt, ...batch } = parseBatch(item) as Partial<BatchItem> & BatchItem;
    // A batch that was written by hand may have no counts.
    if ((counts as BatchItem['counts'] | undefined)?.REVIEW_REQUIRED === 0) continue;
    batches.set(batch.batchId, { ...batch, from: parseTime(createdAt, 0) });
  }
  return { batches: [...batches.values()], isAll: found.every(({ isAll }) => isAll) };
}

async function queryIndex(
  parts: PipelineParts,
  index: 'GSI1' | 'GSI2',
  partition: string,
): Promise<{ readonly items: readonly Record<string, AttributeValue>[]; readonly isAll: boolean }> {
  const items: Record<string, AttributeValue>[] = [];
  let cursor: Record<string, AttributeValue> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await parts.clients.dynamodb.send(
      new QueryCommand({
        TableName: parts.names.extraction.table,
        IndexName: index,
        KeyConditionExpression: `${index}PK = :partition`,
        ExpressionAttributeValues: toItem({ ':partition': partition }),
        Limit: most.batches - items.length,
        ...(cursor && { ExclusiveStartKey: cursor }),
      }),
    );
    items.push(...Items);
    cursor = LastEvaluatedKey;
  } while (cursor && items.length < most.batches);
  return { items, isAll: cursor === undefined };
}

function parseTime(text: string | undefined, otherwise: number): number {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? otherwise : at;
}

export interface Workflows {
  readonly of: (
    batch: Pick<Batch, 'tenantId' | 'projectId' | 'workflowId'>,
  ) => Promise<WorkflowItem | undefined>;
}

/** A priority that was changed a minute ago counts; reading each workflow for each document would cost more. */
const keptMs = 60_000;

/** Keeps workflows for a minute, because every search needs the priorities of all batches with waiting documents. */
export function keepWorkflows(parts: PipelineParts): Workflows {
  const kept = new Map<
    string,
    { readonly at: number; readonly workflow: Promise<WorkflowItem | undefined> }
  >();
  return {
    of({ tenantId, projectId, workflowId }) {
      if (workflowId === undefined) return Promise.resolve(undefined);
      const key = [tenantId, projectId, workflowId].join('#');
      const known = kept.get(key);
      if (known && parts.now() - known.at < keptMs) return known.workflow;
      const workflow = getWorkflow(parts, { tenantId, projectId, workflowId });
      kept.delete(key);
      kept.set(key, { at: parts.now(), workflow });
      workflow.catch(() => kept.delete(key));
      for (const oldest of kept.keys()) {
        if (kept.size <= mostKept) break;
        kept.delete(oldest);
      }
      return workflow;
    },
  };
}

const mostKept = 2_000;
