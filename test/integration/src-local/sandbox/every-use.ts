import { BatchWriteItemCommand, DeleteItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { RedriveExecutionCommand, StopExecutionCommand } from '@aws-sdk/client-sfn';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { signFor } from '#local/host/api-tokens.ts';
import { readFacts } from '#local/host/chapter.ts';
import { recipeText } from '#local/world/sheets/recipe-text.ts';
import type { SheetKind } from '#local/world/sheets/sheet.ts';
import { buildFileId } from '#pipelines/downloads/download-items.ts';
import type { Caller } from '#pipelines/api/call.ts';
import { keyOf } from '#pipelines/extraction/keys.ts';
import { toStoredDelivery, toStoredDocument } from '#pipelines/extraction/stored-items.ts';
import { toItem } from '#pipelines/plain-items.ts';
import { documentsAtOnce, documentsInOneHistory } from '#shared/domain/pipeline-limits.ts';
import { deploymentNames, namesByConvention, type FunctionKey } from '#shared/domain/pipeline-names.ts';
import type { ApiOperation } from '#shared/pipeline-api/operation.ts';
import { operations, type OperationName } from '#shared/pipeline-api/operations.ts';
import type { SandboxUnderTest } from '#test/builders/a-sandbox.ts';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';
import type { SentCall } from '#test/builders/an-api.ts';
import { plantBatch, type Planted } from '#test/builders/extraction-items.ts';
import { claimedBy, everyCall } from '../../src-pipelines/api/every-call.ts';

const names = namesByConvention('sandbox');
const { table, documentsBucket } = names.extraction;
const { functions } = deploymentNames('sandbox');
const admin: Caller = { sub: 'admin', name: 'Ines', role: 'admin', tenants: '*' };
const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Makes the functions and the state machine of a deployment do all that they can. */
export async function useEverything(driven: Driven): Promise<void> {
  await callEveryOperation(driven);
  await fileDocuments(driven);
  await uploadAndSendBadMessages(driven);
  await processLargeResults(driven);
  await downloadInEveryWay(driven);
  await stopLargeBatch(driven);
  await passNight(driven);
}

/** A sandbox without traffic of its own, and what a test does with it from outside. */
export interface Driven extends Planted {
  readonly under: SandboxUnderTest;
  readonly pass: (ms: number) => Promise<void>;
  readonly call: (name: OperationName, sent: SentCall) => Promise<{ status: number; body: unknown }>;
  readonly invoke: (name: FunctionKey) => Promise<void>;
}

export async function driveSandbox(under: SandboxUnderTest): Promise<Driven> {
  const { sandbox, clock } = under;
  await sandbox.setTraffic(true);
  let keys = 0;
  return {
    under,
    parts: { names, clients: under },
    pass: (ms) => sandbox.advance(ms),
    async put(item, TableName = table) {
      await under.dynamodb.send(new PutItemCommand({ TableName, Item: toItem(item) }));
    },
    async call(name, { as = admin, params = {}, body, ifMatch }) {
      const { method, path, changes }: ApiOperation = operations[name];
      const filled = path.replace(/\{(\w+)\}/g, (_, one: string) => encodeURIComponent(params[one] ?? ''));
      const { seed } = readFacts(sandbox.aws.world);
      return under.ask(method, `/pipeline/v1${filled}`, {
        token: await signFor(seed, as ?? admin, clock.now()),
        ...(body !== undefined && { body: body as object }),
        headers: {
          ...(changes && { 'idempotency-key': `every-use-${(keys += 1)}` }),
          ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
        },
      });
    },
    async invoke(key) {
      await sandbox.aws.world.call('lambda', 'Invoke', { FunctionName: functions[key], Payload: '{}' });
    },
  };
}

/** Every operation of the API, and a review of results that are too large for an item. */
async function callEveryOperation(driven: Driven): Promise<void> {
  const { calls } = await everyCall(driven);
  for (const [name, sent] of Object.entries(calls) as [OperationName, SentCall][]) {
    const { status, body } = await driven.call(name, sent);
    // The chain is anchored after it was asked for, and the provider does not know that file.
    if (status >= 400 && name !== 'auditAnchors' && name !== 'requeueFile') {
      throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`);
    }
  }

  const key = 'results/alder-finch/batch-large/doc-large.json';
  const results = {
    fields: { total: { value: '1', confidence: 0.5, readBy: 'textract', page: 1, box: [0, 0, 1, 1] } },
  };
  await driven.under.s3.send(
    new PutObjectCommand({ Bucket: documentsBucket, Key: key, Body: JSON.stringify(results) }),
  );
  const resultsAt = { bucket: documentsBucket, key, bytes: 400_000 };
  const { at } = await plantBatch(driven, [{ resultsAt }], {
    tenantId: 'alder-finch',
    batchId: 'batch-large',
  });
  const tenantIds = [at(0).tenantId];
  expectStatus(await driven.call('nextDocument', { body: { tenantIds, ahead: true } }), 200);
  await driven.call('claimDocument', { params: at(0), ifMatch: 3 });
  const body = { decision: 'approve', corrections: [{ field: 'total', value: '2' }] };
  expectStatus(await driven.call('reviewDocument', { params: at(0), ifMatch: 4, body }), 200);
  await driven.pass(minute);
}

/** A document whose file is gone cannot be filed, and one that was filed gets its file when the API has not put it. */
async function fileDocuments(driven: Driven): Promise<void> {
  const tenantId = 'northwind';
  const unread = { ...claimedBy('admin'), documentId: 'doc-without-file' };
  const { at, batch } = await plantBatch(driven, [unread], { tenantId, batchId: 'batch-without-files' });
  const { projectId, workflowId, batchId } = batch;
  const body = {
    reason: 'It is a delivery note',
    into: [
      {
        workflow: { projectId, workflowId: `other-of-${tenantId}` },
        parts: [{ batchId, documentId: at(0).documentId }],
      },
    ],
  };
  expectStatus(await driven.call('refileDocument', { params: at(0), ifMatch: 3, body }), 409);

  const key = 'documents/northwind/filed.pdf';
  await putSheet(driven, key, 'invoice', 1);
  const of = { ...at(0), projectId, workflowId };
  const filed = { ...of, kind: 'elsewhere', key, fileName: 'filed.pdf' } as const;
  const planted = await plantBatch(driven, [{ status: 'QUEUED', madeOf: [filed] }], {
    tenantId,
    batchId: 'batch-that-was-filed',
    run: 0,
  });
  for (const { receivedAt: _, ...document } of planted.documents)
    await driven.put(toStoredDocument(document));
  const MessageBody = JSON.stringify({ filed: [planted.batch] });
  const QueueUrl = names.extraction.documentQueue;
  await driven.under.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
  await driven.pass(minute);
}

/** An upload to the address that the API has signed, as a customer does it, and messages that cannot be used. */
async function uploadAndSendBadMessages(driven: Driven): Promise<void> {
  const { under, pass } = driven;
  const workflow = { tenantId: 'northwind', projectId: 'freight-invoices', workflowId: 'fuel-invoices' };
  const { body } = await driven.call('submitBatch', {
    body: { ...workflow, documents: [{ fileName: 'one.pdf' }] },
  });
  const { documents } = body as { documents: readonly { uploadUrl: string }[] };
  const { pathname, search } = new URL(documents[0]?.uploadUrl ?? '');
  await under.sandbox.dispatch({
    method: 'PUT',
    path: pathname,
    query: search.slice(1),
    headers: { 'x-amz-meta-sheet': describeSheet('invoice', 1) },
    body: Buffer.from('%PDF-1.7'),
  });

  // S3 may tell of a file that has been deleted since.
  const { documents: planted } = await plantBatch(driven, [{ status: 'QUEUED' }], {
    tenantId: 'kestrel',
    batchId: 'batch-gone',
    run: 0,
  });
  for (const { receivedAt: _, ...document } of planted) await driven.put(toStoredDocument(document));
  const gone = {
    eventSource: 'aws:s3',
    eventTime: new Date(under.clock.now()).toISOString(),
    s3: { bucket: { name: documentsBucket }, object: { key: planted[0]?.objectKey } },
  };
  const QueueUrl = names.extraction.documentQueue;
  for (const MessageBody of ['not JSON', JSON.stringify({ Records: [gone] })]) {
    await under.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
  }
  await pass(5 * minute);
}

/** Results that an attempt before has kept are used again, and these do not fit into an item. */
async function processLargeResults(driven: Driven): Promise<void> {
  const { batch, documents } = await plantBatch(driven, [{ status: 'FAILED', score: 0.2 }], {
    tenantId: 'northwind',
    batchId: 'batch-of-large-results',
  });
  const [document] = documents;
  if (!document) return;
  await putSheet(driven, document.objectKey, 'invoice', 1);
  const line = { quantity: '1', unit: '1', amount: '1', confidence: 0.9, page: 1, box: [0, 0, 1, 1] };
  const read = {
    fields: {},
    missing: [],
    text: [{ text: 'Total 1', page: 1, box: [0, 0, 1, 1] }],
    lineItems: Array.from({ length: 4_000 }, () => ({ ...line, description: 'x'.repeat(100) })),
    usage: { pages: 1, ms: 1 },
  };
  await driven.under.s3.send(
    new PutObjectCommand({
      Bucket: documentsBucket,
      Key: `temporary/${batch.batchId}/${document.documentId}/r2-textract.json`,
      Body: JSON.stringify(read),
    }),
  );
  await driven.call('reprocessDocuments', {
    params: { batchId: batch.batchId },
    body: { documentIds: [document.documentId] },
  });
  await driven.pass(10 * minute);
}

/** The API takes so many up in two transactions, and looks in between whether their run has begun. */
const manyAtOnce = 33;

/**
 * A batch that is too large for one history is stopped on its way and redriven. Most of its documents are deleted
 * meanwhile, because only their number is of interest.
 */
async function stopLargeBatch(driven: Driven): Promise<void> {
  const { under, pass } = driven;
  const objectKey = 'documents/alder-finch/slow.pdf';
  await putSheet(driven, objectKey, 'invoice', 2);
  const { batch, documents } = await plantBatch(
    driven,
    Array.from({ length: documentsInOneHistory + 1 }, (_, index) =>
      index < manyAtOnce
        ? { documentId: `doc-0-${index}`, status: 'FAILED', objectKey }
        : { status: 'QUEUED', run: 2 },
    ),
    { tenantId: 'alder-finch', batchId: 'batch-of-many' },
  );
  const { body } = await driven.call('reprocessDocuments', {
    params: { batchId: batch.batchId },
    body: { documentIds: documents.slice(0, manyAtOnce).map(({ documentId }) => documentId) },
  });
  const { executionArn } = body as { executionArn: string };
  await pass(second);
  const others = documents.slice(documentsAtOnce);
  for (let from = 0; from < others.length; from += 25) {
    const requests = others.slice(from, from + 25).map(({ tenantId, batchId, documentId }) => ({
      DeleteRequest: { Key: toItem(keyOf.document(tenantId, batchId, documentId)) },
    }));
    await under.dynamodb.send(new BatchWriteItemCommand({ RequestItems: { [table]: requests } }));
  }
  await under.sfn.send(new StopExecutionCommand({ executionArn }));
  await pass(minute);
  await under.sfn.send(new RedriveExecutionCommand({ executionArn }));
  await pass(10 * minute);
  // The end of its execution has not reached this document.
  const left = { documentId: 'doc-0-0', status: 'PROCESSING' } as const;
  const { at } = await plantBatch(driven, [left], { tenantId: 'alder-finch', batchId: batch.batchId });
  const again = { params: at(0), body: { documentIds: [left.documentId] } };
  expectStatus(await driven.call('reprocessDocuments', again), 202);
}

/**
 * Files in the inbox become batches at night, one of each kind of analysis, at once and as a job. Later in the night the
 * index is swept.
 */
async function passNight(driven: Driven): Promise<void> {
  const { pass, invoke } = driven;
  await plantLongFailed(driven);
  const freight = 'northwind/freight-invoices';
  for (const pages of [1, 2]) {
    for (const [workflow, kind] of [
      ['carrier-invoices', 'invoice'],
      ['customs-forms', 'form'],
    ] as const) {
      await putSheet(driven, `inbox/${freight}/${workflow}/${kind}-${pages}.pdf`, kind, pages);
    }
  }
  await deliverLate(driven);
  loseNextFile(driven);
  await pass(22 * hour);
  // Lambda may call a function twice for the same minute.
  await invoke('pollProvider');
}

/** A delivery does not say the project of its batch, and this batch needed no attention before. */
async function deliverLate(driven: Driven): Promise<void> {
  const { batch } = await plantBatch(driven, [{ status: 'SUCCEEDED' }], {
    tenantId: 'kestrel',
    batchId: 'batch-with-delivery',
  });
  await driven.pass(minute);
  const at = new Date(driven.under.clock.now()).toISOString();
  const delivery = { deliveryId: 'late', messageId: 'late', tenantId: 'kestrel', batchId: batch.batchId };
  const result = { url: 'https://kestrel.example', attempts: 5, outcome: 'no answer', run: 1 } as const;
  await driven.put(toStoredDelivery({ ...delivery, ...result, version: 1, createdAt: at, updatedAt: at }));
}

/** The index of statuses has no use for it any more. */
export async function plantLongFailed(driven: Driven): Promise<void> {
  const long = new Date(startOfTime - 30 * 86_400_000).toISOString();
  await plantBatch(driven, [{ status: 'FAILED', statusSince: long, updatedAt: long }], {
    tenantId: 'alder-finch',
    batchId: 'batch-of-long-ago',
  });
}

/** Each function that makes files available does so: for a schedule, a message, a colleague, and where nothing else did. */
async function downloadInEveryWay(driven: Driven): Promise<void> {
  const { under, pass, invoke, call } = driven;
  await plantDownloads(driven, 'checked', '2026-01-04');
  loseNextFile(driven);
  await invoke('checkDownloads');
  await pass(2 * minute);

  const MessageBody = JSON.stringify({ batchId: await plantDownloads(driven, 'told', '2026-01-03') });
  loseNextFile(driven);
  await under.sqs.send(new SendMessageCommand({ QueueUrl: names.downloads.fileQueue, MessageBody }));
  await pass(2 * minute);

  await forgetFile(driven, 'rates', '2026-01-02');
  const body = { date: '2026-01-02', reason: 'The custodian has corrected its files' };
  expectStatus(await call('triggerDownloads', { body }), 202);
  await pass(2 * minute);
  const { StatusUpdatedAt: ifMatch, FileID: fileId } = await plantFile(driven, 'accounts', '2026-01-01');
  expectStatus(await call('requeueFile', { params: { fileId }, ifMatch, body: {} }), 200);
  await pass(10 * minute);
}

/** The answer to the next new file is lost, so that a second attempt finds the file there. */
function loseNextFile({ under }: Driven): void {
  const mentions = `"${names.downloads.jobsTable}"`;
  const put = { service: 'dynamodb', operation: 'PutItem', mentions } as const;
  under.sandbox.aws.world.faults.set([{ id: 'lost', kind: 'reset-after-apply', ...put, times: 1 }]);
}

/** Files expire, and the provider still has them. */
async function forgetFile({ under }: Driven, entity: string, date: string): Promise<void> {
  const Key = toItem({ FileID: buildFileId(entity, date) });
  await under.dynamodb.send(new DeleteItemCommand({ TableName: names.downloads.jobsTable, Key }));
}

function expectStatus({ status, body }: { status: number; body: unknown }, wanted: number): void {
  if (status !== wanted) throw new Error(`The API answered ${status}: ${JSON.stringify(body)}`);
}

/** A file that the provider has, and that did not come. */
async function plantFile(driven: Driven, Entity: string, DownloadDate: string) {
  const at = driven.under.clock.now() - 2 * hour;
  const file = {
    FileID: buildFileId(Entity, DownloadDate),
    BatchID: `batch-${DownloadDate}`,
    Status: 'failed',
    Entity,
    DownloadDate,
    PresignedURL: 'https://files.example/secret',
    EncryptedAESKey: 'secret',
    EncodedAESIV: 'secret',
    CreatedAt: new Date(at).toISOString(),
    StatusUpdatedAt: at,
    TTL: startOfTime / second + 30 * 86_400,
  };
  await driven.put(file, names.downloads.jobsTable);
  return file;
}

async function plantDownloads(driven: Driven, name: string, date: string): Promise<string> {
  const at = new Date(driven.under.clock.now() - 10 * minute).toISOString();
  const TTL = startOfTime / second + 30 * 86_400;
  const BatchID = `batch-${date}-${name}`;
  await plantFile(driven, 'accounts', date);
  await forgetFile(driven, 'rates', date);
  await driven.put(
    {
      BatchID,
      PollingDate: date,
      Status: 'initiated',
      StartTime: at,
      CreatedAt: at,
      UpdatedAt: at,
      TriggeredBy: 'admin',
      TriggerReason: 'The files were wrong',
      TTL,
    },
    names.downloads.batchesTable,
  );
  return BatchID;
}

/** Puts a file whose pages the readers can read. It has a tag, which takes more permissions where tags are copied. */
async function putSheet({ under }: Driven, Key: string, kind: SheetKind, pages: number): Promise<void> {
  const file = { Body: '%PDF-1.7', Metadata: { sheet: describeSheet(kind, pages) }, Tagging: 'from=scanner' };
  await under.s3.send(new PutObjectCommand({ Bucket: documentsBucket, Key, ...file }));
}

function describeSheet(kind: SheetKind, pages: number): string {
  return recipeText({
    kind,
    layout: 0,
    recipient: 'Northwind Logistics',
    seed: `${kind} ${pages}`,
    pages,
    isScanned: false,
  });
}
