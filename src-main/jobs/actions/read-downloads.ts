import { downloads } from '#shared/catalogue/systems/downloads-system.ts';
import type { DownloadBatch, DownloadFile } from '#shared/contract/downloads.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import { fileSetsOf } from '#shared/domain/download-days.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { idempotencyHours } from '#shared/domain/pipeline-limits.ts';
import type { Problem } from '#shared/pipeline-api/problem.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import type { CatalogueReader, PageRead } from '../../aws/dynamodb/reading.ts';
import { downloadBatchRow, fileRow, filesById } from '../../rows/download-rows.ts';
import type { Look, SeenItems, Sent } from '../job-action.ts';

type Paid = <T>(result: Result<T>) => Result<T>;

interface Parts {
  readonly reader: CatalogueReader;
  readonly now: number;
  /** Whoever has to say what it cost. */
  readonly paid?: Paid;
}

/** As the table has them, by their keys; those that are not there are left out. */
export async function filesNow(
  ids: readonly string[],
  { reader, now, paid = asItIs }: Parts,
): Promise<Result<ReadonlyMap<string, DownloadFile>>> {
  const found = await filesById(ids, { reader, paid });
  if (!found.ok) return found;
  return ok(new Map([...found.value].map(([id, item]) => [id, fileRow(item, now)])));
}

/** As the table has it; null where there is none. */
export async function batchNow(
  batchId: string,
  { reader, now, paid = asItIs }: Parts,
): Promise<Result<DownloadBatch | null>> {
  const read: Result<PageRead> = paid(
    await reader.run('downloads.batchById', { batchId }, { consistent: true }),
  );
  if (!read.ok) return read;
  const [item] = read.value.items;
  return ok(item === undefined ? null : downloadBatchRow(item, now));
}

/** Lists show what these are now, also where an index still says otherwise. */
export function downloadsChanged(
  reader: CatalogueReader,
  { files = [], batches = [] }: { readonly files?: readonly string[]; readonly batches?: readonly string[] },
): void {
  reader.changed(downloads, [
    ...files.map((id) => ({ table: downloads.entities.File.table, key: { FileID: { S: id } } })),
    ...batches.map((id) => ({ table: downloads.entities.Batch.table, key: { BatchID: { S: id } } })),
  ]);
}

/** What was read of downloads on the way. */
export function seenDownloads({
  files = [],
  batches = [],
}: Partial<NonNullable<SeenItems['downloads']>>): SeenItems {
  return { documents: [], batches: [], downloads: { files, batches } };
}

function asItIs<T>(result: T): T {
  return result;
}

/** How a batch stands that was begun for a day: good only when it has completed. */
export function downloadBatchLook(batch: DownloadBatch | null, batchId: string): Look {
  if (batch === null) return look('running', `${batchId} cannot be found at the moment.`);
  const { status, closedBy, closeReason, timedOutAt, updatedAt } = batch;
  // Of a line that is cut the batch's id can be missed most easily.
  const note = (says: string): string => `${says}${filesWords(batch)} (${batchId})`;
  switch (status) {
    case 'completed':
      return look('fixed', note(''), updatedAt);
    case 'timeout':
      return look('failed-again', note('timed out, '), timedOutAt ?? updatedAt);
    case 'failed': {
      const closed = `closed by ${closedBy ?? ''}: ${closeReason ?? 'no reason given'}, `;
      return look('failed-again', note(closedBy === null ? 'failed, ' : closed), updatedAt);
    }
    default:
      return look('running', note(`${status ?? 'in no known status'}, `));
  }
}

/** "7 of 10 completed, 2 failed, 1 open" */
export function filesWords(batch: Pick<DownloadBatch, 'expected' | 'completed' | 'failed'>): string {
  const { expected, completed, failed, open } = fileSetsOf(batch);
  if (expected.length === 0) return 'no files expected';
  return [
    `${grouped(completed.length)} of ${grouped(expected.length)} completed`,
    ...(failed.length > 0 ? [`${grouped(failed.length)} failed`] : []),
    ...(open.length > 0 ? [`${grouped(open.length)} open`] : []),
  ].join(', ');
}

function look(state: Look['state'], note: string, endedAt: string | null = null): Look {
  return { state, status: null, stage: null, run: null, endedAt, usage: null, note };
}

/** What all kinds of jobs on downloads stand on. */
export interface DownloadParts {
  readonly doors: () => Pick<ConnectionDoors, 'reader' | 'pipeline'>;
  readonly now: () => number;
  /** Beside what the job itself tells: what has become of them right after a call. */
  readonly seen: (items: SeenItems) => void;
}

/** An hour less than the pipeline remembers: two clocks. */
export const repeatableForMs = (idempotencyHours - 1) * 3_600_000;

/** Of a call for one thing that has done nothing, or nobody knows. */
export function notTaken(
  answer:
    | { readonly kind: 'problem'; readonly problem: Problem }
    | { readonly kind: 'not-sent' | 'unclear'; readonly why: string; readonly unfit?: string },
): Sent {
  if (answer.kind !== 'problem') {
    // The same call would be as unfit at any later time.
    return { kind: answer.unfit === undefined ? answer.kind : 'refused', why: answer.why };
  }
  const { status, title, detail } = answer.problem;
  // The sign-in ended on the way: the next token may do.
  if (status === 401) return { kind: 'not-sent', why: detail };
  return { kind: 'refused', why: `${title}: ${detail}` };
}
