import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { looksEvery, isOpen, type BatchItem } from '#pipelines/downloads/download-items.ts';
import { fetchTime } from '../living/simulated-provider.ts';
import type { DownloadDay, DownloadedFile } from './download-days.ts';
import type { WeeksFacts } from './weeks.ts';
import { going, happening, type Moment, type Spell, type MetricSeries } from './metric-series.ts';
import { deadLetterQueueSeries, type Moved } from './queue-series.ts';
import { index, nameTableMetric } from './table-series.ts';

const { jobsTable, batchesTable, fileQueue, fileDeadLetterQueue } = namesByConvention('sandbox').downloads;
const day = 86_400_000;

/** SQS and DynamoDB report these series for the downloads. The tables never throttled, and no message died. */
export function downloadSeries(
  { seed, anchor }: WeeksFacts,
  days: () => readonly DownloadDay[],
  daysTold: number,
): MetricSeries[] {
  const files = (): readonly DownloadedFile[] => days().flatMap((one) => one.files);
  const batches = (): readonly BatchItem[] => days().flatMap((one) => one.batches);
  const ofFiles = (values: (file: DownloadedFile) => Spell['values']): Spell[] =>
    files().flatMap((told) => listWrites(told, values(told)));
  const changes = (each: (place: number) => number) => (): Moment[] =>
    batches().flatMap((batch) => listChangeTimes(batch).map((at, place): Moment => [at, each(place)]));
  const [written, read] = ['ConsumedWriteCapacityUnits', 'ConsumedReadCapacityUnits'];
  const byDate = index('PollingDateIndex');
  return [
    ...deadLetterQueueSeries(fileQueue, none, 0, () => waits({ seed, anchor }, days())),
    ...deadLetterQueueSeries(fileDeadLetterQueue, none, 0, none),
    going(nameTableMetric(jobsTable, written), () =>
      ofFiles((told) => [[unitsPerFile, 1 + countMoves(told)]]),
    ),
    ...['StatusIndex', 'BatchIndex'].map((name) =>
      // Each status is a key of both: a move deletes in one place and puts in another.
      going(nameTableMetric(jobsTable, written, index(name)), () =>
        ofFiles((told) => [
          [unitsPerFile, 1],
          [2 * unitsPerFile, countMoves(told)],
        ]),
      ),
    ),
    going(nameTableMetric(jobsTable, read), () => ofFiles(() => [[1, 1]])),
    happening(
      nameTableMetric(batchesTable, written),
      changes(() => 1),
    ),
    happening(
      nameTableMetric(batchesTable, written, byDate),
      changes((place) => (place === 0 ? 1 : 2)),
    ),
    // Today's and yesterday's, whether there is anything to look after or not.
    going(nameTableMetric(batchesTable, read, byDate), () => [
      { from: anchor - daysTold * day, until: anchor, values: [[0.5, (2 * daysTold * day) / looksEvery]] },
    ]),
  ];
}

const none = (): readonly [] => [];

/** A file needs two units because it holds its address, its key and its vector. */
const unitsPerFile = 2;

/** A file is written from its offer until its status; a file taken over had been offered before. */
function listWrites({ file, issuedAt, isAgain }: DownloadedFile, values: Spell['values']): Spell[] {
  const offered = { from: issuedAt, until: Math.max(issuedAt, file.StatusUpdatedAt) + 1, values };
  if (!isAgain) return [offered];
  const first = Date.parse(file.CreatedAt);
  return [{ from: first, until: first + 1, values: values.slice(0, 1) }, offered];
}

/** A file is claimed, and then it ends. */
function countMoves({ file: { Status } }: DownloadedFile): number {
  return Status === 'available' ? 0 : Status === 'downloading' ? 1 : 2;
}

/** Begun, queued, and changed for the last time. */
function listChangeTimes({ StartTime, UpdatedAt, ExpectedFiles }: BatchItem): readonly number[] {
  const began = Date.parse(StartTime);
  const changed = Date.parse(UpdatedAt);
  const queued = ExpectedFiles === undefined ? [] : [began + 900];
  return [...new Set([began, ...queued, changed])];
}

/** Returns how long each message waited: until its file was claimed, or its batch ended, or until now. */
function waits({ seed, anchor }: Pick<WeeksFacts, 'seed' | 'anchor'>, days: readonly DownloadDay[]): Moved[] {
  const batches = new Map(days.flatMap((one) => one.batches).map((batch) => [batch.BatchID, batch]));
  return days
    .flatMap((one) => one.files)
    .flatMap(({ file, issuedAt }) => {
      const { Status, StatusUpdatedAt, Entity, DownloadDate, BatchID } = file;
      const batch = batches.get(BatchID);
      const until =
        Status === 'downloading'
          ? StatusUpdatedAt
          : Status !== 'available'
            ? StatusUpdatedAt - fetchTime(seed, Entity, DownloadDate)
            : batch === undefined || isOpen(batch)
              ? anchor + 60_000
              : Date.parse(batch.UpdatedAt);
      return until > issuedAt ? [{ cameAt: issuedAt, at: until, count: 1 }] : [];
    });
}
