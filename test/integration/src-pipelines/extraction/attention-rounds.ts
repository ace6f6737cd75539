import { setImmediate as nextTurn } from 'node:timers/promises';
import { CreateTableCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { createTableRequest } from '#shared/catalogue/create-table-request.ts';
import { extraction } from '#shared/catalogue/systems/extraction-system.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { deriveBatchStatus, documentStatuses } from '#shared/domain/statuses.ts';
import { changeBatch, changeDocument, nextDocument } from '#pipelines/extraction/change-batch.ts';
import type { BatchItem, DocumentItem } from '#pipelines/extraction/item-shapes.ts';
import { keepAttention } from '#pipelines/extraction/keep-attention.ts';
import { keyOf } from '#pipelines/extraction/keys.ts';
import { getBatch, getDocument } from '#pipelines/extraction/read-items.ts';
import { toStoredBatch, toStoredDelivery, toStoredDocument } from '#pipelines/extraction/stored-items.ts';
import type { PipelineClients, PipelineParts, StreamRecord } from '#pipelines/parts.ts';
import { toItem, type PlainItem } from '#pipelines/plain-items.ts';
import type { Randomness } from '#local/world/randomness.ts';

export interface Failure {
  readonly tenantId: string;
  readonly batchId: string;
  readonly code: string;
  readonly at: string;
}

export interface Figures {
  changes: number;
  calls: number;
  kills: number;
  repeats: number;
  lost: number;
}

/** A table with a few batches, the records of their changes, and every failure that was written. */
export interface Round {
  readonly parts: PipelineParts;
  readonly dice: Randomness;
  readonly figures: Figures;
  readonly batches: BatchItem[];
  readonly documents: Map<string, DocumentItem[]>;
  readonly records: StreamRecord[];
  readonly failures: Failure[];
  readonly pass: (ms: number) => void;
}

const start = Date.UTC(2026, 10, 19, 20);
const tenants = ['northwind', 'kestrel', 'alder-finch'];
export const codes = ['ThrottlingException', 'UnsupportedDocument', 'LowScore', 'ExecutionTimedOut'];

export async function aRound(
  clients: PipelineClients,
  dice: Randomness,
  figures: Figures,
  name: string,
): Promise<Round> {
  let now = start + between(dice, 0, 4) * 3_600_000;
  const names = namesByConvention('sandbox');
  const parts: PipelineParts = {
    clients,
    names: { ...names, extraction: { ...names.extraction, table: name } },
    region: 'local',
    account: '000000000000',
    now: () => now,
    dice,
    pause: async () => {
      await nextTurn();
    },
    post: () => Promise.resolve({ status: 200 }),
  };
  await clients.dynamodb.send(new CreateTableCommand(createTableRequest(name, extraction.tables.main)));
  const round: Round = {
    parts,
    dice,
    figures,
    batches: [],
    documents: new Map(),
    records: [],
    failures: [],
    pass: (ms) => (now += ms),
  };
  const count = between(dice, 2, 5);
  for (let index = 0; index < count; index += 1) await plant(round, index);
  return round;
}

async function plant(round: Round, index: number): Promise<void> {
  const { parts, dice } = round;
  const at = new Date(parts.now()).toISOString();
  const tenantId = tenants[index % tenants.length] ?? '';
  const batchId = `batch-${index}`;
  const size = between(dice, 1, 6);
  const common = { version: 1, createdAt: at, updatedAt: at };
  const documents = Array.from({ length: size }, (_, place): DocumentItem => ({
    tenantId,
    batchId,
    documentId: `doc-${index}-${place}`,
    status: 'QUEUED',
    fileName: 'a.pdf',
    objectKey: 'a',
    run: 1,
    ...common,
  }));
  const counts = Object.fromEntries(documentStatuses.map((status) => [status, 0]));
  const batch: BatchItem = {
    tenantId,
    projectId: `project-${index % 2}`,
    batchId,
    workflowId: 'workflow',
    status: 'QUEUED',
    counts: { ...counts, QUEUED: size } as BatchItem['counts'],
    documentCount: size,
    received: size,
    run: 1,
    runs: { 1: 'RUNNING' },
    confidenceThreshold: 0.6,
    reviewThreshold: 0.8,
    submittedBy: 'user',
    ...common,
  };
  const items: PlainItem[] = [
    { ...keyOf.directory(tenantId), name: tenantId, version: 1 },
    { ...keyOf.project(tenantId, batch.projectId), version: 1 },
    toStoredBatch({ ...batch, status: deriveBatchStatus({ counts: batch.counts, runs: ['RUNNING'] }) }),
    ...documents.map(toStoredDocument),
  ];
  for (const item of items) await put(round, item);
  round.batches.push(batch);
  round.documents.set(batchId, documents);
  tell(round, keyOf.batch(tenantId, batch.projectId, batchId));
}

async function put({ parts }: Round, item: PlainItem): Promise<void> {
  await parts.clients.dynamodb.send(
    new PutItemCommand({ TableName: parts.names.extraction.table, Item: toItem(item) }),
  );
}

function tell({ records, parts }: Round, { PK, SK }: { readonly PK: string; readonly SK: string }): void {
  records.push({
    dynamodb: {
      Keys: { PK: { S: PK }, SK: { S: SK } },
      SequenceNumber: String(records.length + 1).padStart(8, '0'),
      ApproximateCreationDateTime: Math.floor(parts.now() / 1_000),
    },
  });
}

/** Changes a document, a run or a delivery. */
export async function changeSomething(round: Round): Promise<void> {
  const { dice, batches, figures } = round;
  const planted = pick(dice, batches);
  figures.changes += 1;
  const kind = dice.unit();
  if (kind < 0.75) await moveDocument(round, planted);
  else if (kind < 0.88) await endOrStartRun(round, planted);
  else await deliver(round, planted);
  round.pass(between(dice, 0, 900_000));
}

async function moveDocument(round: Round, planted: BatchItem): Promise<void> {
  const { parts, dice, documents, failures } = round;
  const { tenantId, batchId, documentId } = pick(dice, documents.get(planted.batchId) ?? []);
  const before = await getDocument(parts, { tenantId, batchId, documentId });
  if (!before) throw new Error('The document is gone');
  const status = pick(dice, documentStatuses);
  const code = pick(dice, codes);
  const error = { stage: 'textract', code, message: `It failed after ${between(dice, 1, 900)} ms` } as const;
  const next = nextDocument(parts, before, { status, error: status === 'FAILED' ? error : undefined });
  const batch = dice.unit() < 0.7 ? await getBatch(parts, planted) : planted;
  const outcome = await changeDocument(parts, { before, next, ...(batch && { batch }) });
  if (outcome !== 'done') throw new Error(`The change was ${outcome}`);
  tell(round, keyOf.batch(tenantId, planted.projectId, batchId));
  const isNew = before.status !== 'FAILED' || before.error?.code !== code;
  if (status === 'FAILED' && isNew) failures.push({ tenantId, batchId, code, at: next.updatedAt });
}

async function endOrStartRun(round: Round, planted: BatchItem): Promise<void> {
  const { parts, dice } = round;
  const status = pick(dice, ['RUNNING', 'SUCCEEDED', 'FAILED', 'TIMED_OUT'] as const);
  await changeBatch(parts, planted, { alter: () => ({ runs: { 1: status } }) });
  tell(round, keyOf.batch(planted.tenantId, planted.projectId, planted.batchId));
}

async function deliver(round: Round, { tenantId, batchId }: BatchItem): Promise<void> {
  const { parts, dice } = round;
  const at = new Date(parts.now()).toISOString();
  const deliveryId = `message-${between(dice, 1, 2)}`;
  await put(
    round,
    toStoredDelivery({
      deliveryId,
      messageId: deliveryId,
      tenantId,
      batchId,
      run: 1,
      url: 'https://customer.example',
      attempts: between(dice, 1, 6),
      outcome: pick(dice, ['delivered', 'refused', 'no answer'] as const),
      version: 1,
      createdAt: at,
      updatedAt: at,
    }),
  );
  tell(round, keyOf.delivery(tenantId, batchId, deliveryId));
}

class Killed extends Error {}

/** Calls the consumer with these records. It may be killed before or after any call to AWS. */
export async function consume(
  round: Round,
  records: readonly StreamRecord[],
  { mayKill }: { readonly mayKill: boolean },
): Promise<void> {
  const { parts, dice, figures } = round;
  let left = mayKill ? between(dice, 1, 40) : Number.POSITIVE_INFINITY;
  const isAnswerLost = dice.unit() < 0.5;
  const dynamodb = {
    async send(command: Parameters<typeof parts.clients.dynamodb.send>[0]): Promise<unknown> {
      figures.calls += 1;
      left -= 1;
      // Once it is killed, nothing else of it happens.
      if (left < 0 || (left === 0 && !isAnswerLost)) throw new Killed('The consumer is dead');
      const turns = between(dice, 0, 3);
      for (let turn = 0; turn < turns; turn += 1) await nextTurn();
      const answer = await parts.clients.dynamodb.send(command);
      if (left <= 0) throw new Killed('The consumer is dead');
      return answer;
    },
  } as unknown as PipelineClients['dynamodb'];
  const clients = { ...parts.clients, dynamodb };
  try {
    const { batchItemFailures } = await keepAttention({ ...parts, clients })({ Records: records });
    if (batchItemFailures.length === 0) return;
    figures.kills += 1;
    if (!mayKill) throw new Error('The consumer failed without a reason');
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    figures.kills += 1;
  }
}

/** A window of records: any part of what there is so far, sometimes in another order. */
export function pickWindow({ dice, records }: Round): readonly StreamRecord[] {
  const from = between(dice, 0, Math.max(0, records.length - 1));
  const window = records.slice(from, from + between(dice, 1, 12));
  return dice.unit() < 0.4 ? window.toReversed() : window;
}

function between(dice: Randomness, least: number, most: number): number {
  return least + dice.integer(most - least + 1);
}

function pick<T>(dice: Randomness, from: readonly T[]): T {
  const one = from[dice.integer(from.length)];
  if (one === undefined) throw new Error('There is nothing to pick from');
  return one;
}
