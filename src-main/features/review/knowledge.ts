import { createHash } from 'node:crypto';
import { keyText, type Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import type { ReviewDocument, ReviewKey } from '#shared/contract/review-document.ts';
import type { EarlierDocument, Knowledge, Weights } from '#shared/contract/review-rules.ts';
import type { Session } from '#shared/contract/session.ts';
import { findRole } from '#shared/domain/review/field-roles.ts';
import {
  isSameAmount,
  mostEarlier,
  readInvoiceValues,
  toInvoiceKey,
  type InvoiceValues,
} from '#shared/domain/review/invoice-key.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import type { StoredItem } from '../../aws/dynamodb/reading.ts';
import type { Handlers } from '../../gate/gate.ts';
import { findOffer } from '../../reads/api-offers.ts';
import { readsSoFar, type ReadsSoFar } from '../../reads/paid-reads.ts';
import { readRow } from '../../rows/read-row.ts';
import { identifyWorld, type BatchFacts, type BatchFactsStore } from './batch-facts.ts';

interface Asking {
  readonly doors: ConnectionDoors;
  readonly session: Session;
  readonly facts: BatchFactsStore;
}

interface Known {
  readonly weights: Weights | null;
  readonly knowledge: Knowledge;
}

/**
 * Reads what the rules compare a document with: the lists of its tenant, which are kept for a minute, and the accepted
 * documents of the same supplier and number. A deployment without rules is asked for nothing.
 */
export async function readKnowledge(
  key: ReviewKey,
  document: Pick<ReviewDocument, 'fields'>,
  { attributes, batch }: { readonly attributes: Attributes; readonly batch: BatchFacts | null },
  asking: Asking,
  reads: ReadsSoFar,
): Promise<Known> {
  const receivedOn = keyText(attributes, 'receivedAt')?.slice(0, 10) ?? null;
  const nothing = { customer: null, suppliers: null, purchaseOrders: null, earlier: null, receivedOn };
  if (!(await keepsRules(asking))) return { weights: null, knowledge: nothing };
  const { doors, session, facts } = asking;
  const isOfSupplier = document.fields.some((field) => findRole(field) === 'supplier');
  const [lists, earlier] = await Promise.all([
    isOfSupplier ? facts.listsOf(identifyWorld(session), key.tenantId, doors.reader, reads) : undefined,
    findEarlier(key, readInvoiceValues(document.fields), doors, reads),
  ]);
  const { rules = {}, customer = null } = batch?.workflow ?? {};
  return {
    weights: rules,
    knowledge: {
      ...nothing,
      customer,
      suppliers: lists?.suppliers ?? null,
      purchaseOrders: lists?.purchaseOrders ?? null,
      earlier: earlier.ok ? earlier.value : null,
    },
  };
}

/** Finds the accepted documents again for a supplier and number that are being typed. */
export function findEarlierTyped({
  doors,
  session,
}: {
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
}): Handlers['review.findEarlier'] {
  return async ({ supplier, vatNumber, number, amount, ...key }) => {
    const here = doors();
    if (!(await keepsRules({ doors: here, session: session() }))) return ok({ earlier: null });
    const reads = readsSoFar();
    const found = await findEarlier(key, { supplier, vatNumber, number, amount }, here, reads);
    const receipt = reads.receipt();
    const paid = receipt === undefined ? {} : { receipt };
    return found.ok ? { ...ok({ earlier: found.value }), ...paid } : { ...found, ...paid };
  };
}

/**
 * The API that enforces rules is also the one that keeps what they need. One that does not answer now may well enforce
 * them, so a document is still compared.
 */
async function keepsRules({ doors, session: { who } }: Pick<Asking, 'doors' | 'session'>): Promise<boolean> {
  if (who === null) return false;
  return (await findOffer(doors.pipeline, 'changeReview', who.id)).kind !== 'not-offered';
}

/** Returns the accepted documents without this one. Null if supplier and number make no key. */
async function findEarlier(
  { tenantId, batchId, documentId }: ReviewKey,
  values: InvoiceValues,
  { reader }: ConnectionDoors,
  { paid }: ReadsSoFar,
): Promise<Result<EarlierDocument[] | null>> {
  const key = toInvoiceKey(values);
  if (key === null) return ok(null);
  // As in the pipeline: keys have no values of documents, but a hash of them.
  const invoice = createHash('sha256').update(`${key.supplier}#${key.number}`).digest('hex').slice(0, 32);
  const read = paid(
    await reader.run(
      'extraction.acceptedInvoices',
      { tenantId, invoice },
      { pageSize: mostEarlier + 1, consistent: true },
    ),
  );
  if (!read.ok) return read;
  const rows = read.value.items.flatMap((item) => earlierRow(item, values.amount) ?? []);
  const others = rows.filter((row) => row.batchId !== batchId || row.documentId !== documentId);
  return ok(others.slice(0, mostEarlier));
}

function earlierRow(item: StoredItem, amount: string | null): EarlierDocument | undefined {
  if (item.entity !== 'AcceptedInvoice' || item.expired) return undefined;
  const { read } = readRow(item, 'AcceptedInvoice');
  const [batchId, documentId, acceptedAt] = [
    read.text('batchId'),
    read.text('documentId'),
    read.time('acceptedAt'),
  ];
  if (batchId === null || documentId === null) return undefined;
  const was = read.whole('amount', 'optional');
  return {
    batchId,
    documentId,
    fileName: read.text('fileName', 'optional'),
    acceptedAt: acceptedAt ?? '',
    amount: was,
    isSameAmount: isSameAmount(was, amount),
  };
}
