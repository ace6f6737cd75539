import { randomUUID } from 'node:crypto';
import { ok, type Result } from '#shared/contract/result.ts';
import { ulidAt } from '#shared/domain/id-forms.ts';
import type { CatalogueReader, PageRead, ReadOptions, StoredItem } from '#main/aws/dynamodb/reading.ts';
import {
  batchesByTime,
  openIdOrders,
  type BatchBudget,
  type BatchesByTime,
} from '#main/reads/batches-by-time.ts';
import { aReceipt, aStoredItem } from '#test/builders/a-reader.ts';
import { aSession } from '#test/builders/a-session.ts';

export interface PlantedBatch {
  readonly id: string;
  readonly at: number | null;
}

export const noon = Date.parse('2026-03-10T12:00:00.000Z');
export const hour = 3_600_000;
export const day = 24 * hour;
const project = { tenantId: 't', projectId: 'p' };

/** Names a batch by its time, by its number in order of time, or at random. */
export const idForms: Readonly<Record<string, (at: number, number: number, unit: () => number) => string>> = {
  ulid: (at, _number, unit) => ulidAt(at, unit),
  'prefixed ulid': (at, _number, unit) => `batch-${ulidAt(at, unit)}`,
  uuid: () => randomUUID(),
  uuid7: (at) =>
    `${at.toString(16).padStart(12, '0').slice(0, 8)}-${at.toString(16).padStart(12, '0').slice(8)}-7${randomUUID().slice(15)}`,
  date: (at, number, unit) =>
    `${new Date(at).toISOString().slice(0, 10)}-${Math.floor(unit() * 1e6)}-${number}`,
  counted: (_at, number) => `KB-${number}`,
  'counted in order': (_at, number) => `KB-${String(number).padStart(9, '0')}`,
  'the newest first': (at) => String(10_000_000_000_000 - at),
  'two series': (at, number, unit) => `${number % 2 === 0 ? 'A' : 'B'}-${ulidAt(at, unit)}`,
  'imported among its own': (at, number, unit) => (number % 7 === 0 ? randomUUID() : ulidAt(at, unit)),
};

/** Returns one project's batches in the order of their ids, and counts how many were read. */
export function aPartition(planted: readonly PlantedBatch[]) {
  const batches = [...planted];
  const byId = () => batches.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  let ascending = byId();
  let clock = noon;
  let read = 0;
  const orders = openIdOrders(() => clock);

  function run(listing: string, _key: unknown, options: ReadOptions): Promise<Result<PageRead>> {
    const inOrder = listing.endsWith('batchesOfProject') ? ascending.toReversed() : ascending;
    const after = options.cursor === undefined ? 0 : inOrder.findIndex(({ id }) => id === options.cursor) + 1;
    const page = inOrder.slice(after, after + (options.pageSize ?? 100));
    read += page.length;
    const hasMore = after + page.length < inOrder.length;
    const found = { items: page.map(toItem), cursor: hasMore ? (page.at(-1)?.id ?? null) : null };
    return Promise.resolve(ok({ ...found, throttled: 0, receipt: aReceipt } as unknown as PageRead));
  }

  const order = orders.of(aSession());
  return {
    /** Serves code that lists batches with the reader directly. */
    reader: { run } as unknown as CatalogueReader,
    order,
    open: (budget: BatchBudget = { left: 100_000, moreInForm: 0 }): BatchesByTime =>
      batchesByTime(project, { run, order, budget }),
    add(...more: readonly PlantedBatch[]) {
      batches.push(...more);
      ascending = byId();
    },
    later: (ms: number) => void (clock += ms),
    /** Returns the ids of all batches created since then, including those without a time. */
    recount: (since: number) =>
      batches
        .filter(({ at }) => at === null || at >= since)
        .map(({ id }) => id)
        .toSorted(),
    /** Returns how many batches were read since the last call. */
    read: () => {
      const count = read;
      read = 0;
      return count;
    },
  };
}

export function someBatches(
  count: number,
  form: keyof typeof idForms,
  { over = 90 * day, unit = () => 0.5 }: { readonly over?: number; readonly unit?: () => number } = {},
): PlantedBatch[] {
  return Array.from({ length: count }, (_, number) => {
    const at = noon - Math.floor(((count - 1 - number) * over) / count);
    return { id: idForms[form]?.(at, number, unit) ?? '', at };
  });
}

function toItem({ id, at }: PlantedBatch): StoredItem {
  return aStoredItem({
    entity: 'Batch',
    key: { PK: { S: 'TENANT#t#PROJECT#p' }, SK: { S: `BATCH#${id}` } },
    attributes: {
      status: { S: 'SUCCEEDED' },
      workflowId: { S: 'w' },
      documentCount: { N: '2' },
      ...(at !== null && { createdAt: { S: new Date(at).toISOString() } }),
    },
  });
}
