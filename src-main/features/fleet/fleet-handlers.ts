import type { FleetCounts, FleetList, fleetOperations, Kept } from '#shared/contract/fleet.ts';
import { ok, type Failure, type Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import type { DocumentStatus } from '#shared/domain/statuses.ts';
import { maySeeAll } from '#shared/permissions.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import { passingReader } from '../../aws/dynamodb/reading.ts';
import { storePlaces } from '../../aws/places.ts';
import { attentionOfAll } from '../../aws/scope/out-of-scope.ts';
import type { Handlers } from '../../gate/gate.ts';
import {
  fleetQuestion,
  readFirst,
  toFleetBatch,
  type AttentionReads,
  type AttentionStore,
  type ReadShards,
} from '../../reads/attention.ts';
import { advanceFleet, beginFleet, filterBudget, type FleetPlace } from '../../reads/fleet-batches.ts';
import { concernsAll, paidReads } from '../../reads/paid-reads.ts';

interface Parts {
  /** Returns the doors of the open connection, limited to the person's tenants. */
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly attention: AttentionStore;
  readonly now: () => number;
}

/** Answers questions about all tenants from what the pipeline keeps for them (decision 030). */
export function fleetHandlers(parts: Parts): Pick<Handlers, keyof typeof fleetOperations> {
  return { 'fleet.batches': listBatches(parts), 'fleet.counts': countLists(parts) };
}

const usualPage = 25;
const spentOn = { pattern: 'extraction.attentionByStatus', index: 'GSI2' } as const;
/** The receipt of a list names its own question. */
const spentOnList = {
  failed: spentOn,
  running: spentOn,
  'standing-still': { pattern: 'extraction.attentionBefore', index: 'GSI2' },
  review: { pattern: 'extraction.attentionToReview', index: 'GSI1' },
  deliveries: { pattern: 'extraction.attentionOfDeliveries', index: 'GSI3' },
} as const satisfies Readonly<Record<FleetList, Parameters<typeof paidReads>[0]>>;

function listBatches({ doors, session, attention, now }: Parts): Handlers['fleet.batches'] {
  const places = storePlaces<FleetPlace>(now);

  return async ({ cursor, pageSize = usualPage, ...input }) => {
    const { list, order, tenantId, workflowId, fingerprint, olderThanMinutes } = input;
    // The session is read now, because another connection may be opened while this reads.
    const held = session();
    const begun = now();
    if (!maySeeAll(held.who)) return refuseOthers(held);
    const counted = countCalls(paidReads(spentOnList[list], now));
    const of: AttentionReads = { reader: doors().reader, reads: counted.reads };
    const readAt = new Date(begun).toISOString();
    const kept = await attention.state(held, of);
    if (!kept.ok) return counted.reads.billed(kept);
    const question = fleetQuestion(list, order, { now: begun, olderThanMinutes });
    if (kept.value.state === 'not kept') {
      const read = { batches: 0, matched: 0, budget: filterBudget, calls: counted.calls(), isCut: false };
      const none = { rows: [], cursor: null, order: question.order, throttled: 0, readAt };
      return counted.reads.billed(ok({ ...none, kept: kept.value, read }));
    }
    const binding = bind(held, input);
    const found = cursor === undefined ? ok(beginFleet(question, begun)) : places.find(cursor, binding);
    if (!found.ok) return counted.reads.billed(found);
    const filters = { tenantId, workflowId, fingerprint };
    const advanced = await advanceFleet(found.value, pageSize, filters, of);
    if (!advanced.ok) return counted.reads.billed(advanced);
    const { rows, place, read, isCut, throttled } = advanced.value;
    const names = await attention.names(
      held,
      rows.map(({ row }) => row.tenantId),
      of,
    );
    return counted.reads.billed(
      ok({
        rows: rows.map((row) => toFleetBatch(row, names)),
        cursor: place === null ? null : places.keep(place, binding),
        order: found.value.question.order,
        kept: kept.value,
        read: { ...read, budget: filterBudget, calls: counted.calls(), isCut },
        throttled,
        readAt,
      }),
    );
  };
}

function refuseOthers({ who }: Session): Result<never> {
  return attentionOfAll(new Set(who?.tenants));
}

/** A cursor continues one question of one person on one connection. */
function bind({ connection, sandboxResets, who }: Session, input: object): string {
  const entries = Object.entries(input).filter(([, value]) => value !== undefined);
  const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([connection.id, sandboxResets, who?.id ?? null, who?.tenants, sorted]);
}

/** At most this many batches of a shard are counted, so a list of 800 and more is counted as "at least". */
const countedEach = 100;
const countedLists = {
  failed: 'FAILED',
  review: 'REVIEW_REQUIRED',
  running: 'PROCESSING',
  'standing-still': 'PROCESSING',
  deliveries: null,
} as const satisfies Readonly<Record<FleetList, DocumentStatus | null>>;

type Lists = NonNullable<FleetCounts['lists']>;

function countLists({ doors, session, attention, now }: Parts): Handlers['fleet.counts'] {
  return async () => {
    const held = session();
    const begun = now();
    if (!maySeeAll(held.who)) return refuseOthers(held);
    const counted = countCalls(paidReads(spentOn, now));
    const of: AttentionReads = { reader: passingReader(doors().reader), reads: counted.reads };
    const kept = await attention.state(held, of);
    if (!kept.ok) return counted.reads.billed(kept);
    const answer = (lists: Lists | null, problems: string[]): Result<FleetCounts> =>
      ok({
        kept: kept.value satisfies Kept,
        lists,
        calls: counted.calls(),
        problems,
        readAt: new Date(begun).toISOString(),
      });
    if (kept.value.state === 'not kept') return counted.reads.billed(answer(null, []));
    const names = Object.keys(countedLists) as FleetList[];
    const read = await Promise.all(
      names.map(async (list) => {
        const question = fleetQuestion(list, undefined, { now: begun });
        return { list, answer: await readFirst(question, countedEach, of) };
      }),
    );
    const failures: Failure[] = [];
    const found = new Map<FleetList, ReadShards>();
    for (const { list, answer: one } of read) {
      if (one.ok) found.set(list, one.value);
      else if (concernsAll(one.failure)) return counted.reads.billed(one);
      else failures.push(one.failure);
    }
    const problems = [...new Set(failures.map(({ message }) => message))];
    const lists: Lists = {
      failed: countList('failed', found),
      review: countList('review', found),
      running: countList('running', found),
      'standing-still': countList('standing-still', found),
      deliveries: countList('deliveries', found),
    };
    return counted.reads.billed(answer(lists, problems));
  };
}

function countList(list: FleetList, found: ReadonlyMap<FleetList, ReadShards>): Lists[FleetList] {
  const read = found.get(list);
  // A list that was not read has at least none.
  const { rows, isAll } = read ?? { rows: [], isAll: false };
  const status = countedLists[list];
  const documents = rows.map(({ row }) => (status === null ? row.documentCount : row.counts[status]));
  return {
    batches: { count: rows.length, isAtLeast: !isAll },
    documents: {
      count: documents.reduce<number>((sum, count) => sum + (count ?? 0), 0),
      isAtLeast: !isAll || documents.includes(null),
    },
    tenants: { count: new Set(rows.map(({ row }) => row.tenantId)).size, isAtLeast: !isAll },
  };
}

/** Counts the requests that were answered, beside their cost. */
function countCalls({ paid, billed }: ReturnType<typeof paidReads>) {
  let calls = 0;
  const reads: AttentionReads['reads'] = {
    billed,
    paid(result) {
      calls += result.receipt?.pages ?? 0;
      return paid(result);
    },
  };
  return { reads, calls: () => calls };
}
