import {
  deriveDailyBatchId,
  buildBatchId,
  formatDate,
  createBatch,
  findBatchChanges,
  toAvailable,
  createFile,
} from '#pipelines/downloads/download-lifecycle.ts';
import {
  looksEvery,
  nextBatch,
  nextFile,
  isOpen,
  type BatchItem,
  type BatchChanges,
  type FileChanges,
  type FileItem,
} from '#pipelines/downloads/download-items.ts';
import { seededRandomness } from '../randomness.ts';
import { entities, fetchTime, pickKind, pickRefusal } from '../living/simulated-provider.ts';
import stories from './download-stories.json' with { type: 'json' };
import type { WeeksFacts } from './weeks.ts';

export interface DownloadDay {
  readonly batches: readonly BatchItem[];
  readonly files: readonly DownloadedFile[];
}

const hour = 3_600_000;
const day = 24 * hour;
/** The poll runs at this time every day. */
const pollTime = 6 * hour;
/** One more than a file is kept for: what is past its time is deleted when DynamoDB comes to it. */
const daysTold = 31;

/** The newest first. */
export function tellDays(facts: WeeksFacts): readonly DownloadDay[] {
  const lastPoll = Math.floor((facts.anchor - pollTime) / day) * day + pollTime;
  return Array.from({ length: daysTold }, (_, ago) =>
    tellDay(facts, lastPoll - ago * day, dayStories[ago] ?? {}),
  );
}

function tellDay(facts: WeeksFacts, began: number, story: DayStory): DownloadDay {
  const { seed, anchor } = facts;
  const date = formatDate(began);
  const files = new Map<string, DownloadedFile>();
  const daily = createBatch(
    { now: () => began },
    { BatchID: deriveDailyBatchId(facts, date), PollingDate: date },
  );
  const batches = [runBatch(daily, files, { seed, anchor, story })];
  const againAt = story.again && findBeginning(story.again, began, anchor);
  if (story.again && againAt !== undefined) {
    const again = createBatch(
      { now: () => againAt },
      {
        BatchID: buildBatchId(date, seededRandomness(`${seed}/downloads/${date}`).uuid()),
        PollingDate: date,
        TriggeredBy: story.again.by,
        TriggerReason: story.again.reason,
      },
    );
    batches.push(runBatch(again, files, { seed, anchor, story: story.again }));
  }
  return { batches, files: [...files.values()].map((told) => withExpiry(told, story)) };
}

/** Undefined where the first batch has hardly begun. */
function findBeginning({ after }: RunAgain, began: number, anchor: number): number | undefined {
  const at = (after < 0 ? anchor : began) + after * minute;
  return at > began + hour / 2 && at <= anchor ? at : undefined;
}

function withExpiry(told: DownloadedFile, { wrongExpiry = {} }: DayStory): DownloadedFile {
  const { file } = told;
  const wrong = wrongExpiry[file.Entity];
  if (wrong === undefined) return told;
  const TTL = wrong === 'milliseconds' ? file.TTL * 1000 : retentionSeconds;
  return { ...told, file: { ...file, TTL } };
}

/** Counted from 1970 it expired more than five years ago, and DynamoDB does not delete such an item. */
const retentionSeconds = 30 * 86_400;

/** A file, and when its address was made, from which its secrets follow. */
export interface DownloadedFile {
  readonly file: FileItem;
  readonly issuedAt: number;
  readonly isAgain: boolean;
}

interface Run {
  readonly seed: string;
  /** Events after the anchor have not happened yet. */
  readonly anchor: number;
  readonly story: RunStory;
}

const minute = 60_000;

/** A batch from its beginning to its end, or to the anchor; its files are changed in place. */
function runBatch(batch: BatchItem, files: Map<string, DownloadedFile>, run: Run): BatchItem {
  const began = Date.parse(batch.StartTime);
  const queuedAt = began + 900;
  if (run.story.isNeverQueued || queuedAt > run.anchor) return closeBatch(batch, run);
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
  const queued = applyChanges(batch, run, queuedAt, { Status: 'queued', ExpectedFiles });
  const all = [...files.values()].map(({ file }) => file);
  return checkBatch(
    queued,
    run,
    all.filter(({ FileID }) => ExpectedFiles.has(FileID)),
  );
}

function takeIn(
  batch: BatchItem,
  before: DownloadedFile | undefined,
  { entity, at }: { readonly entity: string; readonly at: number },
): DownloadedFile | undefined {
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

function downloaded({ file, isAgain }: DownloadedFile, run: Run, claimedAt: number): FileItem {
  const { Entity, DownloadDate } = file;
  const trouble = run.story.trouble?.[Entity];
  if (trouble === 'not picked up' || claimedAt > run.anchor) return file;
  const claimed = nextFile({ now: () => claimedAt }, file, { Status: 'downloading' });
  const endedAt = claimedAt + fetchTime(run.seed, Entity, DownloadDate);
  if (trouble === 'stuck' || endedAt > run.anchor) return claimed;
  return nextFile({ now: () => endedAt }, claimed, outcome());

  function outcome(): FileChanges {
    const kind = pickKind(run.seed, Entity, DownloadDate);
    if (trouble === 'refused') return refused(503);
    if (kind === 'failed' && !isAgain) return refused(pickRefusal(run.seed, Entity, DownloadDate));
    if (kind === 'error') return { Status: 'error', ErrorMessage: 'The key could not be unwrapped.' };
    return { Status: 'completed', CompletedAt: new Date(endedAt).toISOString() };
  }
}

function refused(status: number): FileChanges {
  return { Status: 'failed', ErrorMessage: `The provider answered ${status} to the download.` };
}

/** A daily batch is checked by the clock, and one that was triggered by hand by its own message. */
function checkBatch(queued: BatchItem, run: Run, files: readonly FileItem[]): BatchItem {
  const began = Date.parse(queued.StartTime);
  const { after: closedAfter = Number.POSITIVE_INFINITY } = run.story.closed ?? {};
  let batch = queued;
  let at = queued.TriggeredBy === undefined ? began + looksEvery : began + minute;
  for (; isOpen(batch) && at <= run.anchor; at += looksEvery) {
    if (at >= began + closedAfter * minute) return closeBatch(batch, run);
    const ended = files.filter(({ StatusUpdatedAt }) => StatusUpdatedAt <= at);
    batch = applyChanges(batch, run, at, findBatchChanges(batch, ended, at));
  }
  return batch;
}

function closeBatch(batch: BatchItem, run: Run): BatchItem {
  const { closed: by } = run.story;
  if (!by) return batch;
  const at = Date.parse(batch.StartTime) + by.after * minute;
  return applyChanges(batch, run, at, { Status: 'failed', ClosedBy: by.by, CloseReason: by.reason });
}

function applyChanges(batch: BatchItem, { anchor }: Run, at: number, changes?: BatchChanges): BatchItem {
  return changes === undefined || at > anchor ? batch : nextBatch({ now: () => at }, batch, changes);
}

/** A failure on the downloader's side, besides those of the provider. */
type Trouble = 'refused' | 'stuck' | 'not picked up';

interface RunStory {
  readonly trouble?: Readonly<Record<string, Trouble>>;
  /** The milliseconds between the starts of two files. */
  readonly pace?: number;
  /** `after` is in minutes. */
  readonly closed?: { readonly after: number; readonly by: string; readonly reason: string };
  /** Its poller ended before it had asked for the files. */
  readonly isNeverQueued?: true;
}

interface RunAgain extends RunStory {
  /** In minutes after the first batch of the day; negative: before the anchor. */
  readonly after: number;
  readonly by: string;
  readonly reason: string;
}

interface DayStory extends RunStory {
  readonly again?: RunAgain;
  /** A wrong time to live, by entity: in milliseconds, or without the time that it counts from. */
  readonly wrongExpiry?: Readonly<Record<string, 'milliseconds' | 'no beginning'>>;
}

/** The stories by how many days ago. On other days only the provider's own failures occur. */
const dayStories = stories as Readonly<Partial<Record<string, DayStory>>>;
