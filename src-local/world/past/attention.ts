import { attentionShards, findAttentionShard } from '#shared/domain/attention.ts';
import {
  causeRows,
  countCauses,
  nextAttention,
  type AttentionItem,
  type CauseRow,
  type Delivered,
} from '#pipelines/extraction/attention.ts';
import {
  addToCauseOfDay,
  addToCauseOfTenant,
  addToKnownCause,
  causeKeys,
} from '#pipelines/extraction/cause-items.ts';
import type { BatchItem, DocumentItem } from '#pipelines/extraction/item-shapes.ts';
import type { PlainItem } from '#pipelines/plain-items.ts';
import type { BatchCourse } from './batch-course.ts';
import { describeError } from './run-course.ts';
import { once } from './lazy-telling.ts';
import { formatIsoTime } from './made-ids.ts';
import type { StoriedBatch } from './story.ts';

/** Returns the failures of a batch as the pipeline has counted them, and those that stand. */
export function countFailures({
  documents,
  runs,
  thresholds,
}: BatchCourse): Pick<BatchItem, 'causes' | 'failures'> {
  const moves = documents.flatMap(({ passages }) =>
    passages.flatMap((passage, place): (readonly [at: number, before: Standing, next: Standing])[] => {
      const before = passages[place - 1];
      const failed = before && standing(before.endedAt, describeError(before, thresholds));
      const error = describeError(passage, thresholds);
      const begunAt = runs[passage.run - 1]?.startedAt ?? passage.begunAt;
      return [
        ...(failed?.status === 'FAILED' ? [[begunAt, failed, standing(begunAt)] as const] : []),
        ...(error ? [[passage.endedAt, standing(begunAt), standing(passage.endedAt, error)] as const] : []),
      ];
    }),
  );
  const changes = moves
    .toSorted(([one], [other]) => one - other)
    .map(([, before, next]) => ({ before: before as DocumentItem, next: next as DocumentItem }));
  return countCauses({ counts: {} }, changes);
}

/** As much of a document as its cause follows from. */
type Standing = Pick<DocumentItem, 'status' | 'error' | 'updatedAt'>;

function standing(at: number, error?: DocumentItem['error']): Standing {
  const updatedAt = formatIsoTime(at);
  return error ? { status: 'FAILED', error, updatedAt } : { status: 'PROCESSING', updatedAt };
}

/** The parts of the table that hold what is kept about all tenants, each told when it is first read. */
export interface AttentionShelves {
  readonly names: readonly string[];
  readonly shelfAt: (partition: string) => string | undefined;
  readonly tell: (shelf: string) => readonly PlainItem[];
  readonly sizeOf: (shelf: string) => { readonly entries: number; readonly bytes: number };
  readonly state: () => PlainItem;
}

export interface Watched {
  /** The batches that may have needed attention, oldest first. */
  readonly batches: () => readonly StoriedBatch[];
  /** Follows a batch, and returns its item with its course. */
  readonly follow: (batch: StoriedBatch) => {
    readonly course: BatchCourse;
    readonly item: BatchItem;
    readonly isSwept: boolean;
  };
  /** Lists the deliveries of a batch, as far as they were not accepted. */
  readonly deliveries: (batchId: string) => readonly Delivered[];
  /** Items that were imported by hand. They have no course. */
  readonly imported: () => readonly BatchItem[];
  /** Lists the workflows whose corrections have changed. */
  readonly drifts: () => readonly PlainItem[];
}

/** The consumer collects changes for this long before it counts them. */
const windowMs = 5_000;
const day = 86_400_000;
const daysTold = 31;
/** The last run of a batch has ended this long after its submission, or its last reprocessing, at the latest. */
const longestRunMs = day + 3_600_000;

export function tellAttention(
  anchor: number,
  watched: Watched,
  /** In milliseconds: the consumer, which also sums the spend, has run since then. */
  keptSince = anchor - daysTold * day,
): AttentionShelves {
  const days = Array.from({ length: daysTold + 1 }, (_, ago) => formatDay(anchor - ago * day));
  const shards = new Map(attentionShards.map((shard) => [`attention/${shard}`, shard]));
  const namesOfDays = new Map(days.map((one) => [`causes/${one}`, one]));
  const counted = new Map<StoriedBatch, BatchItem>();

  /** The course is forgotten again, because there are thousands. */
  const count = (batch: StoriedBatch): BatchItem => {
    const item = counted.get(batch) ?? watched.follow(batch).item;
    counted.set(batch, item);
    return item;
  };
  const tellShard = (shard: string): PlainItem[] =>
    [
      ...watched
        .batches()
        .filter(({ workflow, batchId }) => findAttentionShard(workflow.tenantId, batchId) === shard)
        .map((batch) => {
          const { course, item, isSwept } = watched.follow(batch);
          counted.set(batch, item);
          const deliveries = watched.deliveries(batch.batchId);
          const oldestReviewAt = findOldestReview(course);
          return describeAttention({ batch: item, oldestReviewAt, deliveries, isSwept }, anchor);
        }),
      ...watched
        .imported()
        .filter(({ tenantId, batchId }) => findAttentionShard(tenantId, batchId) === shard)
        .map((batch) =>
          describeAttention(
            { batch, oldestReviewAt: batch.updatedAt, deliveries: [], isSwept: false },
            anchor,
          ),
        ),
    ].flatMap((item) => (item ? [toPlain(item)] : []));
  const countRows = (wants: (row: CauseRow) => boolean, batches: readonly StoriedBatch[]): CauseItems =>
    addRows(batches.map(count), wants);
  const tellDay = (wanted: string): PlainItem[] => {
    const begin = Date.parse(wanted);
    const batches = watched.batches().filter(({ submittedAt, story }) => {
      const last = submittedAt + (story.reprocessed?.at(-1) ?? 0) * 3_600_000 + longestRunMs;
      return submittedAt < begin + day && last >= begin;
    });
    const { ofTenants, ofDays } = countRows((row) => row.day === wanted, batches);
    return [...ofDays.values(), ...ofTenants.values()];
  };
  const known = once(() => [...countRows(() => true, watched.batches()).known.values()]);

  return {
    names: [...shards.keys(), ...namesOfDays.keys(), knownShelf, driftShelf],
    shelfAt(partition) {
      if (partition === 'CAUSES#KNOWN') return knownShelf;
      if (partition.startsWith('ATTENTION#DRIFT#')) return driftShelf;
      const [, shard] = /^ATTENTION#(?:[A-Z_]+#)?(\d)$/.exec(partition) ?? [];
      if (shard !== undefined) return shards.has(`attention/${shard}`) ? `attention/${shard}` : undefined;
      const [, onDay] = /^CAUSES?#(?:[^#]+#)?(\d{4}-\d\d-\d\d)$/.exec(partition) ?? [];
      return namesOfDays.has(`causes/${onDay}`) ? `causes/${onDay}` : undefined;
    },
    tell(shelf) {
      const [shard, wanted] = [shards.get(shelf), namesOfDays.get(shelf)];
      if (shard !== undefined) return tellShard(shard);
      if (shelf === driftShelf) return watched.drifts();
      return wanted === undefined ? known() : tellDay(wanted);
    },
    sizeOf(shelf) {
      const entries = shards.has(shelf)
        ? Math.ceil(watched.batches().length / 16)
        : shelf === knownShelf
          ? 15
          : shelf === driftShelf
            ? 1
            : 20;
      return { entries, bytes: entries * 700 };
    },
    state: () => ({
      PK: 'ATTENTION',
      SK: 'STATE',
      version: 1,
      createdAt: formatIsoTime(keptSince),
      updatedAt: formatIsoTime(anchor),
      keptSince: formatIsoTime(keptSince),
      wholeSince: formatIsoTime(keptSince),
      upTo: formatIsoTime(anchor),
    }),
  };
}

const knownShelf = 'causes/known';
const driftShelf = 'attention/drift';

function formatDay(time: number): string {
  return formatIsoTime(time).slice(0, 10);
}

function findOldestReview({ documents }: BatchCourse): string | undefined {
  const times = documents.flatMap(({ status, statusSince, updatedAt }) =>
    status === 'REVIEW_REQUIRED' ? [statusSince ?? updatedAt] : [],
  );
  return times.length === 0 ? undefined : formatIsoTime(times.reduce((one, other) => Math.min(one, other)));
}

/** Undefined: the batch never needed attention, or so long ago that its item has expired. */
function describeAttention(
  found: Omit<Parameters<typeof nextAttention>[1], 'now'>,
  anchor: number,
): AttentionItem | undefined {
  const { batch, deliveries } = found;
  const changes = [batch.updatedAt, ...deliveries.map(({ updatedAt }) => updatedAt)].map((at) =>
    Date.parse(at),
  );
  const now = Math.min(anchor, Math.max(...changes) + windowMs);
  const item = nextAttention(undefined, { ...found, now });
  return item?.ttl !== undefined && item.ttl * 1_000 <= anchor ? undefined : item;
}

function toPlain(item: AttentionItem): PlainItem {
  return item as unknown as PlainItem;
}

interface CauseItems {
  readonly ofDays: ReadonlyMap<string, PlainItem>;
  readonly ofTenants: ReadonlyMap<string, PlainItem>;
  readonly known: ReadonlyMap<string, PlainItem>;
}

/** Adds up the failures of batches as the consumer does, one batch after the other. */
function addRows(batches: readonly BatchItem[], wants: (row: CauseRow) => boolean): CauseItems {
  const ofDays = new Map<string, PlainItem>();
  const ofTenants = new Map<string, PlainItem>();
  const known = new Map<string, PlainItem>();
  for (const batch of batches) {
    for (const row of causeRows({}, batch)) {
      if (!wants(row)) continue;
      const now = Date.parse(row.lastAt) + windowMs;
      const { PK, SK } = causeKeys.ofTenant(row, batch.tenantId);
      const [tenantKey, dayKey] = [`${PK}/${SK}`, `${row.day}/${row.fingerprint}`];
      const newTenants = ofTenants.has(tenantKey) ? 0 : 1;
      ofTenants.set(tenantKey, addToCauseOfTenant(ofTenants.get(tenantKey), row, batch, now));
      ofDays.set(dayKey, addToCauseOfDay(ofDays.get(dayKey), row, { newTenants, now }));
      const firstOfAll = addToKnownCause(known.get(row.fingerprint), row, now);
      if (firstOfAll) known.set(row.fingerprint, firstOfAll);
    }
  }
  return { ofDays, ofTenants, known };
}
