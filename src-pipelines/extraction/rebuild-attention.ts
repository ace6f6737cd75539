import {
  ConditionalCheckFailedException,
  UpdateItemCommand,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { attentionShards } from '#shared/domain/attention.ts';
import type { PipelineParts } from '../parts.ts';
import { fromItem, toItem, type Plain } from '../plain-items.ts';
import { attentionKey, countIn, recountCauses } from './attention.ts';
import { causeDays } from './cause-items.ts';
import {
  correctCausesOfDay,
  correctCausesOfTenant,
  deleteVersion,
  listPairs,
  type Pair,
  type Rebuild,
} from './correct-causes.ts';
import type { BatchItem, DocumentItem } from './item-shapes.ts';
import { keepBatch } from './keep-attention.ts';
import { stateKey } from './keep-progress.ts';
import { keyOf, projectPartition } from './keys.ts';
import { getBatch, parseBatch, parseDocument, queryUnder } from './read-items.ts';

export interface Rebuilt {
  readonly tenants: number;
  readonly batches: number;
  /** Batches whose causes were counted from their documents. */
  readonly recounted: number;
  /** Causes by day that were wrong or missing. */
  readonly corrected: number;
  /** Items of what does not exist any more. */
  readonly removed: number;
  readonly readUnits: number;
  /** The last part that was finished before the budget ended. Absent: all is done. */
  readonly stoppedAt?: string;
}

/** A page has at most 1 MB, so no read takes more units than this. */
export const mostUnitsOfRead = 256;

/**
 * Makes attention again from the tenants' own partitions, while the pipeline works: tenants in the order of their ids,
 * then the causes by day, then the items of what is gone. It stops before a read that could exceed its budget.
 */
export async function rebuildAttention(
  parts: PipelineParts,
  { budget, from }: { readonly budget: number; readonly from?: string },
): Promise<Rebuilt> {
  const meter = meterReads(parts.clients.dynamodb, budget);
  const [stage = '', last = ''] = from?.split('/') ?? [];
  const rebuild: Rebuild = {
    parts,
    startedAt: parts.now(),
    done: { tenants: 0, batches: 0, recounted: 0, corrected: 0, removed: 0 },
    isFromStart: from === undefined,
    rows: new Map(),
    known: new Map(),
    read: { allKnown: false },
    seen: new Set(),
  };
  const { done } = rebuild;
  const steps = listSteps(rebuild);
  const first = Math.max(
    0,
    steps.findIndex(({ name }) => name === stage),
  );
  let stoppedAt = from ?? `${steps[0]?.name}/`;
  try {
    for (const [place, { name, list, run }] of steps.entries()) {
      if (place < first) continue;
      for await (const id of list()) {
        if (name === stage && id <= last) continue;
        await run(id);
        stoppedAt = `${name}/${id}`;
      }
    }
    await recordWhole(rebuild);
    return { ...done, readUnits: meter.spent() };
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error;
    return { ...done, readUnits: meter.spent(), stoppedAt };
  } finally {
    meter.stop();
  }
}

interface Step {
  readonly name: string;
  /** In the order of their ids, so that a later call can go on. */
  readonly list: () => AsyncIterable<string> | readonly string[];
  readonly run: (id: string) => Promise<void>;
}

function listSteps(rebuild: Rebuild): readonly Step[] {
  const { parts } = rebuild;
  return [
    { name: 'tenants', list: () => listTenants(parts), run: (id) => rebuildTenant(rebuild, id) },
    { name: 'causes', list: () => listDays(parts.now()), run: (day) => correctCausesOfDay(rebuild, day) },
    { name: 'items', list: () => attentionShards, run: (shard) => removeGone(rebuild, shard) },
  ];
}

async function rebuildTenant(rebuild: Rebuild, tenantId: string): Promise<void> {
  const { parts, done, seen } = rebuild;
  const pairs = new Map<string, Pair>();
  for await (const batch of listBatches(parts, tenantId)) {
    try {
      await rebuildBatch(rebuild, batch);
    } catch (error) {
      if (!(error instanceof Error) || error instanceof BudgetSpent) throw error;
      throw new Error(`The batch ${batch.batchId} of ${tenantId} stopped the rebuild: ${error.message}`, {
        cause: error,
      });
    }
    for (const pair of listPairs(batch)) pairs.set(`${pair.day}#${pair.fingerprint}`, pair);
    seen.add(attentionKey(tenantId, batch.batchId).SK);
    done.batches += 1;
  }
  await correctCausesOfTenant(rebuild, { tenantId, pairs, listBatches: () => listBatches(parts, tenantId) });
  done.tenants += 1;
}

async function rebuildBatch({ parts, done }: Rebuild, batch: BatchItem): Promise<void> {
  if (batch.causes === undefined && countIn(batch, 'FAILED') > 0) {
    if (await countStanding(parts, batch)) done.recounted += 1;
  }
  await keepBatch(parts, batch, { isRebuilt: true });
}

/** Every change of a document raises the version of its batch, so the count is right where the version still holds. */
async function countStanding(parts: PipelineParts, batch: BatchItem): Promise<boolean> {
  const documents: DocumentItem[] = [];
  for await (const item of queryUnder(parts, keyOf.document(batch.tenantId, batch.batchId, ''))) {
    documents.push(parseDocument(item));
  }
  try {
    await parts.clients.dynamodb.send(
      new UpdateItemCommand({
        TableName: parts.names.extraction.table,
        Key: toItem(keyOf.batch(batch.tenantId, batch.projectId, batch.batchId)),
        ConditionExpression: 'version = :version AND attribute_not_exists(causes)',
        UpdateExpression: 'SET causes = :causes, version = :next',
        ExpressionAttributeValues: toItem({
          ':version': batch.version,
          ':next': batch.version + 1,
          ':causes': recountCauses(documents) as unknown as Plain,
        }),
      }),
    );
    return true;
  } catch (error) {
    // The batch has changed meanwhile, and the next rebuild counts it.
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/** An item of attention whose batch does not exist any more, or that stands under a key of its own. */
async function removeGone({ parts, done, seen }: Rebuild, shard: string): Promise<void> {
  for await (const stored of queryUnder(parts, { PK: `ATTENTION#${shard}`, SK: 'BATCH#' })) {
    const item = fromItem(stored);
    const [, tenantId = '', batchId = ''] = (stored['SK']?.S ?? '').split('#');
    const isInPlace = attentionKey(tenantId, batchId).PK === item.PK;
    if (isInPlace && seen.has(`BATCH#${tenantId}#${batchId}`)) continue;
    const { projectId } = item;
    const exists =
      isInPlace &&
      typeof projectId === 'string' &&
      (await getBatch(parts, { tenantId, projectId, batchId })) !== undefined;
    if (!exists && (await deleteVersion(parts, item))) done.removed += 1;
  }
}

/** From here on, a batch that is not in attention needs none. */
async function recordWhole({ parts, startedAt }: Rebuild): Promise<void> {
  await parts.clients.dynamodb.send(
    new UpdateItemCommand({
      TableName: parts.names.extraction.table,
      Key: toItem(stateKey),
      UpdateExpression:
        'SET wholeSince = :now, updatedAt = :now, createdAt = if_not_exists(createdAt, :now), keptSince = if_not_exists(keptSince, :start), upTo = if_not_exists(upTo, :start) REMOVE behind ADD version :one',
      ExpressionAttributeValues: toItem({
        ':now': new Date(parts.now()).toISOString(),
        ':start': new Date(startedAt).toISOString(),
        ':one': 1,
      }),
    }),
  );
}

async function* listTenants(parts: PipelineParts): AsyncGenerator<string> {
  for await (const { SK } of queryUnder(parts, keyOf.directory(''))) {
    yield (SK?.S ?? '').replace('TENANT#', '');
  }
}

async function* listBatches(parts: PipelineParts, tenantId: string): AsyncGenerator<BatchItem> {
  for await (const { SK } of queryUnder(parts, keyOf.project(tenantId, ''))) {
    const projectId = (SK?.S ?? '').replace('PROJECT#', '');
    const under = { PK: projectPartition(tenantId, projectId), SK: 'BATCH#' };
    for await (const item of queryUnder(parts, under)) yield parseBatch(item);
  }
}

/** The days whose causes have not expired. */
function listDays(now: number): readonly string[] {
  const days = Array.from({ length: causeDays }, (_, ago) => new Date(now - ago * 86_400_000));
  return days.map((day) => day.toISOString().slice(0, 10)).toReversed();
}

class BudgetSpent extends Error {}

/** Has the reads of a client come one after the other, and lets none begin that could exceed the budget. */
function meterReads(
  client: DynamoDBClient,
  budget: number,
): { readonly spent: () => number; readonly stop: () => void } {
  let spent = 0;
  let turn: Promise<unknown> = Promise.resolve();
  const name = 'meter reads';
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (commandName !== 'GetItemCommand' && commandName !== 'QueryCommand') return next(args);
        const read = takeTurn(turn, async () => {
          if (spent + mostUnitsOfRead > budget) throw new BudgetSpent('The budget is spent');
          const result = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
          const { ConsumedCapacity } = result.output as {
            readonly ConsumedCapacity?: { readonly CapacityUnits?: number };
          };
          spent += ConsumedCapacity?.CapacityUnits ?? 0;
          return result;
        });
        turn = read.catch(() => undefined);
        return read;
      },
    { step: 'initialize', name },
  );
  return { spent: () => spent, stop: () => void client.middlewareStack.remove(name) };
}

async function takeTurn<T>(before: Promise<unknown>, run: () => Promise<T>): Promise<T> {
  await before;
  return run();
}
