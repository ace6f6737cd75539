import type { DiscardedRow } from '#shared/contract/dead-letters.ts';
import { Chip } from '#renderer/ui/chip.tsx';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { exactLocal, exactUtc, formatRelativeTime } from '#renderer/ui/relative-time.tsx';
import { messages } from '../messages.ts';
import { buildIdColumns, formatSubject } from '../sample/message-columns.tsx';
import styles from './discarded.module.css';

const words = messages.discarded;

/** `now` should change about once a minute, because new columns are made with it. */
export function buildDiscardedColumns(
  now: number,
  nameOf: (personId: string) => string,
): readonly DataColumn<DiscardedRow>[] {
  const nameBy = ({ by }: DiscardedRow): string => (by === null ? words.byUnknown : nameOf(by));
  return [
    ...buildIdColumns<DiscardedRow>(),
    {
      id: 'subject',
      title: 'Document',
      min: 170,
      share: 1.4,
      mono: true,
      value: formatSubject,
      text: formatSubject,
      cell: (row) => (
        <span className={styles.subject}>
          <span className={styles.name} title={formatSubject(row)}>
            {row.isSaved ? formatSubject(row) : ''}
          </span>
          <DiscardedMarks row={row} now={now} />
        </span>
      ),
    },
    { id: 'queue', title: 'Queue', min: 210, mono: true, value: ({ queue }) => queue },
    { id: 'by', title: 'By', min: 120, share: 0.6, value: nameBy },
    {
      id: 'reason',
      title: 'Why',
      min: 150,
      value: ({ reason }) => reason ?? words.noReason,
      cell: ({ reason }) => (
        <span className={styles.name} title={reason ?? undefined}>
          {reason ?? words.noReason}
        </span>
      ),
    },
    {
      id: 'at',
      title: 'Discarded',
      width: 92,
      align: 'end',
      value: ({ at }) => parseMoment(at),
      text: ({ at }) => formatAgo(at, now),
      cell: ({ at }) => <Moment at={at} now={now} />,
    },
    { id: 'source', title: messages.columns.source, min: 132, mono: true, value: ({ source }) => source },
    { id: 'returns', title: 'Returns', width: 70, align: 'end', value: ({ returns }) => returns },
    { id: 'tenant', title: 'Tenant', width: 112, value: ({ subject }) => subject.tenantId },
    { id: 'batch', title: 'Batch', min: 160, mono: true, value: ({ subject }) => subject.batchId },
    { id: 'bytes', title: 'Bytes', width: 78, align: 'end', value: ({ bytes }) => bytes },
    { id: 'pattern', title: 'Structure', min: 180, value: ({ pattern }) => pattern },
    { id: 'id', title: 'Id', min: 260, mono: true, value: ({ messageId }) => messageId },
  ];
}

/** Returns the columns that say what, by whom, why and when, as far as there is room. */
export function chooseDiscardedColumns(width: number): readonly string[] {
  const few = ['message', 'subject', 'by', 'at'];
  if (width < 640) return few;
  if (width < 1_000) return ['message', 'group', 'subject', 'by', 'reason', 'at'];
  return ['message', 'group', 'subject', 'queue', 'by', 'reason', 'at'];
}

/** Says what matters before it is sent again. */
function DiscardedMarks({ row, now }: { readonly row: DiscardedRow; readonly now: number }) {
  const { isSaved, sentAgain, mayBeInQueue } = row;
  if (!isSaved) return <Mark tone="failed" title={words.notSavedTitle} says={words.notSaved} />;
  return (
    <>
      {sentAgain === null ? null : sentAgain.state === 'sent' ? (
        <Mark tone="succeeded" title={words.sentAt(formatAgo(sentAgain.at, now))} says={words.sent} />
      ) : (
        <Mark tone="review" title={words.maybeSentTitle} says={words.maybeSent} />
      )}
      {mayBeInQueue ? <Mark tone="review" title={words.mayBeInQueueTitle} says={words.mayBeInQueue} /> : null}
    </>
  );
}

interface MarkProps {
  readonly tone: 'failed' | 'review' | 'succeeded';
  readonly title: string;
  readonly says: string;
}

function Mark({ tone, title, says }: MarkProps) {
  return (
    <span title={title} className={styles.mark}>
      <Chip tone={tone} icon={tone === 'succeeded' ? 'check' : 'warning'}>
        {says}
      </Chip>
    </span>
  );
}

function Moment({ at, now }: { readonly at: string | null; readonly now: number }) {
  const ms = parseMoment(at);
  if (ms === null) return messages.common.unknownTime;
  return (
    <time dateTime={new Date(ms).toISOString()} title={`${exactUtc(ms)}\n${exactLocal(ms)}`}>
      {formatAgo(at, now)}
    </time>
  );
}

function formatAgo(at: string | null, now: number): string {
  const ms = parseMoment(at);
  return ms === null ? messages.common.unknownTime : formatRelativeTime(ms, Math.max(now, ms));
}

function parseMoment(text: string | null): number | null {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : at;
}
