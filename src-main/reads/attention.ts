import { ok, type Failure, type Result } from '#shared/contract/result.ts';
import type { AnsweredFrom, FleetBatch, FleetList, FleetOrder, Kept } from '#shared/contract/fleet.ts';
import type { Session } from '#shared/contract/session.ts';
import { attentionShards, standingStillMs, type AttentionShard } from '#shared/domain/attention.ts';
import { maySeeAll } from '#shared/permissions.ts';
import type { CatalogueReader, PageRead, ReadOptions } from '../aws/dynamodb/reading.ts';
import { attentionRow, placeInAttention, type AttentionRow } from '../rows/attention-rows.ts';
import { itemsOfKind } from '../rows/page-of-rows.ts';
import { readRow } from '../rows/read-row.ts';
import { tenantFacts } from '../rows/tenant-rows.ts';
import type { PaidReads } from './paid-reads.ts';

export interface AttentionReads {
  readonly reader: CatalogueReader;
  readonly reads: PaidReads;
}

/** Remembers for a moment what every answer from attention needs beside its own list. */
export interface AttentionStore {
  /** Reads how far attention has followed the table. The parts of a page ask at once, and share one read. */
  state(session: Session, parts: AttentionReads): Promise<Result<Kept>>;
  /** Returns the names of tenants, as far as they have one and it could be read. */
  names(
    session: Session,
    tenantIds: readonly string[],
    parts: AttentionReads,
  ): Promise<ReadonlyMap<string, string | null>>;
}

/** Attention moves on every few seconds. Whether a deployment keeps it changes with a deployment. */
const rememberedMs = { kept: 5_000, notKept: 60_000, name: 10 * 60_000 };
const mostNames = { kept: 20_000, atOnce: 100 };

export const notKept =
  'The pipeline of this deployment does not keep which batches of all tenants need attention.';

export function openAttention(now: () => number): AttentionStore {
  let of = '';
  let state: { readonly until: () => number; readonly answer: Promise<Result<Kept>> } | undefined;
  const names = new Map<string, { readonly name: string | null; readonly until: number }>();

  function enter({ connection, sandboxResets, who }: Session): void {
    const next = JSON.stringify([connection.id, sandboxResets, who?.id ?? null, who?.tenants ?? null]);
    if (next === of) return;
    of = next;
    state = undefined;
    names.clear();
  }

  return {
    async state(session, parts) {
      enter(session);
      if (state !== undefined && now() < state.until()) return withoutReceipt(await state.answer);
      let until = Number.POSITIVE_INFINITY;
      const answer = readState(parts);
      const own = { until: () => until, answer };
      state = own;
      const known = await answer;
      if (!known.ok && state === own) state = undefined;
      if (known.ok) until = now() + rememberedMs[known.value.state === 'kept' ? 'kept' : 'notKept'];
      return known;
    },
    async names(session, tenantIds, { reader, reads }) {
      enter(session);
      const here = of;
      const wanted = [...new Set(tenantIds)];
      const unknown = wanted.filter((id) => (names.get(id)?.until ?? 0) <= now()).slice(0, mostNames.atOnce);
      if (unknown.length > 0) {
        const asked = unknown.map((tenantId) => ({ tenantId }));
        const read = reads.paid(await reader.run('extraction.tenantsByIds', asked));
        // A row is shown by its id where the name could not be read.
        if (read.ok && here === of) {
          const found = new Map(
            read.value.items.map((item) => {
              const { tenantId, name } = tenantFacts(item, 'Tenant');
              return [tenantId, name] as const;
            }),
          );
          const until = now() + rememberedMs.name;
          for (const id of unknown) names.set(id, { name: found.get(id) ?? null, until });
          for (const oldest of names.keys()) {
            if (names.size <= mostNames.kept) break;
            names.delete(oldest);
          }
        }
      }
      return new Map(wanted.map((id) => [id, names.get(id)?.name ?? null]));
    },
  };
}

/** Another part has paid for the read. */
function withoutReceipt<T>(result: Result<T>): Result<T> {
  return result.ok ? ok(result.value) : { ok: false, failure: result.failure };
}

async function readState({ reader, reads }: AttentionReads): Promise<Result<Kept>> {
  const read = reads.paid(await reader.run('extraction.attentionState', {}));
  if (!read.ok) {
    if (!isUnavailable(read.failure)) return read;
    return ok({ state: 'not kept', why: `Attention could not be read. ${read.failure.message}` });
  }
  const [item] = read.value.items;
  if (item === undefined) return ok({ state: 'not kept', why: notKept });
  const { read: attribute } = readRow(item, 'AttentionState');
  return ok({
    state: 'kept',
    upTo: attribute.time('upTo', 'optional'),
    keptSince: attribute.time('keptSince', 'optional'),
    wholeSince: attribute.time('wholeSince', 'optional'),
  });
}

/** Tenants can still be asked one by one where AWS does not let this role read attention. */
function isUnavailable({ code }: Failure): boolean {
  return code === 'read-denied' || code === 'not-found';
}

export type ChosenSource =
  | { readonly from: 'attention'; readonly answeredFrom: AnsweredFrom }
  | { readonly from: 'tenants'; readonly whyNot: string | null };

/**
 * Chooses whom to ask: attention for all tenants of a person who sees them all, and otherwise the tenants. Attention that
 * has not counted what was there before it would leave out most of it, so the tenants are asked until it has.
 */
export async function chooseSource(
  tenantId: string | null,
  session: Session,
  { attention, ...parts }: AttentionReads & { readonly attention: AttentionStore },
): Promise<Result<ChosenSource>> {
  if (tenantId !== null || !maySeeAll(session.who)) return ok({ from: 'tenants', whyNot: null });
  const read = await attention.state(session, parts);
  if (!read.ok) return read;
  if (read.value.state === 'not kept') return ok({ from: 'tenants', whyNot: read.value.why });
  const { upTo, keptSince, wholeSince } = read.value;
  if (wholeSince === null) return ok({ from: 'tenants', whyNot: describeGap(keptSince) });
  return ok({
    from: 'attention',
    answeredFrom: { from: 'attention', upTo, keptSince, wholeSince },
  });
}

function describeGap(keptSince: string | null): string {
  const since = keptSince === null ? 'The pipeline keeps' : `Since ${keptSince} the pipeline has kept`;
  return `${since} which batches of all tenants need attention, and has not counted the batches from before. Count them once with npm run attention.`;
}

export interface FleetQuestion {
  readonly list: FleetList;
  readonly order: FleetOrder;
  /** Only what is on the list since before this. */
  readonly before: number | null;
}

/** Says which order a list has: some have only one, and what is older than a time is read from its oldest. */
export function chooseOrder(
  list: FleetList,
  order: FleetOrder | undefined,
  isOlderThan: boolean,
): FleetOrder {
  if (list === 'deliveries') return 'newest';
  if (list === 'review' || list === 'standing-still' || isOlderThan) return 'longest';
  return order ?? 'newest';
}

/** Returns the question of a list, without its filters. */
export function fleetQuestion(
  list: FleetList,
  order: FleetOrder | undefined,
  { now, olderThanMinutes }: { readonly now: number; readonly olderThanMinutes?: number | undefined },
): FleetQuestion {
  const asked = olderThanMinutes === undefined ? null : now - olderThanMinutes * 60_000;
  const before = list === 'standing-still' ? Math.min(asked ?? now, now - standingStillMs) : asked;
  return { list, order: chooseOrder(list, order, asked !== null), before };
}

const sortKeys = {
  failed: 'GSI2SK',
  running: 'GSI2SK',
  'standing-still': 'GSI2SK',
  review: 'GSI1SK',
  deliveries: 'GSI3SK',
} as const satisfies Readonly<Record<FleetList, string>>;

/** A batch on a list, with the time that the list is sorted by. */
export interface ListedRow {
  readonly row: AttentionRow;
  readonly at: number | null;
}

export interface ShardPage {
  readonly rows: readonly ListedRow[];
  readonly cursor: string | null;
  readonly throttled: number;
}

/** Reads a page of one shard. */
export async function readShard(
  { list, order, before }: FleetQuestion,
  shard: AttentionShard,
  { reader, reads }: AttentionReads,
  options: ReadOptions,
): Promise<Result<ShardPage>> {
  const read = reads.paid(await askShard());
  if (!read.ok) return read;
  const { items, cursor, throttled } = read.value;
  const rows = itemsOfKind(items, 'Attention').own.map((item) => ({
    row: attentionRow(item),
    at: placeInAttention(item, sortKeys[list]),
  }));
  return ok({ rows, cursor, throttled });

  function askShard(): Promise<Result<PageRead>> {
    if (list === 'review') return reader.run('extraction.attentionToReview', { shard }, options);
    if (list === 'deliveries') return reader.run('extraction.attentionOfDeliveries', { shard }, options);
    const status = list === 'failed' ? 'FAILED' : 'PROCESSING';
    if (before !== null) {
      const time = new Date(before).toISOString();
      return reader.run('extraction.attentionBefore', { status, shard, before: time }, options);
    }
    const pattern = order === 'newest' ? 'extraction.attentionByStatus' : 'extraction.attentionByAge';
    return reader.run(pattern, { status, shard }, options);
  }
}

export interface ReadShards {
  /** In the order of the list, over all shards. */
  readonly rows: readonly ListedRow[];
  /** The lists of all shards were read to their ends. */
  readonly isAll: boolean;
  /** Every row that comes before this in the order of the list was read; null if all were. */
  readonly wholeUntil: number | null;
  readonly throttled: number;
}

/** Reads the first page of each shard, for a figure that needs no more than a limited list. */
export async function readFirst(
  question: FleetQuestion,
  eachShard: number,
  parts: AttentionReads,
): Promise<Result<ReadShards>> {
  const pages = await Promise.all(
    attentionShards.map((shard) => readShard(question, shard, parts, { pageSize: eachShard })),
  );
  const rows: ListedRow[] = [];
  const cut: number[] = [];
  let throttled = 0;
  const isNewest = question.order === 'newest';
  const nowhere = isNewest ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  for (const page of pages) {
    if (!page.ok) return page;
    rows.push(...page.value.rows);
    throttled += page.value.throttled;
    if (page.value.cursor !== null) cut.push(page.value.rows.at(-1)?.at ?? nowhere);
  }
  const sign = isNewest ? -1 : 1;
  return ok({
    rows: rows.toSorted((a, b) => compareRows(a, b, sign)),
    isAll: cut.length === 0,
    wholeUntil: cut.length === 0 ? null : isNewest ? Math.max(...cut) : Math.min(...cut),
    throttled,
  });
}

/** A row without a time comes last in either order. */
function compareRows(a: ListedRow, b: ListedRow, sign: 1 | -1): number {
  const [one, other] = [a.at, b.at].map((at) => (at === null ? Number.POSITIVE_INFINITY : at * sign));
  if (one !== other) return (one ?? 0) < (other ?? 0) ? -1 : 1;
  return identify(a.row) < identify(b.row) ? -1 : 1;
}

function identify({ tenantId, batchId }: AttentionRow): string {
  return `${tenantId}#${batchId}`;
}

export function toFleetBatch({ row, at }: ListedRow, names: ReadonlyMap<string, string | null>): FleetBatch {
  return {
    ...row,
    tenantName: names.get(row.tenantId) ?? null,
    listedAt: at === null ? null : new Date(at).toISOString(),
  };
}
