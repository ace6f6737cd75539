import { documentKey } from '#renderer/contract/changes-provider.tsx';
import { type Names } from '#renderer/contract/names.tsx';
import { Chip } from '#renderer/ui/chip.tsx';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { Icon } from '#renderer/ui/icon.tsx';
import type { IconName } from '#renderer/ui/product-icons.ts';
import { exactLocal, exactUtc, RelativeTime, formatTimeSpan } from '#renderer/ui/relative-time.tsx';
import { StatusGlyph } from '#renderer/ui/status.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { Flag, ReviewStep } from '#shared/contract/review-document.ts';
import type { QueueRow } from '#shared/contract/review.ts';
import { describeProblems } from '../decide/plain-problems.ts';
import { messages } from '../messages.ts';
import styles from './queue.module.css';
import { formatDocumentName, flagLooks, describeStep, describeTurn } from './queue-messages.ts';
import { describeDue, parseMoment, findTurn, type Due, type Turn } from './queue-rows.ts';
import type { SampleRow } from './sample-view.tsx';
import { formatAmount, type ShownAmounts } from './use-shown-amounts.ts';

type AmountOf = NonNullable<ReturnType<ShownAmounts['get']>> | null;

interface QueueColumnsInput {
  readonly me: string | null;
  readonly nameOf: (id: string) => string;
  readonly names: Names;
  readonly amounts: ShownAmounts;
  /** Rounded to half a minute, because the columns are rebuilt with it. */
  readonly now: number;
}

export function makeQueueColumns(input: QueueColumnsInput): readonly DataColumn<QueueRow>[] {
  const { me, nameOf, names, amounts, now } = input;
  const due = (row: QueueRow) => {
    const since = parseMoment(row.waitingSince);
    return since === null ? null : describeDue(since, row.dueHours, now);
  };
  return [
    {
      id: 'document',
      title: 'Document',
      min: 168,
      share: 1.6,
      mono: true,
      strong: true,
      hideable: false,
      value: formatDocumentName,
      cell: (row) => <DocumentCell row={row} />,
    },
    {
      id: 'tenant',
      title: 'Tenant',
      min: 88,
      share: 1,
      value: formatTenant,
      cell: (row) => <CutCell text={formatTenant(row)} />,
    },
    {
      id: 'workflow',
      title: 'Workflow',
      width: 104,
      value: (row) => nameWorkflow(row, names),
      cell: (row) => <CutCell text={nameWorkflow(row, names)} title={row.workflowId ?? ''} />,
    },
    {
      id: 'reasons',
      title: 'Why',
      width: 212,
      sortable: false,
      value: ({ reasons }) => reasons.length,
      text: ({ reasons }) =>
        flagLooks
          .filter(({ flag }) => reasons.includes(flag))
          .map(({ long }) => long)
          .join(', '),
      cell: ({ reasons }) => <ReasonCell reasons={reasons} />,
    },
    { id: 'flagged', title: 'Flagged', width: 64, align: 'end', value: ({ flagged }) => flagged },
    {
      id: 'score',
      title: 'Conf.',
      width: 52,
      align: 'end',
      value: ({ score }) => score,
      text: ({ score }) => score?.toFixed(2) ?? '',
    },
    {
      id: 'amount',
      title: 'Amount',
      width: 104,
      align: 'end',
      value: (row) => amounts.get(documentKey(row))?.value,
      text: (row) => formatAmount(amounts.get(documentKey(row)) ?? null),
      cell: (row) => <AmountCell amount={amounts.get(documentKey(row))} />,
    },
    {
      id: 'waiting',
      title: 'Waiting',
      width: 72,
      align: 'end',
      value: ({ waitingSince }) => parseMoment(waitingSince),
      text: ({ waitingSince }) => {
        const at = parseMoment(waitingSince);
        return at === null ? '' : formatTimeSpan(Math.max(0, now - at));
      },
      cell: ({ waitingSince }) => {
        const at = parseMoment(waitingSince);
        return at === null ? null : <WaitingCell since={at} now={now} />;
      },
    },
    {
      id: 'priority',
      title: 'Priority',
      width: 64,
      value: ({ priority }) => priority,
      text: ({ priority }) => formatPriority(priority),
      cell: ({ priority }) => <PriorityCell priority={priority} />,
    },
    {
      id: 'due',
      title: 'Due',
      width: 156,
      value: (row) => due(row)?.at ?? null,
      text: (row) => due(row)?.words ?? '',
      cell: (row) => {
        const found = due(row);
        const title =
          found &&
          `${messages.queue.dueAfter(formatTimeSpan(row.dueHours * 3_600_000))}: ${exactUtc(found.at)}`;
        return found === null ? null : <DueCell due={found} exact={title ?? ''} priority={row.priority} />;
      },
    },
    {
      id: 'turn',
      title: messages.queue.assignedTo,
      min: 72,
      sortable: false,
      share: 1.1,
      value: (row) => describeTurn(findTurn(row, me, now), nameOf, now),
      text: (row) =>
        [describeStep(row.step) ?? '', describeTurn(findTurn(row, me, now), nameOf, now)]
          .filter(Boolean)
          .join(': '),
      cell: (row) => <TurnCell step={row.step} turn={findTurn(row, me, now)} nameOf={nameOf} now={now} />,
    },
    { id: 'run', title: 'Run', width: 52, align: 'end', sortable: false, value: ({ run }) => run },
    { id: 'id', title: 'Id', min: 180, mono: true, sortable: false, value: ({ documentId }) => documentId },
  ];
}

/** Lists the usual columns. With one tenant chosen, its column says nothing. */
export function listUsualColumns(isOfOneTenant: boolean): readonly string[] {
  const usual = ['document', 'workflow', 'reasons', 'score', 'amount', 'waiting', 'due', 'turn'];
  return isOfOneTenant ? usual : [...usual, 'tenant'];
}

function nameWorkflow(
  { tenantId, projectId, workflowId }: Pick<QueueRow, 'tenantId' | 'projectId' | 'workflowId'>,
  { workflow }: Names,
): string {
  return workflowId === null ? '' : workflow(tenantId, projectId, workflowId);
}

function formatTenant({ tenantName, tenantId }: QueueRow): string {
  return tenantName ?? tenantId;
}

/** `now` is rounded to about a minute, because the columns are rebuilt with it. */
export function makeSampleColumns(now: number, names: Names): readonly DataColumn<SampleRow>[] {
  return [
    {
      id: 'document',
      title: 'Document',
      min: 200,
      mono: true,
      strong: true,
      hideable: false,
      value: formatDocumentName,
      cell: (row) => (
        <span className={styles.document}>
          <span className={styles.name}>{formatDocumentName(row)}</span>
          {row.hasDraft ? <DraftMark /> : null}
        </span>
      ),
    },
    { id: 'workflow', title: 'Workflow', width: 160, value: (row) => nameWorkflow(row, names) },
    {
      id: 'score',
      title: 'Conf.',
      width: 64,
      align: 'end',
      value: ({ score }) => score,
      text: ({ score }) => score?.toFixed(2) ?? '',
    },
    {
      id: 'accepted',
      title: 'Accepted',
      width: 112,
      align: 'end',
      value: ({ acceptedAt }) => parseMoment(acceptedAt),
      cell: ({ acceptedAt }) => {
        const at = parseMoment(acceptedAt);
        return at === null ? null : <RelativeTime at={at} now={Math.max(now, at)} focusable={false} />;
      },
    },
    { id: 'batch', title: 'Batch', min: 200, mono: true, value: ({ batchId }) => batchId },
  ];
}

/** Shows the name, with icons for a draft and for an index that lags behind. Words would leave no room for the name. */
/** Names of one batch often differ only at their end, so a long one is cut in its middle. */
function DocumentCell({ row }: { readonly row: QueueRow }) {
  const name = formatDocumentName(row);
  return (
    <span className={styles.document}>
      <span className={styles.cutName} title={name}>
        <span className={styles.name}>{name.slice(0, -nameEnd)}</span>
        <span className={styles.nameEnd}>{name.slice(-nameEnd)}</span>
      </span>
      {row.hasDraft ? <DraftMark /> : null}
      {row.catchingUp ? (
        <span className={styles.mark} title={messages.queue.catchingUpTitle}>
          <Icon name="clock" size={12} />
          <VisuallyHidden>{messages.queue.catchingUp}</VisuallyHidden>
        </span>
      ) : null}
      {row.problems.length === 0 ? null : (
        <span className={styles.mark} title={describeProblems(row.problems).join('\n')}>
          <Icon name="warning" size={12} />
          <VisuallyHidden>{describeProblems(row.problems).join('; ')}</VisuallyHidden>
        </span>
      )}
    </span>
  );
}

/** A number of four digits and the file's ending. */
const nameEnd = 8;

function DraftMark() {
  return (
    <span className={styles.draft} title={messages.queue.draftTitle}>
      <Icon name="edit" size={12} />
      <VisuallyHidden>{messages.queue.draft}</VisuallyHidden>
    </span>
  );
}

/** Shows a text that may be longer than its column. */
function CutCell({ text, title = text }: { readonly text: string; readonly title?: string }) {
  return (
    <span className={styles.name} title={title}>
      {text}
    </span>
  );
}

/** A single reason has room for its full name. */
function ReasonCell({ reasons }: { readonly reasons: readonly Flag[] }) {
  const isOnly = reasons.length === 1;
  return (
    <span className={styles.reasons}>
      {flagLooks
        .filter(({ flag }) => reasons.includes(flag))
        .map(({ flag, short, long, icon }) => (
          <span key={flag} className={styles.reason} data-flag={flag} title={long}>
            <Icon name={icon} size={12} />
            {isOnly ? long : short}
          </span>
        ))}
    </span>
  );
}

/** Shows how long a document has waited, with the exact time as the title. */
function WaitingCell({ since, now }: { readonly since: number; readonly now: number }) {
  return (
    <time dateTime={new Date(since).toISOString()} title={`${exactUtc(since)}\n${exactLocal(since)}`}>
      {formatTimeSpan(Math.max(0, now - since))}
    </time>
  );
}

/** An amount that was not read yet shows nothing, because a dash would say that there is none. */
function AmountCell({ amount }: { readonly amount: AmountOf | undefined }) {
  if (amount === undefined) return null;
  if (amount !== null) return <span className={styles.amount}>{formatAmount(amount)}</span>;
  return (
    <span className={styles.none} title={messages.queue.amountUnclear}>
      <span aria-hidden>–</span>
      <VisuallyHidden>{messages.queue.amountUnclear}</VisuallyHidden>
    </span>
  );
}

function formatPriority(priority: QueueRow['priority']): string {
  if (priority === 'normal') return '';
  return priority === 'high' ? messages.queue.highPriority : messages.queue.lowPriority;
}

/** The usual priority shows nothing. */
function PriorityCell({ priority }: { readonly priority: QueueRow['priority'] }) {
  if (priority === 'normal') return null;
  return (
    <span className={styles.priority} data-priority={priority}>
      <Icon name={priority === 'high' ? 'ascending' : 'descending'} size={12} />
      {formatPriority(priority)}
    </span>
  );
}

interface DueCellProps {
  readonly due: Due;
  readonly exact: string;
  readonly priority: QueueRow['priority'];
}

function DueCell({ due, exact, priority }: DueCellProps) {
  const urgency = priority === 'normal' ? '' : messages.queue.priority(formatPriority(priority));
  return (
    <span className={styles.due} data-due={due.glyph} title={[exact, urgency].filter(Boolean).join('\n')}>
      <StatusGlyph glyph={due.glyph} />
      {due.words}
      {priority === 'normal' ? null : (
        <span className={styles.priority} data-priority={priority}>
          <Icon name={priority === 'high' ? 'ascending' : 'descending'} size={12} />
          <VisuallyHidden>{urgency}</VisuallyHidden>
        </span>
      )}
    </span>
  );
}

interface TurnCellProps {
  readonly step: ReviewStep;
  readonly turn: Turn;
  readonly nameOf: (id: string) => string;
  readonly now: number;
}

/** Shows whose turn it is, and which of the two reviews comes next. */
function TurnCell({ step, turn, nameOf, now }: TurnCellProps) {
  const words = describeTurn(turn, nameOf, now);
  const said = describeStep(step);
  if (turn.kind === 'open' && said === null) return null;
  return (
    <span className={styles.turn} data-turn={turn.kind} title={[said, words].filter(Boolean).join(': ')}>
      {said === null ? null : <Chip tone="accent">{said}</Chip>}
      {turn.kind === 'open' ? null : (
        <>
          <Icon name={turnIcons[turn.kind]} size={12} />
          <span className={styles.name}>{words}</span>
        </>
      )}
    </span>
  );
}

const turnIcons: Readonly<Record<Exclude<Turn['kind'], 'open'>, IconName>> = {
  mine: 'forward',
  held: 'lock',
  handed: 'person',
  postponed: 'pause',
  'not for me': 'ban',
};
