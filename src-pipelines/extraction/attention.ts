import {
  failuresKey,
  findAttentionShard,
  mostCausesOfBatch,
  otherCauses,
  parseFailuresKey,
  type CauseOfBatch,
  type FailuresInHour,
} from '#shared/domain/attention.ts';
import { computeFingerprint, earlierFingerprint, type Failing } from '#shared/domain/fingerprint.ts';
import { webhookReceives } from '#shared/domain/pipeline-limits.ts';
import type { Plain, PlainItem } from '../plain-items.ts';
import type { BatchItem, DocumentItem, WebhookDelivery } from './item-shapes.ts';

type Causes = NonNullable<BatchItem['causes']>;
type Failures = NonNullable<BatchItem['failures']>;

/** A batch has at most this many keys in `failures`. The oldest are dropped; they were counted long before. */
export const mostFailureKeys = 100;
/** An item of a batch that no longer needs attention stays this long, because a late record may still tell of it. */
export const attentionKeptMs = 7 * 86_400_000;

/** An item outside the tenant's partition that tells of a batch, for questions about all tenants (decision 029). */
export interface AttentionItem {
  readonly PK: string;
  readonly SK: string;
  readonly GSI1PK?: string;
  readonly GSI1SK?: string;
  readonly GSI2PK?: string;
  readonly GSI2SK?: string;
  readonly GSI3PK?: string;
  readonly GSI3SK?: string;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly ttl?: number;
  readonly tenantId: string;
  readonly projectId: string;
  readonly workflowId: string;
  readonly batchId: string;
  readonly status: BatchItem['status'];
  readonly since: string;
  readonly changedAt: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly documentCount: number;
  readonly causes: Causes;
  readonly failures: Failures;
  readonly batchVersion: number;
  readonly waiting: number;
  readonly oldestReviewAt?: string;
  readonly deliveriesGivenUp: number;
  readonly givenUpAt?: string;
  /** The person who works on the batch. */
  readonly workedOnBy?: string;
  readonly workedOnSince?: string;
}

type WorkOfBatch = Pick<AttentionItem, 'workedOnBy' | 'workedOnSince'>;

/**
 * Counts changes of documents into the causes of their batch. `causes` is there only where it counts every document that
 * stands failed: a batch that had failed documents before there was this count gets it from `recountCauses`.
 */
export function countCauses(
  batch: Pick<BatchItem, 'causes' | 'failures'> & Counted,
  changes: readonly { readonly before: DocumentItem; readonly next: DocumentItem }[],
): Pick<BatchItem, 'causes' | 'failures'> {
  const { causes = {}, failures = {} } = batch;
  const isNeverCounted = batch.causes === undefined && countIn(batch, 'FAILED') > 0;
  const moves = changes.filter(({ before, next }) => movesCauses(before, next));
  if (isNeverCounted || moves.length === 0) return pickCounted(batch);
  const counted: Record<string, CauseOfBatch> = { ...causes };
  const failed: Record<string, FailuresInHour> = { ...failures };
  for (const { before, next } of moves) {
    if (before.status === 'FAILED') addToCause(counted, before, -1);
    if (next.status !== 'FAILED') continue;
    const at = next.updatedAt;
    const key = failuresKey(at, addToCause(counted, next, 1));
    const { count, firstAt, lastAt } = failed[key] ?? { count: 0, firstAt: at, lastAt: at };
    failed[key] = {
      count: count + 1,
      firstAt: at < firstAt ? at : firstAt,
      lastAt: at > lastAt ? at : lastAt,
    };
  }
  return { causes: counted, failures: keepNewest(failed) };
}

/** Tells whether a change moves a document from or to a cause, or between two. */
export function movesCauses(before: DocumentItem, next: DocumentItem): boolean {
  const [was, is] = [before.status === 'FAILED', next.status === 'FAILED'];
  return was && is ? describeCause(before).id !== describeCause(next).id : was !== is;
}

/** Counts the causes of a batch from all its documents. */
export function recountCauses(documents: Iterable<DocumentItem>): Causes {
  const causes: Record<string, CauseOfBatch> = {};
  for (const document of documents) if (document.status === 'FAILED') addToCause(causes, document, 1);
  return causes;
}

/**
 * Returns what is to be written about a batch, or undefined when that is written already or nothing is to be kept.
 * `failures` are those that are counted in the causes by day when this is written.
 */
export function nextAttention(
  before: AttentionItem | undefined,
  {
    batch,
    deliveries,
    oldestReviewAt,
    now,
    failures = batch.failures ?? {},
    isSwept = false,
    work = before ?? {},
  }: {
    readonly batch: BatchItem;
    readonly deliveries: readonly Delivered[];
    /** Needed only while documents may wait for review. */
    readonly oldestReviewAt: string | undefined;
    readonly now: number;
    readonly failures?: Failures;
    /** The daily sweep took the batch from the status index, so it leaves this one, too. */
    readonly isSwept?: boolean;
    /** Left out where it has not changed. */
    readonly work?: WorkOfBatch | undefined;
  },
): AttentionItem | undefined {
  const givenUp = deliveries
    .filter((one) => isGivenUp(one) && !wasDeliveredLater(one, deliveries))
    .map(({ updatedAt }) => updatedAt);
  const { tenantId, projectId, workflowId, batchId, status, documentCount } = batch;
  const waiting = countIn(batch, 'REVIEW_REQUIRED');
  const places = findPlaces(batch, {
    oldestReviewAt: mayWait(batch) ? oldestReviewAt : undefined,
    givenUpAt: givenUp.toSorted().at(-1),
    hasStatusPlace: statusesWithPlace.has(status) && !isSwept,
  });
  const isNeeded = Object.keys(places.keys).length > 0;
  if (!before && !isNeeded && Object.keys(failures).length === 0) return undefined;
  const at = new Date(now).toISOString();
  const next: AttentionItem = {
    ...attentionKey(tenantId, batchId),
    ...places.keys,
    version: (before?.version ?? 0) + 1,
    createdAt: before?.createdAt ?? at,
    updatedAt: at,
    ...(isNeeded ? {} : { ttl: before?.ttl ?? Math.floor((now + attentionKeptMs) / 1_000) }),
    tenantId,
    projectId,
    workflowId,
    batchId,
    status,
    changedAt: batch.updatedAt,
    counts: Object.fromEntries(Object.entries(listCounts(batch)).filter(([, count]) => count > 0)),
    documentCount,
    causes: Object.fromEntries(Object.entries(batch.causes ?? {}).filter(([, { count }]) => count > 0)),
    failures,
    batchVersion: (batch as Partial<BatchItem>).version ?? 0,
    waiting,
    deliveriesGivenUp: givenUp.length,
    ...places.times,
    ...(work.workedOnBy !== undefined && { workedOnBy: work.workedOnBy }),
    ...(work.workedOnSince !== undefined && { workedOnSince: work.workedOnSince }),
  };
  return before && isSame(toTold(before), toTold(next)) ? undefined : next;
}

interface Counted {
  readonly counts: Readonly<Record<string, number>>;
}

/** A batch that was written by hand may have no counts. */
function listCounts(batch: Counted): Counted['counts'] {
  return (batch as Partial<Counted>).counts ?? {};
}

/** Without counts, only the status index knows whether a document waits for review. */
export function mayWait(batch: Counted): boolean {
  return (batch as Partial<Counted>).counts === undefined || countIn(batch, 'REVIEW_REQUIRED') > 0;
}

/** How many documents of a batch are in a status. */
export function countIn(batch: Counted, status: DocumentItem['status']): number {
  return listCounts(batch)[status] ?? 0;
}

export function attentionKey(
  tenantId: string,
  batchId: string,
): { readonly PK: string; readonly SK: string } {
  return {
    PK: `ATTENTION#${findAttentionShard(tenantId, batchId)}`,
    SK: `BATCH#${tenantId}#${batchId}`,
  };
}

/** How many failures of a cause on a day are to be added. */
export interface CauseRow {
  readonly day: string;
  readonly fingerprint: string;
  readonly cause: Omit<CauseOfBatch, 'count'>;
  readonly count: number;
  /** By the names of the attributes: `h00` to `h23`. */
  readonly hours: Readonly<Record<string, number>>;
  readonly firstAt: string;
  readonly lastAt: string;
}

/** Returns a row for each day and cause of which the batch has more failures than were counted. */
export function causeRows(counted: Failures, batch: Pick<BatchItem, 'causes' | 'failures'>): CauseRow[] {
  const rows = new Map<string, CauseRow>();
  for (const [key, { count, firstAt, lastAt }] of Object.entries(batch.failures ?? {}).toSorted(byKey)) {
    const more = count - (counted[key]?.count ?? 0);
    if (more <= 0) continue;
    const { day, hour, fingerprint } = parseFailuresKey(key);
    const row = rows.get(`${day}#${fingerprint}`);
    rows.set(`${day}#${fingerprint}`, {
      day,
      fingerprint,
      cause: batch.causes?.[fingerprint] ?? unknownCause,
      count: (row?.count ?? 0) + more,
      hours: { ...row?.hours, [`h${hour}`]: more },
      firstAt: earlier(row?.firstAt, firstAt),
      lastAt: later(row?.lastAt, lastAt),
    });
  }
  return [...rows.values()];
}

/** Returns what is counted of a batch's failures once these rows are added. */
export function countRows(counted: Failures, batch: BatchItem, rows: readonly CauseRow[]): Failures {
  const added = new Set(rows.map(({ day, fingerprint }) => `${day}#${fingerprint}`));
  return Object.fromEntries(
    Object.entries(batch.failures ?? {}).flatMap(([key, failures]) => {
      const { day, fingerprint } = parseFailuresKey(key);
      const isCounted = (counted[key]?.count ?? 0) >= failures.count;
      const kept = isCounted || added.has(`${day}#${fingerprint}`) ? failures : counted[key];
      return kept ? [[key, kept]] : [];
    }),
  );
}

function addToCause(causes: Record<string, CauseOfBatch>, document: DocumentItem, change: 1 | -1): string {
  const { id, ...described } = describeCause(document);
  const own = Object.keys(causes).filter((name) => name !== otherCauses).length;
  // It was counted under its earlier fingerprint if it failed before those of executions lost their stage.
  const earlierId = change < 0 && !causes[id] ? findEarlierId(document) : undefined;
  const known = earlierId !== undefined && causes[earlierId] ? earlierId : id;
  const isOther = !causes[known] && (change < 0 || own >= mostCausesOfBatch);
  const name = isOther ? otherCauses : known;
  const cause = causes[name] ?? { count: 0, ...(isOther ? others : described) };
  causes[name] = { ...cause, count: Math.max(0, cause.count + change) };
  return name;
}

const others = { stage: '', code: '', pattern: 'Other causes' } as const;
const longestPattern = 160;
const unknownCause = { stage: '', code: '', pattern: 'No error was recorded' } as const;

interface Described extends Omit<CauseOfBatch, 'count'> {
  readonly id: string;
}

/** An item that was written by hand may have an error of any shape. */
function describeCause(document: DocumentItem): Described {
  const said = readFailing(document);
  const { id, pattern } = computeFingerprint(said);
  return { id, stage: said.stage ?? '', code: said.code ?? '', pattern: pattern.slice(0, longestPattern) };
}

function findEarlierId(document: DocumentItem): string {
  return earlierFingerprint(readFailing(document));
}

function readFailing(document: DocumentItem): Failing {
  const { stage, code, message } = (document.error ?? {}) as Readonly<Record<string, unknown>>;
  return { stage: readText(stage), code: readText(code), message: readText(message) };
}

function readText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function pickCounted({ causes, failures }: Pick<BatchItem, 'causes' | 'failures'>) {
  return { ...(causes && { causes }), ...(failures && { failures }) };
}

function keepNewest(failures: Failures): Failures {
  const all = Object.entries(failures);
  if (all.length <= mostFailureKeys) return failures;
  return Object.fromEntries(all.toSorted(byKey).slice(-mostFailureKeys));
}

/** As much of a delivery as decides whether it needs attention. */
export type Delivered = Pick<WebhookDelivery, 'attempts' | 'outcome' | 'run' | 'updatedAt'>;

function isGivenUp({ attempts, outcome }: Delivered): boolean {
  return outcome !== 'delivered' && attempts >= webhookReceives;
}

/** A message that is redriven has a new id, and so a delivery of its own. */
function wasDeliveredLater({ run, updatedAt }: Delivered, deliveries: readonly Delivered[]): boolean {
  return deliveries.some(
    (one) => one.outcome === 'delivered' && one.run === run && one.updatedAt >= updatedAt,
  );
}

function findPlaces(
  batch: BatchItem,
  {
    oldestReviewAt,
    givenUpAt,
    hasStatusPlace,
  }: {
    readonly oldestReviewAt: string | undefined;
    readonly givenUpAt: string | undefined;
    readonly hasStatusPlace: boolean;
  },
) {
  const { tenantId, batchId, status, updatedAt } = batch;
  const shard = findAttentionShard(tenantId, batchId);
  const since = status === 'PROCESSING' ? updatedAt : (batch.statusSince ?? updatedAt);
  return {
    keys: {
      ...(oldestReviewAt !== undefined && {
        GSI1PK: `ATTENTION#REVIEW#${shard}`,
        GSI1SK: oldestReviewAt,
      }),
      ...(hasStatusPlace && { GSI2PK: `ATTENTION#${status}#${shard}`, GSI2SK: since }),
      ...(givenUpAt !== undefined && { GSI3PK: `ATTENTION#DELIVERY#${shard}`, GSI3SK: givenUpAt }),
    },
    times: {
      since,
      ...(oldestReviewAt !== undefined && { oldestReviewAt }),
      ...(givenUpAt !== undefined && { givenUpAt }),
    },
  };
}

const statusesWithPlace: ReadonlySet<string> = new Set(['PROCESSING', 'FAILED', 'REVIEW_REQUIRED']);

/** Without the time at which it was written. */
function toTold({ version: _1, createdAt: _2, updatedAt: _3, ttl: _4, ...told }: AttentionItem): PlainItem {
  return told as unknown as PlainItem;
}

function isSame(one: Plain, other: Plain): boolean {
  if (!isMap(one) || !isMap(other)) return one === other;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  );
}

function isMap(value: Plain): value is PlainItem {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function earlier(one: string | undefined, other: string): string {
  return one !== undefined && one !== '' && one < other ? one : other;
}

export function later(one: string | undefined, other: string): string {
  return one !== undefined && one > other ? one : other;
}

function byKey([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
