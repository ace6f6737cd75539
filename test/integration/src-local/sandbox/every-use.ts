import { DeleteItemCommand, GetItemCommand, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { RedriveExecutionCommand, StopExecutionCommand } from '@aws-sdk/client-sfn';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { signFor } from '#local/host/api-tokens.ts';
import { readFacts } from '#local/host/chapter.ts';
import { recipeText } from '#local/world/sheets/recipe-text.ts';
import type { SheetKind } from '#local/world/sheets/sheet.ts';
import { buildFileId } from '#pipelines/downloads/download-items.ts';
import type { Caller } from '#pipelines/api/call.ts';
import type { BatchItem } from '#pipelines/extraction/item-shapes.ts';
import { keyOf, buildObjectKey } from '#pipelines/extraction/keys.ts';
import { parseBatch, parseDocument } from '#pipelines/extraction/read-items.ts';
import { toItem, type PlainItem } from '#pipelines/plain-items.ts';
import { documentsInOneHistory } from '#shared/domain/pipeline-limits.ts';
import { deploymentNames, namesByConvention, type FunctionKey } from '#shared/domain/pipeline-names.ts';
import type { ApiOperation } from '#shared/pipeline-api/operation.ts';
import { operations, type OperationName } from '#shared/pipeline-api/operations.ts';
import type { SandboxUnderTest } from '#test/builders/a-sandbox.ts';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';
import type { SentCall } from '#test/builders/an-api.ts';
import { plantBatch, type Planted } from '#test/builders/extraction-items.ts';
import { everyCall } from '../../src-pipelines/api/every-call.ts';

const names = namesByConvention('sandbox');
const { table, documentsBucket } = names.extraction;
const { functions } = deploymentNames('sandbox');
const admin: Caller = { sub: 'admin', name: 'Ines', role: 'admin', tenants: '*' };
const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

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
    parts: { names, clients: { ...under, cloudwatch: under.cloudwatch } },
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
export async function callEveryOperation(driven: Driven): Promise<void> {
  const { calls } = await everyCall(driven);
  for (const [name, sent] of Object.entries(calls) as [OperationName, SentCall][]) {
    const { status, body } = await driven.call(name, sent);
    // The chain is anchored after it was asked for, and the provider does not know that file.
    if (status >= 400 && name !== 'auditAnchors' && name !== 'requeueFile') {
      throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`);
    }
  }

  const key = 'results/alder-finch/batch-large/doc-large.json';
  const results = { fields: { total: { value: '1', confidence: 0.5, readBy: 'textract', page: 1, box: [0, 0, 1, 1] } } };
  await driven.under.s3.send(
    new PutObjectCommand({ Bucket: documentsBucket, Key: key, Body: JSON.stringify(results) }),
  );
  const resultsAt = { bucket: documentsBucket, key, bytes: 400_000 };
  const { at } = await plantBatch(driven, [{ resultsAt, fields: undefined, lineItems: undefined }], {
    tenantId: 'alder-finch',
    batchId: 'batch-large',
  });
  await driven.call('claimDocument', { params: at(0), ifMatch: 3 });
  const body = { decision: 'approve', corrections: [{ field: 'total', value: '2' }] };
  const { status } = await driven.call('reviewDocument', { params: at(0), ifMatch: 4, body });
  if (status !== 200) throw new Error(`The review of large results was answered ${status}`);
  await driven.pass(minute);
}

/** An upload to the address that the API has signed, as a customer does it, and messages that cannot be used. */
export async function uploadAndSendBadMessages(driven: Driven): Promise<void> {
  const { under, pass } = driven;
  const workflow = { tenantId: 'northwind', projectId: 'freight-invoices', workflowId: 'fuel-invoices' };
  const { body } = await driven.call('submitBatch', {
    body: { ...workflow, documents: [{ fileName: 'one.pdf' }] },
  });
  const { documents } = body as { documents: readonly { uploadUrl: string }[] };
  const { pathname, search } = new URL(documents[0]?.uploadUrl ?? '');
  const headers = sheetOf('invoice', 1);
  await under.sandbox.dispatch({
    method: 'PUT',
    path: pathname,
    query: search.slice(1),
    headers: { 'x-amz-meta-sheet': headers },
    body: Buffer.from('%PDF-1.7'),
  });

  // S3 may tell of a file that has been deleted since.
  const { documents: planted } = await plantBatch(driven, [{ status: 'QUEUED', receivedAt: undefined }], {
    tenantId: 'kestrel',
    batchId: 'batch-gone',
    run: 0,
  });
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
export async function processLargeResults(driven: Driven): Promise<void> {
  const { batch, documents } = await plantBatch(driven, [{ status: 'FAILED', score: 0.2 }], {
    tenantId: 'northwind',
    batchId: 'batch-of-large-results',
  });
  const [document] = documents;
  if (!document) return;
  await driven.under.s3.send(
    new PutObjectCommand({
      Bucket: documentsBucket,
      Key: document.objectKey,
      Body: '%PDF-1.7',
      Metadata: { sheet: sheetOf('invoice', 1) },
    }),
  );
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

/** A batch that is too large for one history, of files that Textract refuses, is stopped on its way and redriven. */
export async function stopLargeBatch(driven: Driven): Promise<void> {
  const { under, pass } = driven;
  const objectKey = 'documents/alder-finch/no.pdf';
  await under.s3.send(new PutObjectCommand({ Bucket: documentsBucket, Key: objectKey, Body: 'no PDF' }));
  // One that takes its time keeps the others company, until all are stopped.
  const slow = { Bucket: documentsBucket, Key: 'documents/alder-finch/slow.pdf', Body: '%PDF-1.7' };
  await under.s3.send(new PutObjectCommand({ ...slow, Metadata: { sheet: sheetOf('invoice', 2) } }));
  const { batch, documents } = await plantBatch(
    driven,
    Array.from({ length: documentsInOneHistory + 1 }, (_, index) => ({
      status: 'FAILED',
      objectKey: index === 0 ? slow.Key : objectKey,
    })),
    { tenantId: 'alder-finch', batchId: 'batch-of-many' },
  );
  const { body } = await driven.call('reprocessDocuments', {
    params: { batchId: batch.batchId },
    body: { documentIds: documents.map(({ documentId }) => documentId) },
  });
  const { executionArn } = body as { executionArn: string };
  await pass(2 * second);
  await under.sfn.send(new StopExecutionCommand({ executionArn }));
  await pass(minute);
  await under.sfn.send(new RedriveExecutionCommand({ executionArn }));
  await pass(10 * minute);
}

/**
 * Files in the inbox become batches at night, one of each kind of analysis, at once and as a job. Later in the night the
 * index is swept.
 */
export async function passNight({ under, pass }: Driven): Promise<void> {
  const freight = 'northwind/freight-invoices';
  for (const pages of [1, 2]) {
    for (const [workflow, kind] of [
      ['carrier-invoices', 'invoice'],
      ['customs-forms', 'form'],
    ] as const) {
      await under.s3.send(
        new PutObjectCommand({
          Bucket: documentsBucket,
          Key: `inbox/${freight}/${workflow}/${kind}-${pages}.pdf`,
          Body: '%PDF-1.7',
          Metadata: { sheet: sheetOf(kind, pages) },
        }),
      );
    }
  }
  await pass(22 * hour);
}

/**
 * Downloads whose first write broke off, those of a day that a colleague ordered again, and those that a message looks
 * after: each of the four functions makes a batch's files available.
 */
export async function downloadInEveryWay(driven: Driven): Promise<void> {
  const { under, pass, invoke } = driven;
  const { faults } = under.sandbox.aws.world;
  const { jobsTable, fileQueue } = names.downloads;
  /** The answer to a first write is lost, so that the second attempt finds the file there. */
  const loseAnswer = (): void =>
    faults.set([
      {
        id: 'lost',
        kind: 'reset-after-apply',
        service: 'dynamodb',
        operation: 'PutItem',
        mentions: `"${jobsTable}"`,
        times: 1,
      },
    ]);
  const run = async (work: () => Promise<void>): Promise<void> => {
    loseAnswer();
    await work();
    await pass(2 * minute);
    faults.set([]);
  };

  const yesterday = '2026-01-04';
  await plantDownloads(driven, 'checked', yesterday);
  await run(() => invoke('checkDownloads'));
  const MessageBody = JSON.stringify({ batchId: await plantDownloads(driven, 'told', '2026-01-03') });
  await run(async () => {
    await under.sqs.send(new SendMessageCommand({ QueueUrl: fileQueue, MessageBody }));
  });
  await run(() => invoke('pollProvider'));
  await run(() => invoke('pollProvider'));

  const { StatusUpdatedAt: ifMatch, FileID: fileId } = await plantFile(driven, 'accounts', '2026-01-02');
  const { status } = await driven.call('requeueFile', { params: { fileId }, ifMatch, body: {} });
  if (status !== 200) throw new Error(`The requeue was answered ${status}`);
  await pass(10 * minute);
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
  const at = new Date(driven.under.clock.now() - hour).toISOString();
  const TTL = startOfTime / second + 30 * 86_400;
  const BatchID = `batch-${date}-${name}`;
  await plantFile(driven, 'accounts', date);
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

function sheetOf(kind: SheetKind, pages: number): string {
  return recipeText({
    kind,
    layout: 0,
    recipient: 'Northwind Logistics',
    seed: `${kind} ${pages}`,
    pages,
    isScanned: false,
  });
}
