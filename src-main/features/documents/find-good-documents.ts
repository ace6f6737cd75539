import { findDeclared } from '#shared/catalogue/declaration.ts';
import { keyText, type Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { GoodDocument } from '#shared/contract/triage.ts';
import { goodDocumentSearch, isSupplierField, normaliseSupplier } from '#shared/domain/good-document.ts';
import { passingReader, type CatalogueReader, type StoredItem } from '../../aws/dynamodb/reading.ts';
import type { Handlers } from '../../gate/gate.ts';
import { readsSoFar, type ReadsSoFar } from '../../reads/paid-reads.ts';
import type { SeenDocuments } from '../../reads/seen-documents.ts';
import { batchRow } from '../../rows/batch-rows.ts';
import { documentRow, noDocument } from '../../rows/document-rows.ts';
import { itemsOfKind } from '../../rows/page-of-rows.ts';

interface Parts {
  readonly reader: () => CatalogueReader;
  readonly seen: SeenDocuments;
  readonly now: () => number;
}

interface Search {
  readonly reader: CatalogueReader;
  readonly reads: ReadsSoFar;
  readonly documentId: string;
  /** The normalised supplier of the compared document; null if none was read. */
  readonly supplier: string | null;
  readonly found: GoodDocument[];
  looked: number;
  batches: number;
}

/**
 * Looks for good documents of the same workflow: in the same batch first, then in the newest batches of the workflow,
 * until one of the same supplier is found or the budget is used up. Suppliers are compared here; no name of one leaves.
 */
export function findGoodDocuments(parts: Parts): Handlers['documents.findGood'] {
  return async ({ tenantId, projectId, workflowId, batchId, documentId }) => {
    const here = parts.seen.here();
    const reads = readsSoFar();
    const begun = parts.now();
    const reader = passingReader(parts.reader());
    const billed = <T>(result: Result<T>): Result<T> => {
      const receipt = reads.receipt();
      const ms = Math.max(receipt?.ms ?? 0, parts.now() - begun);
      return receipt === undefined ? result : { ...result, receipt: { ...receipt, ms } };
    };
    const compared = reads.paid(
      await reader.run('extraction.documentById', { tenantId, batchId, documentId }),
    );
    if (!compared.ok) return billed(compared);
    const [item] = compared.value.items;
    if (item === undefined) return billed(refused({ code: 'not-found', ...noDocument(documentId) }));
    const supplier = readSupplier(item.attributes);
    const search: Search = { reader, reads, documentId, supplier, found: [], looked: 0, batches: 0 };

    const { firstPage, nextPage } = goodDocumentSearch;
    const own = await lookIn({ tenantId, batchId }, [firstPage, nextPage], search);
    if (!own.ok) return billed(own);
    const others = await lookInOthers({ tenantId, projectId, workflowId, batchId }, search);
    if (!others.ok) return billed(others);

    const documents = search.found.toSorted(compareGood).slice(0, goodDocumentSearch.offered);
    here.note(documents);
    const { looked, batches } = search;
    const isAll = own.value.isAll && others.value.isAll;
    return billed(ok({ documents, isSupplierKnown: supplier !== null, looked, batches, isAll }));
  };
}

interface Looked {
  readonly isAll: boolean;
}

/** Reads pages of a batch until a document is found that is good enough. */
async function lookIn(
  { tenantId, batchId }: { readonly tenantId: string; readonly batchId: string },
  pageSizes: readonly number[],
  search: Search,
): Promise<Result<Looked>> {
  let cursor: string | null | undefined;
  search.batches += 1;
  for (const pageSize of pageSizes) {
    if (cursor === null || isEnough(search)) break;
    const read = search.reads.paid(
      // oxlint-disable-next-line no-await-in-loop -- a page begins where the one before has ended
      await search.reader.run('extraction.documentsOfBatch', { tenantId, batchId }, { cursor, pageSize }),
    );
    if (!read.ok) return read;
    const { own } = itemsOfKind(read.value.items, 'Document');
    search.looked += own.length;
    search.found.push(...own.flatMap((item) => toGood(item, search)));
    cursor = read.value.cursor;
  }
  return ok({ isAll: cursor === null });
}

/** Asks the newest batches of the project that are of the workflow and have good documents. */
async function lookInOthers(
  of: {
    readonly tenantId: string;
    readonly projectId: string;
    readonly workflowId: string;
    readonly batchId: string;
  },
  search: Search,
): Promise<Result<Looked>> {
  const { tenantId, projectId, workflowId, batchId } = of;
  if (isEnough(search)) return ok({ isAll: false });
  const { batchesPage, batches, firstPage } = goodDocumentSearch;
  const read = search.reads.paid(
    await search.reader.run(
      'extraction.batchesOfProject',
      { tenantId, projectId },
      { pageSize: batchesPage },
    ),
  );
  if (!read.ok) return read;
  const candidates = itemsOfKind(read.value.items, 'Batch')
    .own.map(batchRow)
    .filter(
      (one) => one.workflowId === workflowId && one.batchId !== batchId && (one.counts.SUCCEEDED ?? 0) > 0,
    );
  let isAll = read.value.cursor === null && candidates.length <= batches;
  for (const candidate of candidates.slice(0, batches)) {
    if (isEnough(search)) return ok({ isAll: false });
    // oxlint-disable-next-line no-await-in-loop -- the next batch is asked only if this one has no match
    const looked = await lookIn(candidate, [firstPage], search);
    if (!looked.ok) return looked;
    isAll &&= looked.value.isAll;
  }
  return ok({ isAll });
}

function isEnough({ supplier, found, reads }: Search): boolean {
  if (reads.sum().rru >= goodDocumentSearch.mostUnits) return true;
  return supplier === null ? found.length > 0 : found.some((one) => one.supplier === 'same');
}

function toGood(item: StoredItem, { documentId, supplier }: Search): readonly GoodDocument[] {
  const row = documentRow(item);
  if (row.status !== 'SUCCEEDED' || row.expired || row.documentId === documentId) return [];
  const own = readSupplier(item.attributes);
  const { tenantId, batchId, fileName, score, statusSince } = row;
  return [
    {
      tenantId,
      batchId,
      documentId: row.documentId,
      fileName,
      score,
      statusSince,
      supplier: own === null || supplier === null ? 'unknown' : own === supplier ? 'same' : 'other',
    },
  ];
}

function readSupplier(attributes: Attributes): string | null {
  const fields = findDeclared(attributes, 'fields');
  if (fields === undefined || !('M' in fields)) return null;
  for (const [name, field] of Object.entries(fields.M)) {
    if (!isSupplierField(name)) continue;
    const value = 'M' in field ? keyText(field.M, 'value') : keyText(fields.M, name);
    const supplier = value === undefined ? null : normaliseSupplier(value);
    if (supplier !== null) return supplier;
  }
  return null;
}

/** The same supplier comes first, then the surest reading. Documents of the batch were found first and stay first. */
function compareGood(a: GoodDocument, b: GoodDocument): number {
  return ranks[a.supplier] - ranks[b.supplier] || (b.score ?? 0) - (a.score ?? 0);
}

const ranks: Readonly<Record<GoodDocument['supplier'], number>> = { same: 0, unknown: 1, other: 2 };
