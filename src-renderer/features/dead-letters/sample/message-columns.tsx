import { useMemo } from 'react';
import type { MessageRow } from '#shared/contract/dead-letters.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { Chip, FingerprintChip } from '#renderer/ui/chip.tsx';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { exactLocal, exactUtc } from '#renderer/ui/relative-time.tsx';
import { useWidth } from '#renderer/ui/use-width.ts';
import { messages } from '../messages.ts';
import { formatDaysAndHours, pickExpiryTone } from '../queues/queue-status.ts';
import styles from './sample.module.css';

/** Builds the columns by which a message is recognised: its id, and the cause it is grouped by. */
export function buildIdColumns<
  Row extends { readonly messageId: string; readonly fingerprint: string | null },
>(): readonly DataColumn<Row>[] {
  return [
    {
      id: 'message',
      title: 'Message',
      width: 92,
      mono: true,
      strong: true,
      hideable: false,
      value: ({ messageId }) => messageId,
      cell: ({ messageId }) => <span title={messageId}>{shortenId(messageId)}</span>,
    },
    {
      id: 'group',
      title: 'Group',
      width: 72,
      value: ({ fingerprint }) => fingerprint,
      cell: ({ fingerprint }) =>
        fingerprint === null ? null : <FingerprintChip fingerprint={fingerprint} />,
    },
  ];
}

/** `now` should change about once a minute, because new columns are made with it. */
export function buildMessageColumns(now: number): readonly DataColumn<MessageRow>[] {
  return [
    ...buildIdColumns<MessageRow>(),
    {
      id: 'subject',
      title: 'Document',
      min: 132,
      mono: true,
      value: formatSubject,
      text: formatSubject,
      cell: (row) => (
        <span className={styles.subject}>
          <SubjectName row={row} />
          <MessageMarks row={row} />
        </span>
      ),
    },
    { id: 'receives', title: 'Receives', width: 74, align: 'end', value: ({ receives }) => receives },
    {
      id: 'age',
      title: 'Age',
      width: 82,
      align: 'end',
      // The oldest message has the greatest age.
      value: ({ sentAt }) => computeAge(sentAt, now),
      text: ({ sentAt }) => formatSpan(computeAge(sentAt, now)),
      cell: ({ sentAt }) => <Moment at={sentAt} words={formatSpan(computeAge(sentAt, now))} />,
    },
    {
      id: 'expires',
      title: 'Expires',
      width: 92,
      align: 'end',
      value: ({ expiresAt }) => parseMoment(expiresAt),
      text: ({ expiresAt }) => formatTimeLeft(expiresAt, now),
      cell: ({ expiresAt }) => (
        <span className={styles.left} data-tone={pickTimeLeftTone(expiresAt, now)}>
          <Moment at={expiresAt} words={formatTimeLeft(expiresAt, now)} />
        </span>
      ),
    },
    { id: 'returns', title: 'Returns', width: 70, align: 'end', value: ({ returns }) => returns },
    { id: 'tenant', title: 'Tenant', width: 112, value: ({ subject }) => subject.tenantId },
    { id: 'batch', title: 'Batch', min: 160, mono: true, value: ({ subject }) => subject.batchId },
    { id: 'source', title: messages.columns.source, min: 132, mono: true, value: ({ source }) => source },
    { id: 'bytes', title: 'Bytes', width: 78, align: 'end', value: ({ bytes }) => bytes },
    { id: 'fifo', title: 'FIFO group', min: 112, mono: true, value: ({ groupId }) => groupId },
    { id: 'id', title: 'Id', min: 260, mono: true, value: ({ messageId }) => messageId },
  ];
}

/** Returns the columns that distinguish messages; the others can be chosen. */
export function chooseColumns(width: number): readonly string[] {
  const apart = ['message', 'group', 'subject', 'expires'];
  if (width < 500) return apart;
  return width < 580 ? [...apart, 'receives'] : [...apart, 'receives', 'age'];
}

export function shortenId(messageId: string): string {
  return messageId.slice(0, 8);
}

/** Returns the most specific name of the subject; null if the message names none. */
function findSubject({ subject }: Pick<MessageRow, 'subject'>): string | null {
  return subject.fileName ?? subject.documentId ?? subject.batchId ?? subject.tenantId;
}

export function formatSubject(row: Pick<MessageRow, 'subject'>): string {
  return findSubject(row) ?? messages.columns.noDocument;
}

/** Files of one sender often differ only at the end of their names. */
function SubjectName({ row }: { readonly row: MessageRow }) {
  const name = formatSubject(row);
  const cut = Math.max(0, name.length - tailLength);
  return (
    <span className={styles.whole} title={name} data-nameless={findSubject(row) === null || undefined}>
      <span className={styles.name}>{name.slice(0, cut)}</span>
      <span className={styles.tail}>{name.slice(cut)}</span>
    </span>
  );
}

const tailLength = 10;

function Moment({ at, words }: { readonly at: string | null; readonly words: string }) {
  const ms = parseMoment(at);
  if (ms === null) return words;
  return (
    <time dateTime={new Date(ms).toISOString()} title={`${exactUtc(ms)}\n${exactLocal(ms)}`}>
      {words}
    </time>
  );
}

function computeAge(sentAt: string | null, now: number): number | null {
  const at = parseMoment(sentAt);
  return at === null ? null : Math.max(0, now - at);
}

function formatSpan(ms: number | null): string {
  return ms === null ? 'unknown' : formatDaysAndHours(ms);
}

function formatTimeLeft(expiresAt: string | null, now: number): string {
  const at = parseMoment(expiresAt);
  if (at === null) return 'unknown';
  return at <= now ? 'now' : formatDaysAndHours(at - now);
}

function pickTimeLeftTone(expiresAt: string | null, now: number): string | undefined {
  const at = parseMoment(expiresAt);
  return at === null ? undefined : pickExpiryTone(at - now);
}

function parseMoment(text: string | null): number | null {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : at;
}

/** Shows warnings that matter before a message is sent again. */
function MessageMarks({
  row: { returns, redriven, isPoison, sentBefore },
}: {
  readonly row: Pick<MessageRow, 'returns' | 'redriven' | 'isPoison' | 'sentBefore'>;
}) {
  const since =
    redriven === null ? null : messages.columns.cameBack(returns, exactUtc(Date.parse(redriven.at)));
  return (
    <>
      {isPoison ? (
        <span title={since === null ? messages.columns.poison : `${since}\n${messages.columns.poison}`}>
          <Chip tone="failed" icon="lock">
            {messages.columns.back(returns)}
          </Chip>
        </span>
      ) : returns > 0 ? (
        <span title={since ?? messages.columns.redrivenBefore}>
          <Chip>{messages.columns.back(returns)}</Chip>
        </span>
      ) : null}
      {sentBefore === null ? null : (
        <span title={sentTitles[sentBefore]}>
          <Chip tone="review" icon="warning">
            {sentBefore === 'sent' ? messages.columns.sent : messages.columns.maybeSent}
          </Chip>
        </span>
      )}
    </>
  );
}

const sentTitles = {
  sent: messages.columns.sentTitle,
  uncertain: messages.columns.maybeSentTitle,
};

/** Uses the columns that the person has chosen, or else those that fit. */
export function useFittingColumns() {
  const [measure, width] = useWidth();
  const [chosen, choose] = useKept<readonly string[] | null>(columnsKey, null);
  const fitting = width === null ? 0 : Math.floor(width / 20) * 20;
  const visibleColumns = useMemo(() => chosen ?? chooseColumns(fitting), [chosen, fitting]);
  return {
    measure,
    isNarrow: width !== null && width < narrow,
    visibleColumns,
    chooseColumns: (ids: readonly string[]) => choose(() => ids),
  };
}

const columnsKey = ['dead-letters.columns'];
/** Below this width the bar of the table only fits its own tools. */
const narrow = 600;
