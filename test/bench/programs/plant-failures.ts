import { drivenClock } from '#local/world/clock.ts';
import { pocketAws } from '#local/aws/pocket-aws.ts';
import { serveHttp } from '#local/aws/serve-http.ts';
import type { World } from '#local/world/world.ts';
import { nextAttention } from '#pipelines/extraction/attention.ts';
import type { BatchItem, DocumentItem } from '#pipelines/extraction/item-shapes.ts';
import { keyOf } from '#pipelines/extraction/keys.ts';
import { toStoredBatch, toStoredDocument } from '#pipelines/extraction/stored-items.ts';
import { toItem, type PlainItem } from '#pipelines/plain-items.ts';
import { computeFingerprint } from '#shared/domain/fingerprint.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { deploySandbox } from '#test/builders/deploy-sandbox.ts';

const { table } = namesByConvention('sandbox').extraction;
const error = {
  stage: 'gap-fill',
  code: 'ThrottlingException',
  message: 'Too many tokens, please wait',
} as const;
const { id: fingerprint, pattern } = computeFingerprint(error);

/** Serves the embedded AWS with failed batches of many tenants, which all have one cause, and says its own cost. */
const [, , told = ''] = process.argv;
const { tenants, batches, documents } = JSON.parse(told) as Record<
  'tenants' | 'batches' | 'documents',
  number
>;
const now = Date.now();
const aws = pocketAws({ clock: drivenClock(now) });
await deploySandbox(aws);
for (let at = 0; at < batches; at += 1) await plant(aws.world, at);
let calls = 0;
const begun = process.cpuUsage();
const server = await serveHttp(
  (request, signal) => {
    if (request.path === '/cost') {
      const { user, system } = process.cpuUsage(begun);
      const body = JSON.stringify({ calls, cpuMs: (user + system) / 1_000 });
      return Promise.resolve({ status: 200, headers: {}, body });
    }
    calls += 1;
    return aws.dispatch(request, signal);
  },
  { port: 0 },
);
process.stdout.write(`ready http://127.0.0.1:${server.port} ${fingerprint}\n`);
process.once('disconnect', () => process.exit());

async function plant(world: World, at: number): Promise<void> {
  const tenantId = `tenant-${String(at % tenants).padStart(5, '0')}`;
  const batchId = `batch-${String(at).padStart(6, '0')}`;
  const time = new Date(now - at * 60_000).toISOString();
  const common = { version: 2, createdAt: time, updatedAt: time };
  const counts = {
    QUEUED: 0,
    PROCESSING: 0,
    SUCCEEDED: 0,
    REVIEW_REQUIRED: 0,
    FAILED: documents,
    REJECTED: 0,
  };
  const batch = {
    ...common,
    tenantId,
    batchId,
    projectId: 'invoices',
    workflowId: 'invoices',
    status: 'FAILED',
    statusSince: time,
    counts,
    causes: { [fingerprint]: { count: documents, ...error, pattern } },
    documentCount: documents,
    received: documents,
    run: 1,
    runs: { 1: 'SUCCEEDED' },
    confidenceThreshold: 0.6,
    reviewThreshold: 0.85,
    submittedBy: 'api-key:bench',
  } as unknown as BatchItem;
  const attention = nextAttention(undefined, { batch, deliveries: [], oldestReviewAt: undefined, now });
  if (attention === undefined) throw new Error('The batch needs no attention');
  const state = { PK: 'ATTENTION', SK: 'STATE', ...common, upTo: time, keptSince: time, wholeSince: time };
  const items: PlainItem[] = [
    { ...keyOf.directory(tenantId), name: tenantId, ...common },
    toStoredBatch(batch),
    attention as unknown as PlainItem,
    ...Array.from({ length: documents }, (_, index) => toStoredDocument(aDocument(batch, index, common))),
    ...(at === 0 ? [state] : []),
  ];
  for (let first = 0; first < items.length; first += 25) {
    const puts = items.slice(first, first + 25).map((item) => ({ PutRequest: { Item: toItem(item) } }));
    await world.call('dynamodb', 'BatchWriteItem', { RequestItems: { [table]: puts } });
  }
}

function aDocument({ tenantId, batchId }: BatchItem, at: number, common: object): DocumentItem {
  const documentId = `doc-${batchId.slice(-6)}${String(at).padStart(6, '0')}`;
  return {
    ...common,
    tenantId,
    batchId,
    documentId,
    status: 'FAILED',
    statusSince: new Date(now).toISOString(),
    fileName: `invoice-2026-11-${documentId}.pdf`,
    objectKey: `documents/${tenantId}/${batchId}/${documentId}/invoice.pdf`,
    run: 1,
    receivedAt: new Date(now).toISOString(),
    stage: 'gap-fill',
    error,
    usage: { textract: { pages: 1 + (at % 3), ms: 2_100, analysis: 'expense' } },
  } as unknown as DocumentItem;
}
