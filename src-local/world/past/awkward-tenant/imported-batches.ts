import type { AttributeValue, Item } from '../../../aws/dynamodb/values/attribute-value.ts';
import { documentStatuses } from '#shared/domain/document-status.ts';
import { keyOf, statusIndexKeys } from '../../../pipelines/extraction/keys.ts';
import { toAttributes } from './to-attributes.ts';
import { oddDocuments, type OddDocument } from './odd-documents.ts';
import { quillWorkflows } from './quill.ts';

/** Batches that an import of the old system wrote into the table by hand: no run, no file, no passport. */
export function importedItems(at: string, idOf: (name: string) => string): Item[] {
  const documents = oddDocuments(at);
  const [odd, empty, bare] = [idOf('odd'), idOf('empty'), idOf('bare')];
  return [
    {
      ...batchKeys(odd, 'FAILED', at),
      ...batchAttributes('FAILED', at, documents.length, countsOf(documents)),
    },
    ...documents.map((document) => ({ ...documentKeys(odd, document, at), ...document.attributes })),
    { ...batchKeys(empty, 'SUCCEEDED', at), ...batchAttributes('SUCCEEDED', at, 0, countsOf([])) },
    // All that an index needs to list it, and nothing that a list would show.
    batchKeys(bare, 'REVIEW_REQUIRED', at),
  ];
}

const { tenantId, projectId, workflowId } = quillWorkflows.archive;

function batchKeys(batchId: string, status: string, at: string): Item {
  return toAttributes({
    ...keyOf.batch(tenantId, projectId, batchId),
    ...statusIndexKeys({ tenantId }, status, at),
    GSI3PK: batchId,
    GSI3SK: 'BATCH',
  });
}

function batchAttributes(
  status: string,
  at: string,
  documentCount: number,
  counts: Readonly<Record<string, number>>,
): Record<string, AttributeValue> {
  return toAttributes({
    version: 1,
    createdAt: at,
    updatedAt: at,
    status,
    workflowId,
    counts,
    documentCount,
    received: documentCount,
    run: 0,
    runs: {},
    confidenceThreshold: 0.5,
    reviewThreshold: 0.8,
    submittedBy: 'import-of-1998.pl',
  });
}

function documentKeys(batchId: string, { name, counted }: OddDocument, at: string): Item {
  return toAttributes({
    ...keyOf.document(tenantId, batchId, `doc-${name}`),
    ...statusIndexKeys({ tenantId, batchId }, counted ?? '', at),
  });
}

function countsOf(documents: readonly OddDocument[]): Record<string, number> {
  return Object.fromEntries(
    documentStatuses.map((status) => [status, documents.filter(({ counted }) => counted === status).length]),
  );
}
