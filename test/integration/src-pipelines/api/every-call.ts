import { PutObjectCommand } from '@aws-sdk/client-s3';
import type { BatchItem as DownloadBatch, FileItem } from '#pipelines/downloads/download-items.ts';
import { keyOf } from '#pipelines/extraction/keys.ts';
import { toStoredWorkflow } from '#pipelines/extraction/stored-items.ts';
import type { PlainItem } from '#pipelines/plain-items.ts';
import type { OperationName } from '#shared/pipeline-api/operations.ts';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';
import type { SentCall } from '#test/builders/an-api.ts';
import { aField, plantBatch, type Planted, type PlantedBatch } from '#test/builders/extraction-items.ts';

/** Returns a successful request for each operation, with a document, a workflow and a file ready for it. */
export async function everyCall(
  api: Planted,
  tenantId = 'northwind',
): Promise<PlantedBatch & { readonly calls: Readonly<Record<OperationName, SentCall>> }> {
  const planted = await plantBatch(
    api,
    [
      {},
      { ...claimedBy('admin') },
      { ...decidedBy('admin') },
      { status: 'FAILED', score: 0.2 },
      { ...claimedBy('another') },
      { ...decidedBy('another') },
      { ...decidedBy('admin'), holdUntil: inSeconds(-1) },
      {},
      { status: 'SUCCEEDED', score: 0.97 },
      {},
      { opinions: [{ by: 'admin', at: inSeconds(-60), decision: 'approve', corrections: [] }] },
      { status: 'SUCCEEDED', score: 0.97, checkedBy: 'another', checkedAt: inSeconds(-60), found: {} },
      { status: 'FAILED', score: 0.52, error: lowScore },
      { status: 'FAILED', score: 0.55, error: lowScore },
      { fields: { account: aField('GB33 BUKB 2020 1555 5555 56') } },
      { ...claimedBy('admin') },
    ],
    { tenantId },
  );
  await api.put({ ...keyOf.tenant(tenantId), name: tenantId, version: 1 });
  await api.put({ ...keyOf.supplier(tenantId, 'pike'), name: 'Pike Ltd', ibans: [], version: 1 });
  await api.put({ ...keyOf.userInTenant(tenantId, 'reviewer'), name: 'Teo', role: 'reviewer', version: 1 });
  const { at, workflowAt, batch } = planted;
  await api.put(toStoredWorkflow({ ...planted.workflow, workflowId: `other-of-${tenantId}` }));
  const filed = planted.documents[15];
  await putFile(api, filed?.objectKey ?? '');
  await api.put(toStoredWorkflow({ ...planted.workflow, workflowId: `reviewed-of-${tenantId}` }));
  await api.put(toStoredWorkflow({ ...planted.workflow, workflowId: `promised-of-${tenantId}` }));
  const { file, batch: downloads } = await plantDownloads(api, tenantId);
  await api.put({ ...keyOf.knownCause('b8cf51'), ...aKnownCause });
  const documentIds = [at(3).documentId];
  const batchAt = { tenantId, projectId: batch.projectId, batchId: batch.batchId };
  const thresholds = { confidenceThreshold: 0.5, reviewThreshold: 0.9, reason: 'Too many reviews' };
  return {
    ...planted,
    calls: {
      health: {},
      describeApi: {},
      me: {},
      submitBatch: { body: { ...workflowAt, documents: [{ fileName: 'an invoice.pdf' }] } },
      reprocessDocuments: { params: { batchId: batch.batchId }, body: { documentIds } },
      sendToReview: {
        params: batchAt,
        body: { documents: [{ documentId: at(12).documentId, version: 3 }] },
      },
      acceptDocuments: {
        params: batchAt,
        body: {
          documents: [{ documentId: at(13).documentId, version: 3 }],
          reason: 'Only the stamp is hard to read',
        },
      },
      claimDocument: { params: at(0), ifMatch: 3 },
      releaseDocument: { params: at(1), ifMatch: 3 },
      reviewDocument: { params: at(7), ifMatch: 3, body: { decision: 'approve' } },
      handOverDocument: { params: at(9), ifMatch: 3, body: { to: 'reviewer', note: 'Is this a 7?' } },
      checkDocument: { params: at(8), ifMatch: 3, body: { corrections: [{ field: 'total', value: '1' }] } },
      undoReview: { params: at(2), ifMatch: 3 },
      refileDocument: {
        params: at(15),
        ifMatch: 3,
        body: {
          reason: 'It is a delivery note',
          into: [
            {
              workflow: { projectId: batch.projectId, workflowId: `other-of-${tenantId}` },
              parts: [{ batchId: batch.batchId, documentId: at(15).documentId }],
            },
          ],
        },
      },
      nextDocument: { body: { tenantIds: [tenantId] } },
      changeThresholds: { params: workflowAt, ifMatch: 3, body: thresholds },
      changeReview: {
        // Its thresholds were changed by the call before.
        params: { ...workflowAt, workflowId: `reviewed-of-${tenantId}` },
        ifMatch: 3,
        body: { rules: { taxes: 'stop' }, dueHours: 8, priority: 'high', reason: 'Taxes were wrong twice' },
      },
      changeObjective: {
        params: { ...workflowAt, workflowId: `promised-of-${tenantId}` },
        ifMatch: 3,
        body: { objective: { percent: 99.5, minutes: 15 }, reason: 'It is in the contract' },
      },
      putTenantBudget: { params: { tenantId }, ifMatch: 0, body: { month: null, usd: '250' } },
      putWorkflowBudget: { params: workflowAt, ifMatch: 0, body: { month: '2026-12', usd: '99.50' } },
      changeSuppliers: {
        params: { tenantId },
        body: {
          put: [
            { supplierId: 'harrow', name: 'Harrow Ltd', vatNumber: null, ibans: ['GB33BUKB20201555555555'] },
          ],
          remove: [{ supplierId: 'pike' }],
          reason: 'Confirmed by telephone',
        },
      },
      changeOrders: {
        params: { tenantId },
        body: { put: [{ number: 'NW-40211', supplierId: 'harrow' }], reason: 'Orders of this week' },
      },
      workOnCause: {
        params: { fingerprint: 'b8cf51' },
        ifMatch: 3,
        body: { workedOnBy: 'admin', note: 'Asked for a larger quota' },
      },
      noteOnCause: {
        params: { fingerprint: 'b8cf51' },
        ifMatch: 0,
        body: { note: 'Wait for a quiet hour, then reprocess in small steps' },
      },
      tellOutcome: {
        params: { fingerprint: 'b8cf51' },
        body: {
          jobId: '01KAE8J0000000000000000000',
          kind: 'redrive',
          at: '2026-01-05T08:00:00.000Z',
          total: 40,
          fixed: 39,
          back: 1,
        },
      },
      workOnBatch: {
        params: { tenantId, projectId: batch.projectId, batchId: batch.batchId },
        ifMatch: 0,
        body: { workedOnBy: 'admin', note: 'The carrier sends the file again' },
      },
      addNote: {
        body: {
          about: { tenantId, projectId: batch.projectId, batchId: batch.batchId },
          text: 'Called the carrier',
        },
      },
      auditChains: {},
      auditAnchors: { params: { chain: 'a-console' } },
      anchorAudit: {
        body: {
          chain: 'a-console',
          sequence: 1,
          hash: 'a'.repeat(64),
          actions: [
            {
              sequence: 1,
              at: inSeconds(-5),
              operation: 'jobs.start',
              outcome: 'ok',
              ids: { tenantId, batchId: batch.batchId, jobId: 'plan-1' },
              facts: { jobKind: 'reprocess' },
            },
          ],
        },
      },
      requeueFile: { params: { fileId: file.FileID }, ifMatch: file.StatusUpdatedAt, body: {} },
      triggerDownloads: { body: { date: '2026-01-05', reason: 'The files came late' } },
      closeDownloads: {
        params: { batchId: downloads.BatchID },
        ifMatch: downloads.UpdatedAt,
        body: { reason: 'Nothing comes any more' },
      },
    },
  };
}

async function putFile({ parts: { clients, names } }: Planted, Key: string): Promise<void> {
  const Bucket = names.extraction.documentsBucket;
  await clients.s3.send(new PutObjectCommand({ Bucket, Key, Body: 'a file' }));
}

const lowScore = {
  stage: 'verify',
  code: 'ConfidenceTooLow',
  message: 'Confidence 0.52 is under 0.60',
} as const;

const aKnownCause = {
  version: 3,
  createdAt: inSeconds(-86_400),
  updatedAt: inSeconds(-3_600),
  firstAt: inSeconds(-86_400),
  stage: 'gap-fill',
  code: 'ThrottlingException',
  pattern: 'ThrottlingException: Too many requests',
};

export function claimedBy(sub: string) {
  return { claimedBy: sub, claimExpiresAt: inSeconds(600) } as const;
}

function decidedBy(sub: string) {
  return {
    status: 'SUCCEEDED',
    decision: 'approve',
    reviewedBy: sub,
    reviewedAt: inSeconds(0),
    holdUntil: inSeconds(10),
    undo: { status: 'REVIEW_REQUIRED' },
  } as const;
}

function inSeconds(seconds: number): string {
  return new Date(startOfTime + seconds * 1_000).toISOString();
}

async function plantDownloads(
  { put, parts: { names } }: Planted,
  of: string,
): Promise<{ file: FileItem; batch: DownloadBatch }> {
  const at = inSeconds(-7_200);
  const TTL = startOfTime / 1_000 + 86_400;
  const batch: DownloadBatch = {
    BatchID: `batch-2026-01-04-${of}`,
    PollingDate: '2026-01-04',
    Status: 'queued',
    StartTime: at,
    ExpectedFiles: new Set([`trades-of-${of}`]),
    CreatedAt: at,
    UpdatedAt: at,
    TTL,
  };
  const file: FileItem = {
    FileID: `trades-of-${of}`,
    BatchID: batch.BatchID,
    Status: 'failed',
    Entity: 'trades',
    DownloadDate: '2026-01-04',
    PresignedURL: 'https://files.example/secret',
    EncryptedAESKey: 'secret',
    EncodedAESIV: 'secret',
    CreatedAt: at,
    StatusUpdatedAt: startOfTime - 7_200_000,
    TTL,
  };
  await put(batch as unknown as PlainItem, names.downloads.batchesTable);
  await put(file as unknown as PlainItem, names.downloads.jobsTable);
  return { file, batch };
}
