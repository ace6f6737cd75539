import { ok, type Result } from '#shared/contract/result.ts';
import type { Batch } from '#shared/contract/triage/batches.ts';
import { takeInOrder, unopened, withPage, type Streams } from '#shared/domain/review/merged-streams.ts';
import type { CatalogueReader } from '../../../aws/reading.ts';
import { batchRow } from '../../rows/batch-row.ts';
import type { PaidReads } from './paid-reads.ts';

/** The batches of several projects, newest first, as far as they were taken. It is never changed. */
export interface NewestBatches {
  readonly tenantId: string;
  /** By project. */
  readonly streams: Streams<Batch>;
  readonly cursors: ReadonlyMap<string, string>;
}

interface Taken {
  /** Null: there are no more. */
  readonly batch: Batch | null;
  readonly rest: NewestBatches;
  readonly throttled: number;
}

const pageOfProject = 25;
const readAtOnce = 8;

export function newestBatches(tenantId: string, projectIds: readonly string[]): NewestBatches {
  const streams = new Map(
    projectIds.map((id) => [id, unopened<Batch>(id, Number.NEGATIVE_INFINITY)] as const),
  );
  return { tenantId, streams, cursors: new Map() };
}

export async function nextBatch(
  from: NewestBatches,
  { reader, reads }: { readonly reader: CatalogueReader; readonly reads: PaidReads },
): Promise<Result<Taken>> {
  const { tenantId } = from;
  const cursors = new Map(from.cursors);
  let { streams } = from;
  let throttled = 0;
  for (;;) {
    const taken = takeInOrder(streams, 1);
    const [first] = taken.rows;
    if (first !== undefined || taken.unread.length === 0) {
      return ok({ batch: first?.row ?? null, rest: { tenantId, streams: taken.rest, cursors }, throttled });
    }
    const due = taken.unread.slice(0, readAtOnce).flatMap((projectId) => streams.get(projectId) ?? []);
    const answers = await Promise.all(
      due.map(async (stream) => {
        const options = { cursor: cursors.get(stream.key), pageSize: pageOfProject };
        const key = { tenantId, projectId: stream.key };
        return { stream, read: reads.paid(await reader.run('extraction.batchesOfProject', key, options)) };
      }),
    );
    const next = new Map(streams);
    for (const { stream, read } of answers) {
      if (!read.ok) return read;
      const { items, cursor } = read.value;
      const rows = items.map(batchRow).map((batch) => ({ at: ageOf(batch), row: batch }));
      next.set(stream.key, withPage(stream, { rows, hasMore: cursor !== null }));
      if (cursor !== null) cursors.set(stream.key, cursor);
      throttled += read.value.throttled;
    }
    streams = next;
  }
}

/** The newest first. A batch's id is of when it was made, so its project has it in this order. */
function ageOf({ createdAt }: Batch): number | null {
  return createdAt === null ? null : -Date.parse(createdAt);
}
