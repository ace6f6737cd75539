import type { Names } from '#renderer/contract/names.tsx';
import { downloadText } from '#renderer/contract/copy-and-download.ts';
import type { ActivityRow } from '#renderer/contract/use-activity.ts';
import { SentenceLine } from '#renderer/ui/activity-panel.tsx';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { localClock } from '#renderer/ui/relative-time.tsx';
import { csvFile, fileStamp, mediaTypes } from '#shared/domain/exported-file.ts';
import { formatUtc, messages } from './messages.ts';

const words = messages.everyone;

export interface DatedRow extends ActivityRow {
  /** Null if the time of the entry is missing or unreadable. */
  readonly day: string | null;
  readonly isFirstOfDay: boolean;
}

/** Groups the rows by day, by the clock of this machine as the times are. */
export function markDays(rows: readonly ActivityRow[], format = dayFormat): readonly DatedRow[] {
  let before: string | null = null;
  return rows.map((row) => {
    const { at } = row.entry;
    const day = at === null || Number.isNaN(Date.parse(at)) ? null : format.format(Date.parse(at));
    const isFirstOfDay = day !== before;
    before = day;
    return { ...row, day, isFirstOfDay };
  });
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' });

export function getRowId({ entry }: DatedRow): string {
  return entry.id;
}

export function getRowName({ sentence }: DatedRow): string {
  return `${sentence.who} ${sentence.did}`;
}

/** A sentence or a note that is longer than this may be cut off in its cell. */
const mostInCell = 80;

export function writeWhole({ sentence: { who, did, result } }: DatedRow): string | null {
  const text = `${who} ${did}${result === null ? '' : `: ${result}`}`;
  return text.length > mostInCell ? text : null;
}

interface ColumnParts {
  readonly names: Names;
  readonly now: number;
  /** A text filter may hide the first row of a day, so every row then shows its day. */
  readonly isFiltered: boolean;
  readonly format?: Intl.DateTimeFormat;
}

export function buildColumns(parts: ColumnParts): readonly DataColumn<DatedRow>[] {
  const { names, now, isFiltered, format = dayFormat } = parts;
  const today = format.format(now);
  return [
    {
      id: 'day',
      title: words.columns.day,
      value: ({ day }) => day,
      // The filter finds the rows of today by the word and by the date.
      text: ({ day }) => (day === today ? `${words.today}, ${day}` : (day ?? '')),
      cell: ({ day, isFirstOfDay }) =>
        isFiltered || isFirstOfDay ? <b>{day === today ? words.today : day}</b> : null,
      width: 96,
      sortable: false,
    },
    {
      id: 'at',
      title: words.columns.time,
      value: ({ entry }) => entry.at,
      text: ({ entry }) => (entry.at === null ? '' : localClock(entry.at)),
      cell: ({ entry: { at } }) =>
        at === null ? '' : <time title={`${formatUtc(at)} UTC`}>{localClock(at)}</time>,
      width: 64,
      sortable: false,
    },
    {
      id: 'what',
      title: words.columns.what,
      value: ({ sentence: { who, did, result } }) => `${who} ${did}${result === null ? '' : `: ${result}`}`,
      cell: ({ sentence }) => <SentenceLine sentence={sentence} />,
      min: 320,
      share: 4,
      hideable: false,
      sortable: false,
    },
    {
      id: 'tenant',
      title: words.columns.tenant,
      value: ({ entry: { tenantId } }) => (tenantId === null ? null : names.tenant(tenantId)),
      width: 152,
      sortable: false,
    },
    {
      id: 'kind',
      title: words.columns.kind,
      value: ({ entry: { kind } }) => words.kinds[kind],
      width: 108,
      sortable: false,
    },
  ];
}

export function saveRows(rows: readonly DatedRow[], names: Names): void {
  downloadText({
    fileName: `sluice-activity-${fileStamp(Date.now())}.csv`,
    mediaType: mediaTypes.csv,
    text: csvFile(
      words.csvColumns,
      rows.map(({ entry, sentence }) => [
        formatUtc(entry.at),
        sentence.who,
        entry.by ?? '',
        sentence.did,
        sentence.result ?? '',
        words.kinds[entry.kind],
        entry.tenantId === null ? '' : names.tenant(entry.tenantId),
        entry.tenantId ?? '',
        entry.batchId ?? '',
        entry.documentId ?? '',
      ]),
    ),
  });
}
