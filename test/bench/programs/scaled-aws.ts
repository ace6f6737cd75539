import { serveHttp } from '#local/aws/serve-http.ts';
import type { Dispatch } from '#local/aws/dispatch.ts';
import { openSandbox } from '#local/host/open-sandbox.ts';
import { serveSandbox } from '#local/host/served-sandbox.ts';
import type { World } from '#local/world/world.ts';
import { toItem, type PlainItem } from '#pipelines/plain-items.ts';
import type { BatchItem, DocumentItem } from '#pipelines/extraction/item-shapes.ts';
import { nextAttention, recountCauses } from '#pipelines/extraction/attention.ts';
import { keyOf } from '#pipelines/extraction/keys.ts';
import { toStoredBatch, toStoredDocument } from '#pipelines/extraction/stored-items.ts';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { countAsked } from './count-asked.ts';
import { nameTenant, padded, projectId, nameQueues, workflowId, type Planted } from './scaled-ids.ts';

const { table } = namesByConvention('sandbox').extraction;
const hour = 3_600_000;

export interface ScaledWorld {
  /** So many batches in a tenant, documents in a batch and dead letters in a queue, each once for each number. */
  readonly numbers?: readonly number[];
  /** As in `npm run local -- --tenants N`. */
  readonly tenants?: number;
  /** So many more batches of as many of its tenants as there are need attention, so that each list fills its page. */
  readonly attention?: number;
}

/**
 * Serves the sandbox's AWS over HTTP and counts what it is asked. What is in it beside its own is planted from
 * inside, which takes no client.
 */
async function serve({ numbers = [], tenants = 4, attention = 0 }: ScaledWorld): Promise<void> {
  let answer: Dispatch = () => Promise.reject(new Error('Not open yet'));
  const server = await serveHttp((request, signal) => answer(request, signal), { port: 0 });
  const sandbox = await openSandbox({
    systems: Object.values(catalogue),
    region: 'eu-west-1',
    endpoint: `http://127.0.0.1:${server.port}`,
    seed: '1',
    tenants,
  });
  await sandbox.setTraffic(true);
  const { world } = sandbox.aws;
  const now = world.clock.now();
  // The planted items are complete, so no consumer has to follow them.
  const StreamSpecification = { StreamEnabled: false };
  await world.call('dynamodb', 'UpdateTable', { TableName: table, StreamSpecification });
  for (const number of numbers) {
    await plantBatches(world, number, now);
    await plantDocuments(world, number, now);
    await plantLetters(world, number);
  }
  await plantAttention(world, { batches: attention, tenants }, now);
  answer = countAsked(serveSandbox(sandbox).answer, world);
  process.stdout.write(`ready http://127.0.0.1:${server.port}\n`);
  process.once('disconnect', () => process.exit());
}

async function plantBatches(world: World, number: number, now: number): Promise<void> {
  const tenantId = nameTenant('batches', number);
  await putAll(world, tenantItems(tenantId, now));
  await putAll(
    world,
    numbered(number, (at) =>
      toStoredBatch(aBatch({ tenantId, batchId: `${tenantId}-${padded(at)}` }, now - at * 1_000, 3)),
    ),
  );
}

async function plantDocuments(world: World, number: number, now: number): Promise<void> {
  const tenantId = nameTenant('documents', number);
  const batch = aBatch({ tenantId, batchId: `${tenantId}-1` }, now - hour, number);
  await putAll(world, [...tenantItems(tenantId, now), toStoredBatch(batch)]);
  await putAll(
    world,
    numbered(number, (at) => toStoredDocument(aDocument(batch, at, now))),
  );
}

/** Each batch has a failed document and one that has waited for review for longer than any other of the world. */
async function plantAttention(
  world: World,
  of: { readonly batches: number; readonly tenants: number },
  now: number,
): Promise<void> {
  const items = numbered(of.batches, (number) => {
    const planted = {
      tenantId: nameTenant('tenants', number % of.tenants),
      batchId: `batch-${padded(number)}`,
    };
    const waitingSince = now - 60 * 24 * hour + number * 1_000;
    const failed = aDocument(planted, 0, now);
    const { error: _error, ...rest } = aDocument(planted, 1, now);
    const waiting: DocumentItem = {
      ...rest,
      status: 'REVIEW_REQUIRED',
      statusSince: new Date(waitingSince).toISOString(),
      score: 0.5,
    };
    const plain = aBatch(planted, now - number * 1_000, 2);
    const batch: BatchItem = {
      ...plain,
      createdAt: new Date(waitingSince - hour).toISOString(),
      counts: { ...plain.counts, FAILED: 1, REVIEW_REQUIRED: 1 },
      causes: recountCauses([failed]),
    };
    const oldestReviewAt = waiting.statusSince;
    const kept = nextAttention(undefined, { batch, deliveries: [], oldestReviewAt, now });
    return [
      toStoredBatch(batch),
      toStoredDocument(failed),
      toStoredDocument(waiting),
      ...(kept === undefined ? [] : [kept as unknown as PlainItem]),
    ];
  });
  await putAll(world, items.flat());
}

async function plantLetters(world: World, number: number): Promise<void> {
  const { documentDeadLetterQueue, ...sources } = nameQueues(number);
  for (const QueueName of [documentDeadLetterQueue, ...Object.values(sources)]) {
    await world.call('sqs', 'CreateQueue', { QueueName, Attributes: { MessageRetentionPeriod: '1209600' } });
  }
  const { QueueUrl } = (await world.call('sqs', 'GetQueueUrl', { QueueName: documentDeadLetterQueue })) as {
    QueueUrl: string;
  };
  for (let first = 0; first < number; first += 10) {
    const Entries = numbered(Math.min(10, number - first), (at) => ({
      Id: String(at),
      MessageBody: writeUpload(nameTenant('documents', number), first + at),
    }));
    await world.call('sqs', 'SendMessageBatch', { QueueUrl, Entries });
  }
}

/** The message that S3 sends about a file. */
function writeUpload(tenantId: string, at: number): string {
  const key = `documents/${tenantId}/${tenantId}-1/document-${padded(at)}/invoice-${padded(at)}.pdf`;
  const s3 = { bucket: { name: 'autowired-documents-sandbox' }, object: { key, size: 48_213 } };
  return JSON.stringify({
    Records: [{ eventSource: 'aws:s3', eventName: 'ObjectCreated:Put', awsRegion: 'eu-west-1', s3 }],
  });
}

function tenantItems(tenantId: string, now: number): PlainItem[] {
  const keys = [keyOf.directory(tenantId), keyOf.tenant(tenantId)];
  return keys.map((key) => ({ ...key, name: tenantId, plan: 'standard', ...common(now) }));
}

function aBatch(of: Planted, at: number, documentCount: number): BatchItem {
  return {
    ...of,
    projectId,
    workflowId,
    status: 'FAILED',
    statusSince: new Date(at).toISOString(),
    counts: {
      QUEUED: 0,
      PROCESSING: 0,
      SUCCEEDED: 0,
      REVIEW_REQUIRED: 0,
      FAILED: documentCount,
      REJECTED: 0,
    },
    documentCount,
    received: documentCount,
    run: 1,
    runs: { 1: 'SUCCEEDED' },
    confidenceThreshold: 0.9,
    reviewThreshold: 0.7,
    submittedBy: 'api-key:scale',
    ...common(at),
  };
}

function aDocument({ tenantId, batchId }: Planted, at: number, now: number): DocumentItem {
  const since = now - hour + at * 10;
  return {
    tenantId,
    batchId,
    documentId: `document-${padded(at)}`,
    status: 'FAILED',
    statusSince: new Date(since).toISOString(),
    fileName: `invoice-${padded(at)}.pdf`,
    objectKey: `documents/${tenantId}/${batchId}/document-${padded(at)}/invoice-${padded(at)}.pdf`,
    run: 1,
    receivedAt: new Date(since).toISOString(),
    stage: 'textract',
    error: { stage: 'textract', code: 'UnsupportedDocument', message: `The PDF ends after ${at % 7} bytes` },
    ...common(since),
  };
}

function common(at: number): { version: number; createdAt: string; updatedAt: string } {
  const time = new Date(at).toISOString();
  return { version: 1, createdAt: time, updatedAt: time };
}

async function putAll(world: World, items: readonly PlainItem[]): Promise<void> {
  for (let first = 0; first < items.length; first += 25) {
    const puts = items.slice(first, first + 25).map((item) => ({ PutRequest: { Item: toItem(item) } }));
    await world.call('dynamodb', 'BatchWriteItem', { RequestItems: { [table]: puts } });
  }
}

function numbered<T>(length: number, make: (at: number) => T): T[] {
  return Array.from({ length }, (_, at) => make(at));
}

const [, , world = ''] = process.argv;
await serve(JSON.parse(world) as ScaledWorld);
