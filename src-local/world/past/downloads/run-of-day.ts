import {
  findBatchChanges,
  toAvailable,
  createFile,
} from '../../../pipelines/downloads/download-lifecycle.ts';
import {
  looksEvery,
  nextBatch,
  nextFile,
  isOpen,
  type BatchChanges,
  type FileChanges,
  type BatchItem,
  type FileItem,
} from '../../../pipelines/downloads/download-items.ts';
import { entities, fetchTime, kindOf, refusalOf } from '../../living/provider-files.ts';
import type { RunStory } from './day-stories.ts';

/** A file, and when its address was made, from which its secrets follow. */
export interface ToldFile {
  readonly file: FileItem;
  readonly issuedAt: number;
  readonly isAgain: boolean;
}

export interface Run {
  readonly seed: string;
  /** What would have come later has not come. */
  readonly anchor: number;
  readonly story: RunStory;
}

const minute = 60_000;

/** A batch from its beginning to its end, or to the anchor; its files are changed in place. */
export function runBatch(batch: BatchItem, files: Map<string, ToldFile>, run: Run): BatchItem {
  const began = Date.parse(batch.StartTime);
  const queuedAt = began + 900;
  if (run.story.isNeverQueued || queuedAt > run.anchor) return closed(batch, run);
  const expected: FileItem[] = [];
  for (const entity of entities) {
    const taken = takeIn(batch, files.get(entity), { entity, at: began + 240 + expected.length * 35 });
    if (!taken) continue;
    const { pace = 300 } = run.story;
    const claimedAt = began + 1_400 + expected.length * pace;
    expected.push(taken.file);
    files.set(entity, { ...taken, file: downloaded(taken, run, claimedAt) });
  }
  const ExpectedFiles = new Set(expected.map(({ FileID }) => FileID));
  const queued = changed(batch, run, queuedAt, { Status: 'queued', ExpectedFiles });
  const all = [...files.values()].map(({ file }) => file);
  return lookedAt(
    queued,
    run,
    all.filter(({ FileID }) => ExpectedFiles.has(FileID)),
  );
}

function takeIn(
  batch: BatchItem,
  before: ToldFile | undefined,
  { entity, at }: { readonly entity: string; readonly at: number },
): ToldFile | undefined {
  // Its secrets are made when they are read.
  const offer = { entity, url: '', encryptedAesKey: '', encodedAesIv: '' };
  const then = { now: () => at };
  if (!before) return { file: createFile(then, batch, offer), issuedAt: at, isAgain: false };
  if (before.file.Status === 'completed') return undefined;
  const { TriggeredBy = '', TriggerReason = '' } = batch;
  const LastEvent = {
    What: 'taken over',
    By: TriggeredBy,
    At: new Date(at).toISOString(),
    Reason: TriggerReason,
  } as const;
  const changes = { ...toAvailable(offer), BatchID: batch.BatchID, LastEvent };
  return { file: nextFile(then, before.file, changes), issuedAt: at, isAgain: true };
}

function downloaded({ file, isAgain }: ToldFile, run: Run, claimedAt: number): FileItem {
  const { Entity, DownloadDate } = file;
  const trouble = run.story.trouble?.[Entity];
  if (trouble === 'not picked up' || claimedAt > run.anchor) return file;
  const claimed = nextFile({ now: () => claimedAt }, file, { Status: 'downloading' });
  const endedAt = claimedAt + fetchTime(run.seed, Entity, DownloadDate);
  if (trouble === 'stuck' || endedAt > run.anchor) return claimed;
  return nextFile({ now: () => endedAt }, claimed, outcome());

  function outcome(): FileChanges {
    const kind = kindOf(run.seed, Entity, DownloadDate);
    if (trouble === 'refused') return refused(503);
    if (kind === 'failed' && !isAgain) return refused(refusalOf(run.seed, Entity, DownloadDate));
    if (kind === 'error') return { Status: 'error', ErrorMessage: 'The key could not be unwrapped.' };
    return { Status: 'completed', CompletedAt: new Date(endedAt).toISOString() };
  }
}

function refused(status: number): FileChanges {
  return { Status: 'failed', ErrorMessage: `The provider answered ${status} to the download.` };
}

/** As it is looked at: a daily one by the clock, one that somebody triggered by its own message. */
function lookedAt(queued: BatchItem, run: Run, files: readonly FileItem[]): BatchItem {
  const began = Date.parse(queued.StartTime);
  const { after: closedAfter = Number.POSITIVE_INFINITY } = run.story.closed ?? {};
  let batch = queued;
  let at = queued.TriggeredBy === undefined ? began + looksEvery : began + minute;
  for (; isOpen(batch) && at <= run.anchor; at += looksEvery) {
    if (at >= began + closedAfter) return closed(batch, run);
    const ended = files.filter(({ StatusUpdatedAt }) => StatusUpdatedAt <= at);
    batch = changed(batch, run, at, findBatchChanges(batch, ended, at));
  }
  return batch;
}

function closed(batch: BatchItem, run: Run): BatchItem {
  const { closed: by } = run.story;
  if (!by) return batch;
  const at = Date.parse(batch.StartTime) + by.after;
  return changed(batch, run, at, { Status: 'failed', ClosedBy: by.by, CloseReason: by.reason });
}

function changed(batch: BatchItem, { anchor }: Run, at: number, changes?: BatchChanges): BatchItem {
  return changes === undefined || at > anchor ? batch : nextBatch({ now: () => at }, batch, changes);
}
