import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { looksEvery, isOpen, type BatchItem } from '../../pipelines/downloads/download-items.ts';
import { fetchTime } from '../living/simulated-provider.ts';
import type { ToldDay, ToldFile } from './download-days.ts';
import type { WeeksFacts } from './weeks.ts';
import { going, happening, type Moment, type Spell, type ToldSeries } from './metric-series.ts';
import { deadLetterQueueSeries, type Moved } from './queue-series.ts';

const { jobsTable, batchesTable, fileQueue, fileDeadLetterQueue } = namesByConvention('sandbox').downloads;
const day = 86_400_000;

/** What SQS and DynamoDB say of the downloads. Nobody was ever turned away by these tables, nor did a message die. */
export function downloadSeries(
  { seed, anchor }: WeeksFacts,
  days: () => readonly ToldDay[],
  daysTold: number,
): ToldSeries[] {
  const files = (): readonly ToldFile[] => days().flatMap((one) => one.files);
  const batches = (): readonly BatchItem[] => days().flatMap((one) => one.batches);
  const ofFiles = (values: (file: ToldFile) => Spell['values']): Spell[] =>
    files().flatMap((told) => writtenWith(told, values(told)));
  return [
    ...deadLetterQueueSeries(
      fileQueue,
      () => [],
      0,
      () => waits({ seed, anchor }, days()),
    ),
    ...deadLetterQueueSeries(
      fileDeadLetterQueue,
      () => [],
      0,
      () => [],
    ),
    consumed('Write', jobsTable, {}, () => ofFiles((told) => [[unitsOfFile, 1 + movesOf(told)]])),
    ...['StatusIndex', 'BatchIndex'].map((index) =>
      // Each status is a key of both: what moves is deleted in one place and put in another.
      consumed('Write', jobsTable, { GlobalSecondaryIndexName: index }, () =>
        ofFiles((told) => [
          [unitsOfFile, 1],
          [2 * unitsOfFile, movesOf(told)],
        ]),
      ),
    ),
    consumed('Read', jobsTable, {}, () => ofFiles(() => [[1, 1]])),
    happening(named('ConsumedWriteCapacityUnits', batchesTable, {}), () =>
      batches().flatMap((batch) => changesOf(batch).map((at): Moment => [at, 1])),
    ),
    happening(
      named('ConsumedWriteCapacityUnits', batchesTable, { GlobalSecondaryIndexName: 'PollingDateIndex' }),
      () =>
        batches().flatMap((batch) => changesOf(batch).map((at, place): Moment => [at, place === 0 ? 1 : 2])),
    ),
    // Today's and yesterday's, whether there is anything to look after or not.
    consumed('Read', batchesTable, { GlobalSecondaryIndexName: 'PollingDateIndex' }, () => [
      { from: anchor - daysTold * day, until: anchor, values: [[0.5, (2 * daysTold * day) / looksEvery]] },
    ]),
  ];
}

/** Of a file with its address, its key and its vector. */
const unitsOfFile = 2;

function consumed(
  kind: 'Write' | 'Read',
  table: string,
  index: Readonly<Record<string, string>>,
  spells: () => readonly Spell[],
): ToldSeries {
  return going(named(`Consumed${kind}CapacityUnits`, table, index), spells);
}

function named(name: string, TableName: string, index: Readonly<Record<string, string>>) {
  return { namespace: 'AWS/DynamoDB', name, dimensions: { TableName, ...index }, unit: 'Count' };
}

/** From when it was offered until it came into its status; what was taken over had been offered before. */
function writtenWith({ file, issuedAt, isAgain }: ToldFile, values: Spell['values']): Spell[] {
  const offered = { from: issuedAt, until: Math.max(issuedAt, file.StatusUpdatedAt) + 1, values };
  if (!isAgain) return [offered];
  const first = Date.parse(file.CreatedAt);
  return [{ from: first, until: first + 1, values: values.slice(0, 1) }, offered];
}

/** A file is claimed, and then it ends. */
function movesOf({ file: { Status } }: ToldFile): number {
  return Status === 'available' ? 0 : Status === 'downloading' ? 1 : 2;
}

/** Begun, queued, and changed for the last time. */
function changesOf({ StartTime, UpdatedAt, ExpectedFiles }: BatchItem): readonly number[] {
  const began = Date.parse(StartTime);
  const changed = Date.parse(UpdatedAt);
  const queued = ExpectedFiles === undefined ? [] : [began + 900];
  return [...new Set([began, ...queued, changed])];
}

/** How long each message waited: until its file was claimed, or its batch was over, or until now. */
function waits({ seed, anchor }: Pick<WeeksFacts, 'seed' | 'anchor'>, days: readonly ToldDay[]): Moved[] {
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
