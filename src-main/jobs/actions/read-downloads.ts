import { downloads } from '#shared/catalogue/systems/downloads-system.ts';
import type { DownloadBatch, DownloadFile } from '#shared/contract/downloads.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import { listFileSets } from '#shared/domain/download-days.ts';
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
  /** Counts the cost of each read where the caller shows one. */
  readonly paid?: Paid;
}

/** Reads files from the table by their keys; files that do not exist are left out. */
export async function filesNow(
  ids: readonly string[],
  { reader, now, paid = asItIs }: Parts,
): Promise<Result<ReadonlyMap<string, DownloadFile>>> {
  const found = await filesById(ids, { reader, paid });
  if (!found.ok) return found;
  return ok(new Map([...found.value].map(([id, item]) => [id, fileRow(item, now)])));
}

/** Reads the batch from the table; null where there is none. */
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

/** Makes lists show these items as they are now, even while an index is behind. */
export function downloadsChanged(
  reader: CatalogueReader,
  { files = [], batches = [] }: { readonly files?: readonly string[]; readonly batches?: readonly string[] },
): void {
  reader.changed(downloads, [
    ...files.map((id) => ({ table: downloads.entities.File.table, key: { FileID: { S: id } } })),
    ...batches.map((id) => ({ table: downloads.entities.Batch.table, key: { BatchID: { S: id } } })),
  ]);
}

/** Wraps downloads that were read on the way. */
export function seenDownloads({
  files = [],
  batches = [],
}: Partial<NonNullable<SeenItems['downloads']>>): SeenItems {
  return { documents: [], batches: [], downloads: { files, batches } };
}

function asItIs<T>(result: T): T {
  return result;
}

/** Judges a batch that was begun for a day: it is fixed only when it has completed. */
export function downloadBatchLook(batch: DownloadBatch | null, batchId: string): Look {
  if (batch === null) return look('running', `${batchId} cannot be found at the moment.`);
  const { status, closedBy, closeReason, timedOutAt, updatedAt } = batch;
  // The batch's id is last, because a line may be cut off and the id matters least.
  const note = (says: string): string => `${says}${formatFileCounts(batch)} (${batchId})`;
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
      return look('running', note(`${status ?? 'of unknown status'}, `));
  }
}

/** Formats as "7 of 10 completed, 2 failed, 1 open". */
export function formatFileCounts(batch: Pick<DownloadBatch, 'expected' | 'completed' | 'failed'>): string {
  const { expected, completed, failed, open } = listFileSets(batch);
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

/** All kinds of download jobs use these. */
export interface DownloadParts {
  readonly doors: () => Pick<ConnectionDoors, 'reader' | 'pipeline'>;
  readonly now: () => number;
  /** Reports the state right after a call, in addition to what the job itself reports. */
  readonly seen: (items: SeenItems) => void;
}

/** One hour less than the pipeline remembers allows for two differing clocks. */
export const repeatableForMs = (idempotencyHours - 1) * 3_600_000;

/** Translates the answer to a call for a single item that did nothing or has an unknown result. */
export function notTaken(
  answer:
    | { readonly kind: 'problem'; readonly problem: Problem }
    | { readonly kind: 'not-sent' | 'unclear'; readonly why: string; readonly unfit?: string },
): Sent {
  if (answer.kind !== 'problem') {
    // The same call would be just as invalid later.
    return { kind: answer.unfit === undefined ? answer.kind : 'refused', why: answer.why };
  }
  const { status, title, detail } = answer.problem;
  // The sign-in ended on the way; the call may succeed with the next token.
  if (status === 401) return { kind: 'not-sent', why: detail };
  return { kind: 'refused', why: `${title}: ${detail}` };
}
