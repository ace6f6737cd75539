import { keyText, type Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { flags, type Flag } from '#shared/contract/review-document.ts';
import type { QueueRow } from '#shared/contract/review.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { amountParts, documentAmount, printedAmount } from '#shared/domain/review/printed-amount.ts';
import type { ReviewOrder } from '#shared/domain/review/review-order.ts';
import type { StoredItem } from '../aws/dynamodb/reading.ts';
import { mapIn, type SchemaTypes } from './judged-document.ts';
import { readRow, type AttributeReading, type RowReading } from './read-row.ts';

/**
 * This is a line of the queue without the parts that depend on the person and the time. It holds no extracted
 * values.
 */
export interface WaitingDocument {
  readonly row: Omit<QueueRow, 'tenantName' | 'postponedUntil' | 'hasDraft' | 'whyNot'>;
  /** These are the persons who have given an opinion on the document. */
  readonly opinionsBy: readonly string[];
  /** It is true when the results are not in the item, so its fields are unknown. */
  readonly isElsewhere: boolean;
  /** A value of the document, so it leaves the main process only where that is audited. */
  readonly amount: Amount | null;
}

interface Amount {
  readonly value: number;
  /** As printed with it, such as EUR; null if none is. */
  readonly currency: string | null;
}

/** Returns the document's place in the index it was read from; null when that is not a time. */
export function placeInQueue({ attributes }: StoredItem): number | null {
  const at = Date.parse(keyText(attributes, 'GSI2SK') ?? '');
  return Number.isNaN(at) ? null : at;
}

export function waitingDocument(
  item: StoredItem,
  batch: Batch,
  { order, types }: { readonly order: ReviewOrder; readonly types: SchemaTypes | null },
): WaitingDocument {
  const of = readRow(item, 'Document');
  const { read, id, asRead } = of;
  const { version, createdAt, updatedAt, catchingUp, problems } = asRead();
  const { reasons, flagged } = doubtsIn(read.map('fields', 'optional'));
  const isElsewhere = read.map('resultsAt', 'optional') !== null;
  const opinionsBy = (read.list('opinions', 'optional') ?? []).map((opinion) =>
    'M' in opinion ? (keyText(opinion.M, 'by') ?? '') : '',
  );
  if (isElsewhere) read.note('fields', 'are in S3, so the reason it waits is not shown here');
  return {
    row: {
      tenantId: batch.tenantId,
      projectId: batch.projectId,
      batchId: batch.batchId,
      documentId: id('documentId'),
      workflowId: batch.workflowId,
      fileName: read.text('fileName'),
      score: read.number('score', 'optional'),
      version,
      run: read.count('run', 'optional'),
      waitingSince: read.time('statusSince', 'optional') ?? timeInQueue(item) ?? updatedAt ?? createdAt,
      reasons,
      flagged,
      step: stepAfter(opinionsBy.length),
      ...order,
      claimedBy: read.text('claimedBy', 'optional'),
      claimExpiresAt: read.time('claimExpiresAt', 'optional'),
      assigned: assignedIn(of),
      catchingUp,
      problems,
    },
    opinionsBy,
    isElsewhere,
    amount: isElsewhere ? null : readAmount(item.attributes, types),
  };
}

/** Returns the amount of a document; null if there is none or it is unclear. */
export function readAmount(attributes: Attributes, types: SchemaTypes | null): Amount | null {
  const fields = mapIn(attributes, 'fields');
  const values = Object.fromEntries(
    Object.keys(fields).map((name) => [name, keyText(mapIn(fields, name), 'value') ?? null]),
  );
  const value = documentAmount(values, types);
  if (value === null) return null;
  const printed = Object.values(values).find((text) => text !== null && printedAmount(text) === value);
  const named = values['currency'] ?? '';
  const currency = amountParts(printed ?? '')?.currency ?? (/^[A-Z]{3}$/.test(named) ? named : null);
  return { value, currency };
}

/** Returns since when it has its status: another change, such as a claim, moves only `updatedAt`. */
function timeInQueue(item: StoredItem): string | null {
  const at = placeInQueue(item);
  return at === null ? null : new Date(at).toISOString();
}

function stepAfter(opinions: number): QueueRow['step'] {
  if (opinions === 0) return 'first';
  return opinions === 1 ? 'second' : 'third';
}

function doubtsIn(fields: AttributeReading | null): { reasons: Flag[]; flagged: number } {
  const found = new Set<Flag>();
  let flagged = 0;
  for (const name of fields?.names() ?? []) {
    // A field may be a bare value, which has no flags.
    const value = fields?.anything(name) ?? null;
    const own = value !== null && 'M' in value ? readFlags(fields?.map(name) ?? null) : [];
    for (const flag of own) found.add(flag);
    if (own.length > 0) flagged += 1;
  }
  return { reasons: flags.filter((flag) => found.has(flag)), flagged };
}

function readFlags(field: AttributeReading | null): readonly Flag[] {
  return (field?.list('flags', 'optional') ?? []).flatMap((flag) =>
    'S' in flag ? (flags.find((one) => one === flag.S) ?? []) : [],
  );
}

function assignedIn({ read }: RowReading): QueueRow['assigned'] {
  const to = read.text('assignedTo', 'optional');
  if (to === null) return null;
  return {
    to,
    by: read.text('assignedBy', 'optional') ?? '',
    note: read.text('assignedNote', 'optional'),
    at: read.time('assignedAt', 'optional'),
  };
}
