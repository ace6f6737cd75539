import { createHash } from 'node:crypto';
import { QueryCommand, type TransactWriteItem } from '@aws-sdk/client-dynamodb';
import type { EarlierDocument } from '#shared/contract/review-rules.ts';
import { findRole, type FieldRole } from '#shared/domain/review/field-roles.ts';
import {
  isSameAmount,
  mostEarlier,
  toInvoiceKey,
  toNameKey,
  toNumberKey,
  type InvoiceKey,
} from '#shared/domain/review/invoice-key.ts';
import type { PipelineParts } from '../parts.ts';
import { fromItem, toItem, type PlainItem } from '../plain-items.ts';
import type { DocumentItem } from './item-shapes.ts';
import { keyOf } from './keys.ts';
import { putNew } from './stored-items.ts';

/** A document as it is kept under its supplier and number while it is accepted. */
export interface Invoice {
  readonly key: InvoiceKey;
  readonly amount: string | null;
}

type Fields = Readonly<Record<string, unknown>>;
type Schema = Readonly<Record<string, string>>;

/** Returns what a document is kept as; undefined if its supplier or its number is not known. */
export function readInvoice(fields: Fields | undefined, schema: Schema): Invoice | undefined {
  const valueOf = (role: FieldRole): string | null => findValue(fields ?? {}, schema, role);
  const key = toInvoiceKey({
    supplier: valueOf('supplier'),
    vatNumber: valueOf('vat number'),
    number: valueOf('number'),
  });
  return key === null ? undefined : { key, amount: valueOf('total') };
}

/** A supplier by a hash of its name or VAT number, so that a count of its documents names no value. */
export function findSupplier(
  fields: Fields | undefined,
  schema: Schema,
): { readonly hash: string; readonly name: string } | undefined {
  const [name, vatNumber] = [
    findValue(fields ?? {}, schema, 'supplier'),
    findValue(fields ?? {}, schema, 'vat number'),
  ];
  const key = toNameKey(name ?? '') || toNumberKey(vatNumber ?? '');
  return key === ''
    ? undefined
    : { hash: shortHash(key).slice(0, 12), name: (name ?? vatNumber ?? '').slice(0, 100) };
}

/** An item that was imported by hand may have anything as its fields. */
function findValue(fields: Fields, schema: Schema, role: FieldRole): string | null {
  for (const [name, field] of Object.entries(fields)) {
    const type = Object.hasOwn(schema, name) ? (schema[name] ?? null) : null;
    if (findRole({ name, type }) !== role) continue;
    const value: unknown = typeof field === 'object' && field !== null && 'value' in field ? field.value : '';
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return null;
}

/** The supplier and the number are values of a document, so keys have only a hash of them. */
export function hashInvoice({ supplier, number }: InvoiceKey): string {
  return shortHash(`${supplier}#${number}`);
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/**
 * The first accepted document of a supplier and number has this place, and others have places of their own. So whoever
 * accepts a document and has found no earlier one notices if another person was quicker.
 */
const firstPlace = 'FIRST';

interface Change {
  readonly before: DocumentItem;
  readonly next: DocumentItem;
  readonly invoice?: Invoice | undefined;
}

/** Returns the document with where it is kept, and the write that keeps it or takes it away. */
export function keepInvoice(
  parts: PipelineParts,
  { before, next, invoice }: Change,
  isFirst: boolean,
): { readonly next: DocumentItem; readonly action?: TransactWriteItem; readonly key?: string } {
  const { keptAs: was } = before;
  const { keptAs: _, ...rest } = next;
  if (next.status !== 'SUCCEEDED') {
    if (was === undefined) return { next };
    return { next: rest, action: removeInvoice(parts, next.tenantId, was), key: was };
  }
  if (before.status === 'SUCCEEDED' || !invoice) return { next };
  const keptAs = `${hashInvoice(invoice.key)}/${isFirst ? firstPlace : findOwnPlace(next)}`;
  const item = toStoredInvoice(next, invoice, { keptAs, at: new Date(parts.now()).toISOString() });
  const put = putNew(parts, item).Put;
  // A document's own place can hold nothing else.
  const { ConditionExpression: __, ...always } = put ?? {};
  const action: TransactWriteItem = { Put: (isFirst ? put : always) as NonNullable<typeof put> };
  return { next: { ...next, keptAs }, action, key: keptAs };
}

function removeInvoice(parts: PipelineParts, tenantId: string, keptAs: string): TransactWriteItem {
  return {
    Delete: { TableName: parts.names.extraction.table, Key: toItem(toInvoiceItemKey(tenantId, keptAs)) },
  };
}

function toInvoiceItemKey(tenantId: string, keptAs: string): { readonly PK: string; readonly SK: string } {
  const [invoice = '', place = ''] = keptAs.split('/');
  return keyOf.acceptedInvoice(tenantId, invoice, place);
}

function findOwnPlace({ batchId, documentId }: DocumentItem): string {
  return shortHash(`${batchId}#${documentId}`);
}

/** It expires with its document. */
export function toStoredInvoice(
  document: DocumentItem,
  { amount }: Invoice,
  { keptAs, at }: { readonly keptAs: string; readonly at: string },
): PlainItem {
  const { tenantId, batchId, documentId, ttl } = document;
  const { fileName } = document as Partial<DocumentItem>;
  return {
    ...toInvoiceItemKey(tenantId, keptAs),
    version: 1,
    createdAt: at,
    updatedAt: at,
    batchId,
    documentId,
    fileName,
    acceptedAt: at,
    ...(amount !== null && { amount: amount.slice(0, longestAmount) }),
    ...(ttl !== undefined && { ttl }),
  };
}

/** Where the first accepted document of a supplier and number is kept. */
export function placeOfFirst({ key }: Invoice): string {
  return `${hashInvoice(key)}/${firstPlace}`;
}

const longestAmount = 200;

/** Returns the accepted documents of this supplier and number, without the document itself. */
export async function findEarlier(
  parts: PipelineParts,
  { batchId, documentId, tenantId }: Pick<DocumentItem, 'tenantId' | 'batchId' | 'documentId'>,
  { key, amount }: Invoice,
): Promise<EarlierDocument[]> {
  const { PK } = keyOf.acceptedInvoice(tenantId, hashInvoice(key), '');
  const { Items = [] } = await parts.clients.dynamodb.send(
    new QueryCommand({
      TableName: parts.names.extraction.table,
      ConsistentRead: true,
      KeyConditionExpression: 'PK = :partition AND begins_with(SK, :under)',
      ExpressionAttributeValues: toItem({ ':partition': PK, ':under': 'ACCEPTED#' }),
      Limit: mostEarlier + 1,
    }),
  );
  return Items.flatMap((kept): EarlierDocument[] => {
    const item = fromItem(kept);
    const [batch, document] = [readText(item, 'batchId'), readText(item, 'documentId')];
    if (batch === null || document === null || (batch === batchId && document === documentId)) return [];
    if (Number(item['ttl'] ?? Infinity) <= parts.now() / 1_000) return [];
    const was = readText(item, 'amount');
    return [
      {
        batchId: batch,
        documentId: document,
        fileName: readText(item, 'fileName'),
        acceptedAt: readText(item, 'acceptedAt') ?? '',
        amount: was,
        isSameAmount: isSameAmount(was, amount),
      },
    ];
  }).slice(0, mostEarlier);
}

function readText(item: PlainItem, name: string): string | null {
  const value = item[name];
  return typeof value === 'string' ? value : null;
}
