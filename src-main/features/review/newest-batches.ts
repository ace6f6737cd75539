import { ok, type Result } from '#shared/contract/result.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { takeInOrder, unopened, withPage, type Streams } from '#shared/domain/review/review-queue.ts';
import { counted, grouped } from '#shared/domain/formatting.ts';
import type { CatalogueReader } from '../../aws/dynamodb/reading.ts';
import {
  batchesByTime,
  type BatchBudget,
  type BatchPlace,
  type IdOrder,
} from '../../reads/batches-by-time.ts';
import type { PaidReads } from '../../reads/paid-reads.ts';

/** Holds the batches of several projects, newest first, as far as they were taken. It is never changed. */
export interface NewestBatches {
  readonly tenantId: string;
  /** This is keyed by project. */
  readonly streams: Streams<Batch>;
  readonly places: ReadonlyMap<string, BatchPlace>;
  /** Maps projects that may have further, newer batches to how many were read. */
  readonly cut: ReadonlyMap<string, number>;
  /** This is how many projects were read if the tenant may have more; otherwise null. */
  readonly onlyProjects: number | null;
}

interface Taken {
  /** Null means that there are no more. */
  readonly batch: Batch | null;
  readonly rest: NewestBatches;
  readonly throttled: number;
}

export interface NewestParts {
  readonly reader: CatalogueReader;
  readonly reads: PaidReads;
  readonly order: IdOrder;
  readonly budget: BatchBudget;
}

const readAtOnce = 8;

/** Limits all projects in one call to 500 read units, because a person waits. */
export function newBatchBudget(): BatchBudget {
  return { left: 5_000, moreInForm: 0 };
}

export function newestBatches(
  tenantId: string,
  projectIds: readonly string[],
  { isAll = true }: { readonly isAll?: boolean } = {},
): NewestBatches {
  const streams = new Map(
    projectIds.map((id) => [id, unopened<Batch>(id, Number.NEGATIVE_INFINITY)] as const),
  );
  return {
    tenantId,
    streams,
    places: new Map(),
    cut: new Map(),
    onlyProjects: isAll ? null : projectIds.length,
  };
}

export async function nextBatch(
  from: NewestBatches,
  { reader, reads, order, budget }: NewestParts,
): Promise<Result<Taken>> {
  const { tenantId, onlyProjects } = from;
  const places = new Map(from.places);
  const cut = new Map(from.cut);
  let { streams } = from;
  let throttled = 0;
  for (;;) {
    const taken = takeInOrder(streams, 1);
    const [first] = taken.rows;
    if (first !== undefined || taken.unread.length === 0) {
      const rest = { tenantId, streams: taken.rest, places, cut, onlyProjects };
      return ok({ batch: first?.row ?? null, rest, throttled });
    }
    const due = taken.unread.slice(0, readAtOnce).flatMap((projectId) => streams.get(projectId) ?? []);
    const answers = await Promise.all(
      due.map(async (stream) => {
        const key = { tenantId, projectId: stream.key };
        const batches = batchesByTime(key, {
          run: async (listing, project, options) => reads.paid(await reader.run(listing, project, options)),
          order,
          budget,
        });
        return { stream, read: await batches.next(places.get(stream.key)) };
      }),
    );
    const next = new Map(streams);
    for (const { stream, read } of answers) {
      if (!read.ok) return read;
      const { batches, place, restBefore, how } = read.value;
      const rows = batches.map((batch) => ({ at: sortAge(batch), row: batch }));
      next.set(stream.key, withPage(stream, { rows, hasMore: place !== null }));
      if (place === null) places.delete(stream.key);
      else places.set(stream.key, place);
      if (restBefore === Number.POSITIVE_INFINITY && place === null) cut.set(stream.key, how.read);
      throttled += read.value.throttled;
    }
    streams = next;
  }
}

/** Explains why these may not be the newest, in a sentence, or null. */
export function explainCut({ tenantId, cut, onlyProjects }: NewestBatches): string | null {
  const sentences = [
    ...(onlyProjects === null
      ? []
      : [
          `Only ${grouped(onlyProjects)} projects of ${tenantId} were read, so newer batches may be missing.`,
        ]),
    ...explainCutProjects(cut),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}

function explainCutProjects(cut: NewestBatches['cut']): string[] {
  const [first] = cut;
  if (first === undefined) return [];
  const [projectId, read] = first;
  const others = cut.size === 1 ? '' : ` The same applies to ${counted(cut.size - 1, 'more project')}.`;
  return [
    `Only ${grouped(read)} batches of the project ${projectId} were read, in order of id, so newer ones may be missing.${others}`,
  ];
}

/** Sorts the newest first. */
function sortAge({ createdAt }: Batch): number | null {
  return createdAt === null ? null : -Date.parse(createdAt);
}
