import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';
import type { z } from 'zod';
import type { PurchaseOrder, Supplier } from '#shared/contract/review-rules.ts';
import { ulidAt } from '#shared/domain/id-forms.ts';
import { mostOrders, mostSuppliers, toNumberKey } from '#shared/domain/review/invoice-key.ts';
import type { operations } from '#shared/pipeline-api/operations.ts';
import type { ListOutcome } from '#shared/pipeline-api/rule-calls.ts';
import { keyOf } from '../extraction/keys.ts';
import { getItem, queryUnder } from '../extraction/read-items.ts';
import { putNew, putOver } from '../extraction/stored-items.ts';
import type { PipelineParts } from '../parts.ts';
import { fromItem, toItem, type Plain, type PlainItem } from '../plain-items.ts';
import {
  ApiProblem,
  commit,
  notFound,
  requireTenant,
  type ApiAnswer,
  type OwnCall,
  type OwnHandler,
} from './call.ts';

type SuppliersBody = z.output<(typeof operations)['changeSuppliers']['body']>;
type OrdersBody = z.output<(typeof operations)['changeOrders']['body']>;

/** Changes suppliers. A change of bank accounts has a line of its own in the history: it is what fraud uses. */
export function changeSuppliers(parts: PipelineParts): OwnHandler<SuppliersBody> {
  return changeList(parts, {
    what: 'suppliers changed',
    most: mostSuppliers,
    read: readSupplierItems,
    toChanges: ({ put, remove }: SuppliersBody) => [
      ...put.map(({ supplierId, version, name, vatNumber, ibans }) => ({
        id: supplierId,
        seen: version,
        next: { name, vatNumber: vatNumber ?? undefined, ibans: [...new Set(ibans.map(toPrintedIban))] },
      })),
      ...remove.map(({ supplierId, version }) => ({ id: supplierId, seen: version, next: null })),
    ],
    keyOf: keyOf.supplier,
    alsoChanged: describeAccounts,
  });
}

/** Changes purchase orders. A number is the same number however it is grouped. */
export function changeOrders(parts: PipelineParts): OwnHandler<OrdersBody> {
  return changeList(parts, {
    what: 'purchase orders changed',
    most: mostOrders,
    read: readOrderItems,
    toChanges: ({ put, remove }: OrdersBody) => [
      ...put.map(({ number, version, supplierId }) => ({
        id: toNumberKey(number),
        seen: version,
        next: { number, supplierId: supplierId ?? undefined },
      })),
      ...remove.map(({ number, version }) => ({ id: toNumberKey(number), seen: version, next: null })),
    ],
    keyOf: keyOf.purchaseOrder,
  });
}

/** The tenant's suppliers; undefined where the list is empty or longer than a document can be checked against. */
export async function readSuppliers(
  parts: PipelineParts,
  tenantId: string,
): Promise<readonly Supplier[] | undefined> {
  const items = await readSupplierItems(parts, tenantId);
  if (items.size === 0 || items.size > mostSuppliers) return undefined;
  return [...items].map(([supplierId, { name, vatNumber, ibans }]) => ({
    supplierId,
    name: typeof name === 'string' ? name : '',
    vatNumber: typeof vatNumber === 'string' ? vatNumber : null,
    ibans: listTexts(ibans),
  }));
}

export async function readOrders(
  parts: PipelineParts,
  tenantId: string,
): Promise<readonly PurchaseOrder[] | undefined> {
  const items = await readOrderItems(parts, tenantId);
  if (items.size === 0 || items.size > mostOrders) return undefined;
  return [...items].map(([key, { number, supplierId }]) => ({
    number: typeof number === 'string' ? number : key,
    supplierId: typeof supplierId === 'string' ? supplierId : null,
  }));
}

type Attributes = Readonly<Record<string, Plain>>;
type Listed = ReadonlyMap<string, Attributes>;

const readSupplierItems = (parts: PipelineParts, tenantId: string): Promise<Listed> =>
  readItems(parts, keyOf.supplier(tenantId, ''), mostSuppliers);
const readOrderItems = (parts: PipelineParts, tenantId: string): Promise<Listed> =>
  readItems(parts, keyOf.purchaseOrder(tenantId, ''), mostOrders);

/** Returns the entries by the last part of their keys, and at most one more than a list may have. */
async function readItems(
  parts: PipelineParts,
  under: { readonly PK: string; readonly SK: string },
  most: number,
): Promise<Listed> {
  const items = new Map<string, Attributes>();
  for await (const kept of queryUnder(parts, under)) {
    const { PK: _1, SK, ...attributes } = fromItem(kept);
    items.set(String(SK).slice(under.SK.length), attributes);
    if (items.size > most) break;
  }
  return items;
}

interface EntryChange {
  readonly id: string;
  /** The version that was seen, 0 for a new one; undefined in an import. */
  readonly seen: number | undefined;
  /** Null removes it. */
  readonly next: Attributes | null;
}

interface ListKind<Body> {
  readonly what: string;
  readonly most: number;
  read(parts: PipelineParts, tenantId: string): Promise<Listed>;
  toChanges(body: Body): readonly EntryChange[];
  keyOf(tenantId: string, id: string): { readonly PK: string; readonly SK: string };
  /** A line of the history for a change of one entry, and the attributes that tell of it; undefined if it needs none. */
  alsoChanged?(change: AppliedChange): { readonly line: PlainItem } | undefined;
}

interface AppliedChange {
  readonly id: string;
  readonly before: Attributes | undefined;
  readonly next: Attributes | null;
}

/** All entries, their history and the answer are written together. */
function changeList<Body extends { readonly reason: string }>(
  parts: PipelineParts,
  kind: ListKind<Body>,
): OwnHandler<Body> {
  return {
    async run(call) {
      const { tenantId = '' } = call.params;
      requireTenant(call.caller, tenantId, 'tenant');
      if (!(await getItem(parts, keyOf.tenant(tenantId)))) throw notFound('tenant');
      for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
        const { writes, answer } = planChanges(parts, kind, call, await kind.read(parts, tenantId));
        if ((await commit(parts, writes, call.remembered(answer))) === 'done') return answer;
        await parts.pause(attempt);
      }
      throw new ApiProblem('try-again', 'Others keep changing this list. Nothing was done; look again.');
    },
  };
}

const mostAttempts = 5;

function planChanges<Body extends { readonly reason: string }>(
  parts: PipelineParts,
  kind: ListKind<Body>,
  call: OwnCall<Body>,
  listed: Listed,
): { readonly writes: readonly TransactWriteItem[]; readonly answer: ApiAnswer } {
  const { tenantId = '' } = call.params;
  const at = new Date(parts.now()).toISOString();
  const outcomes = new Map<string, ListOutcome>();
  const writes: TransactWriteItem[] = [];
  const lines: PlainItem[] = [];
  const counts = { added: 0, changed: 0, removed: 0 };
  let size = listed.size;
  for (const { id, seen, next } of kind.toChanges(call.body)) {
    if (outcomes.has(id)) continue;
    const before = listed.get(id);
    const outcome = size >= kind.most && !before && next ? 'list is full' : judgeEntry(before, seen, next);
    outcomes.set(id, outcome);
    if (outcome !== 'added' && outcome !== 'changed' && outcome !== 'removed') continue;
    counts[outcome] += 1;
    size += outcome === 'added' ? 1 : outcome === 'removed' ? -1 : 0;
    const also = kind.alsoChanged?.({ id, before, next });
    if (also) lines.push({ what: 'bank accounts changed', supplierId: id, ...also.line });
    const told = also ? { ibansChangedAt: at, ibansChangedBy: call.caller.sub } : {};
    writes.push(writeEntry(parts, kind.keyOf(tenantId, id), before, next && { ...next, ...told }, at));
  }
  if (writes.length > 0) lines.push({ what: kind.what, counts });
  const events = lines.map((line) => {
    const event = {
      version: 1,
      createdAt: at,
      updatedAt: at,
      actor: call.caller.sub,
      reason: call.body.reason,
    };
    const eventId = ulidAt(parts.now(), () => parts.dice.unit());
    return putNew(parts, {
      ...keyOf.listEvent(tenantId, eventId),
      ...event,
      requestId: call.requestId,
      ...line,
    });
  });
  const entries = [...outcomes].map(([id, outcome]) => ({ id, outcome }));
  return { writes: [...writes, ...events], answer: { status: 200, body: { entries, count: size } } };
}

function judgeEntry(
  before: Attributes | undefined,
  seen: number | undefined,
  next: Attributes | null,
): ListOutcome {
  if (seen !== undefined && seen !== readVersion(before))
    return before || next ? 'changed since' : 'not found';
  if (!before) return next ? 'added' : 'not found';
  if (!next) return 'removed';
  return Object.entries(next).every(([name, value]) => isSame(before[name], value)) ? 'same' : 'changed';
}

function readVersion(before: Attributes | undefined): number {
  return Number(before?.['version'] ?? 0) || 0;
}

function isSame(one: Plain, other: Plain): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function writeEntry(
  parts: PipelineParts,
  key: PlainItem,
  before: Attributes | undefined,
  next: Attributes | null,
  at: string,
): TransactWriteItem {
  const version = readVersion(before);
  if (next) {
    const item = {
      ...before,
      ...key,
      createdAt: before?.['createdAt'] ?? at,
      ...next,
      version: version + 1,
      updatedAt: at,
    };
    return before ? putOver(parts, item, seenVersion(before)) : putNew(parts, item);
  }
  return {
    Delete: {
      TableName: parts.names.extraction.table,
      Key: toItem(key),
      ...(before?.['version'] === undefined
        ? { ConditionExpression: 'attribute_exists(PK)' }
        : {
            ConditionExpression: '#version = :version',
            ExpressionAttributeNames: { '#version': 'version' },
            ExpressionAttributeValues: toItem({ ':version': version }),
          }),
    },
  };
}

function seenVersion({ version }: Attributes): { readonly version?: number } {
  return typeof version === 'number' ? { version } : {};
}

/** The accounts of a new supplier are written down as well: they are where money will go. */
function describeAccounts({ before, next }: AppliedChange): { readonly line: PlainItem } | undefined {
  const [was, is] = [listTexts(before?.['ibans']), listTexts(next?.['ibans'])];
  if (toComparable(was) === toComparable(is)) return undefined;
  const name = next?.['name'] ?? before?.['name'];
  return { line: { name, before: was, after: is } };
}

function toComparable(ibans: readonly string[]): string {
  return ibans
    .map((iban) => toNumberKey(iban))
    .toSorted()
    .join(' ');
}

function listTexts(value: Plain): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

/** Returns an IBAN in groups of four, as it is printed. */
function toPrintedIban(iban: string): string {
  return toNumberKey(iban).replaceAll(/(.{4})(?=.)/g, '$1 ');
}
