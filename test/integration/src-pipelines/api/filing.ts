import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { PDFDocument } from 'pdf-lib';
import type { DocumentItem } from '#pipelines/extraction/item-shapes.ts';
import { documentsPartition, keyOf } from '#pipelines/extraction/keys.ts';
import { findBatches, getDocument, parseDocument } from '#pipelines/extraction/read-items.ts';
import { toStoredWorkflow } from '#pipelines/extraction/stored-items.ts';
import { toItem } from '#pipelines/plain-items.ts';
import { documentStatuses } from '#shared/domain/statuses.ts';
import type { Answered, Api, SentCall } from '#test/builders/an-api.ts';
import { plantBatch, type PlantedBatch } from '#test/builders/extraction-items.ts';
import { claimedBy } from './every-call.ts';
import { itemsIn } from './read-passport.ts';
import { ada } from './reviewers.ts';

/** The width of a page, in points, tells which page of which document it is. */
export function computeWidth(document: number, page: number): number {
  return 100 * (document + 1) + page;
}

export interface Filing {
  readonly planted: PlantedBatch;
  readonly workflow: { readonly projectId: string; readonly workflowId: string };
  readonly other: { readonly projectId: string; readonly workflowId: string };
  /** Returns a part: a document, or pages of it. */
  readonly part: (index: number, from?: number, to?: number) => object;
  /** Files the document with this index as Ada, who has claimed it. */
  readonly file: (
    into: readonly object[],
    sent?: SentCall & { readonly also?: readonly number[] },
  ) => Promise<Answered>;
}

/** Plants documents that Ada has claimed, with files of so many pages, and a second workflow of the tenant. */
export async function aFiling(
  api: Api,
  pages: readonly number[],
  {
    tenantId = 'northwind',
    document = {},
    ...ids
  }: { tenantId?: string; batchId?: string; document?: Partial<DocumentItem> } = {},
): Promise<Filing> {
  const name = ids.batchId ?? tenantId;
  const planted = await plantBatch(
    api,
    pages.map((_, index) => ({
      documentId: `doc-${index}-of-${name}`,
      fileName: `scan ${index}.pdf`,
      objectKey: `documents/${tenantId}/${ids.batchId ?? `batch-of-${tenantId}`}/doc-${index}-of-${name}/scan ${index}.pdf`,
      ...claimedBy('ada'),
      ...document,
    })),
    { tenantId, ...ids },
  );
  await api.put(toStoredWorkflow({ ...planted.workflow, workflowId: 'delivery-notes' }));
  for (const [index, count] of pages.entries()) {
    await putObject(api, planted.documents[index]?.objectKey ?? '', await drawPages(index, count));
  }
  const { projectId, workflowId } = planted.workflow;
  const { batchId } = planted.batch;
  return {
    planted,
    workflow: { projectId, workflowId },
    other: { projectId, workflowId: 'delivery-notes' },
    part: (index, from, to) => ({
      batchId,
      documentId: planted.at(index).documentId,
      ...(from !== undefined && { pages: { from, to } }),
    }),
    file: (into, { also = [], ...sent } = {}) =>
      api.call('refileDocument', {
        as: ada,
        params: planted.at(0),
        ifMatch: 3,
        body: {
          reason: 'Two documents were scanned together',
          into,
          also: also.map((index) => ({ batchId, documentId: planted.at(index).documentId, version: 3 })),
        },
        ...sent,
      }),
  };
}

async function drawPages(document: number, count: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  for (let page = 1; page <= count; page += 1) pdf.addPage([computeWidth(document, page), 300]);
  return pdf.save();
}

export async function putObject(
  { parts: { clients, names } }: Api,
  Key: string,
  Body: Uint8Array | string,
): Promise<void> {
  await clients.s3.send(new PutObjectCommand({ Bucket: names.extraction.documentsBucket, Key, Body }));
}

/** Reads the widths of the pages of a document's file. */
export async function readWidths(
  { parts: { clients, names } }: Api,
  { objectKey }: Pick<DocumentItem, 'objectKey'>,
): Promise<number[]> {
  const at = { Bucket: names.extraction.documentsBucket, Key: objectKey };
  const { Body } = await clients.s3.send(new GetObjectCommand(at));
  const pdf = await PDFDocument.load((await Body?.transformToByteArray()) ?? new Uint8Array());
  return pdf.getPages().map((page) => page.getWidth());
}

/** Returns the new documents of an answer, in its order. */
export async function newDocuments(
  api: Api,
  { body }: Answered,
  tenantId = 'northwind',
): Promise<readonly DocumentItem[]> {
  const documents: DocumentItem[] = [];
  for (const { batchId, documentId } of body.into as { batchId: string; documentId: string }[]) {
    const document = await getDocument(api.parts, { tenantId, batchId, documentId });
    if (!document) throw new Error(`There is no ${documentId}`);
    documents.push(document);
  }
  return documents;
}

export async function listDocuments(
  api: Api,
  tenantId: string,
  batchId: string,
): Promise<readonly DocumentItem[]> {
  const items = await itemsIn(api, documentsPartition(tenantId, batchId));
  return items
    .filter(({ SK }) => typeof SK === 'string' && SK.startsWith('DOCUMENT#'))
    .map((one) => parseDocument(toItem(one)));
}

/** Returns the counts of a batch as they are stored, and as its documents say. */
export async function compareCounts(
  api: Api,
  tenantId: string,
  batchId: string,
): Promise<{ readonly stored: object | undefined; readonly counted: object }> {
  const documents = await listDocuments(api, tenantId, batchId);
  const batch = (await findBatches(api.parts, batchId)).find((one) => one.tenantId === tenantId);
  const counted = documentStatuses.map((status) => [
    status,
    documents.filter((one) => one.status === status).length,
  ]);
  return {
    stored: batch && { ...batch.counts, documentCount: batch.documentCount },
    counted: { ...Object.fromEntries(counted), documentCount: documents.length },
  };
}

export async function countBatches(api: Api, tenantId: string, projectId: string): Promise<unknown> {
  const { PK: partition, SK: wanted } = keyOf.project(tenantId, projectId);
  const project = (await itemsIn(api, partition)).find(({ SK }) => SK === wanted);
  return project?.['batchCount'];
}
