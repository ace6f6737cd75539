import { randomBytes } from 'node:crypto';
import { ok, type Result } from '#shared/contract/result.ts';
import { attentionShards, type AttentionShard } from '#shared/domain/attention.ts';
import { takeInOrder, unopened, withPage, type Stream } from '#shared/domain/review/review-queue.ts';
import { openReadings, type Readings } from '../aws/dynamodb/reading.ts';
import type { AttentionRow } from '../rows/attention-rows.ts';
import { readShard, type AttentionReads, type FleetQuestion, type ListedRow } from './attention.ts';

/** Filters that no key answers, so more is read than is returned. */
export interface FleetFilters {
  readonly tenantId?: string | undefined;
  readonly workflowId?: string | undefined;
  /** Only batches in which documents stand failed for this cause. */
  readonly fingerprint?: string | undefined;
}

/** The place in a list after a page. It is never changed, so that the same page can be asked for twice. */
export interface FleetPlace {
  readonly question: FleetQuestion;
  /** Ages refer to the first page. */
  readonly begunAt: number;
  readonly keptAt: number;
  readonly shards: ReadonlyMap<string, Stream<ListedRow>>;
  readonly cursors: ReadonlyMap<string, string>;
  /** Keeps DynamoDB's own places of this list alone. */
  readonly readings: Readings;
}

export function beginFleet(question: FleetQuestion, now: number): FleetPlace {
  return {
    question,
    begunAt: now,
    keptAt: now,
    shards: new Map(attentionShards.map((shard) => [shard, unopened(shard, Number.NEGATIVE_INFINITY)])),
    cursors: new Map(),
    readings: openReadings(randomBytes(32)),
  };
}

interface Advanced {
  readonly rows: readonly ListedRow[];
  /** Null at the end of the list. */
  readonly place: FleetPlace | null;
  readonly read: { readonly batches: number; readonly matched: number };
  /** The budget was used up before the page was full. */
  readonly isCut: boolean;
  readonly throttled: number;
}

/** A page reads at most this many batches to find some that its filters want: 180 read units at their usual size. */
export const filterBudget = 1_600;
const filteredAtOnce = 100;

/**
 * Returns the next rows in the order of all shards. Each shard is asked once for a page, all at the same time; with
 * filters again, until the page is full or the budget is used up. What was read and not returned is kept for the page
 * after it.
 */
export async function advanceFleet(
  place: FleetPlace,
  count: number,
  filters: FleetFilters,
  parts: AttentionReads,
): Promise<Result<Advanced>> {
  const { question, readings } = place;
  const isFiltered = Object.values(filters).some((one) => one !== undefined);
  // The shards are even, so each has an eighth of a page. One that has more ends the page earlier.
  const eachShard = isFiltered ? filteredAtOnce : Math.min(count, 2 * Math.ceil(count / 8) + 4);
  const sign = question.order === 'newest' ? -1 : 1;
  let streams: Map<string, Stream<ListedRow>> = new Map(place.shards);
  const cursors = new Map(place.cursors);
  const asked = new Set<string>();
  const rows: ListedRow[] = [];
  let [batches, matched, throttled, isCut] = [0, 0, 0, false];

  for (;;) {
    const taken = takeInOrder(streams, count - rows.length);
    rows.push(...taken.rows.map(({ row }) => row));
    streams = new Map(taken.rest);
    const due = attentionShards.filter((shard) => taken.unread.includes(shard));
    if (rows.length >= count || due.length === 0) break;
    if (isFiltered && batches + due.length * eachShard > filterBudget) {
      isCut = true;
      break;
    }
    if (!isFiltered && rows.length > 0 && due.some((shard) => asked.has(shard))) break;
    const answers = await Promise.all(due.map(async (shard) => ({ shard, answer: await readNext(shard) })));
    for (const { shard, answer } of answers) {
      // Rows of the other shards have no order without this one.
      if (!answer.ok) return answer;
      const { rows: read, cursor } = answer.value;
      const stream = streams.get(shard);
      if (stream === undefined) continue;
      asked.add(shard);
      batches += read.length;
      throttled += answer.value.throttled;
      const page = read.map((one) => ({
        at: one.at === null ? null : one.at * sign,
        row: isWanted(one, question, filters) ? one : undefined,
      }));
      matched += page.filter(({ row }) => row !== undefined).length;
      streams.set(shard, withPage(stream, { rows: page, hasMore: cursor !== null }));
      if (cursor === null) cursors.delete(shard);
      else cursors.set(shard, cursor);
    }
  }
  // A list whose rest holds nothing has ended.
  const isEnd = [...streams.values()].every(({ rows: left, hasMore }) => left.length === 0 && !hasMore);
  const next = isEnd ? null : { ...place, shards: streams, cursors };
  return ok({ rows, place: next, read: { batches, matched }, isCut, throttled });

  function readNext(shard: AttentionShard) {
    const cursor = cursors.get(shard);
    return readShard(question, shard, parts, { cursor, pageSize: eachShard, places: readings });
  }
}

function isWanted(
  { row, at }: ListedRow,
  { before }: FleetQuestion,
  { tenantId, workflowId, fingerprint }: FleetFilters,
): boolean {
  return (
    (before === null || (at !== null && at < before)) &&
    (tenantId === undefined || row.tenantId === tenantId) &&
    (workflowId === undefined || row.workflowId === workflowId) &&
    (fingerprint === undefined || hasCause(row, fingerprint))
  );
}

function hasCause({ causes }: AttentionRow, fingerprint: string): boolean {
  return causes.some((cause) => cause.fingerprint === fingerprint);
}
