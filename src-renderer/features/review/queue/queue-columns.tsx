import type { QueueRow } from '#shared/contract/review/queue.ts';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { RelativeTime } from '#renderer/ui/relative-time/relative-time.tsx';
import { exactUtc, relativeWords } from '#renderer/ui/relative-time/relative-words.ts';
import { turnOf } from './desk-rows.ts';
import { dueOf, momentOf } from './due.ts';
import { CutCell, DocumentCell, DueCell, ReasonCell, TurnCell } from './queue-cells.tsx';
import { documentName, flagLooks, stepWords, turnWords } from './queue-words.ts';

export interface QueueColumnsInput {
  readonly me: string | null;
  readonly nameOf: (id: string) => string;
  readonly dueHours: number;
  /** To the half minute: columns are made anew with it. */
  readonly now: number;
}

export function queueColumns(input: QueueColumnsInput): readonly DataColumn<QueueRow>[] {
  const { me, nameOf, dueHours, now } = input;
  const due = (row: QueueRow) => {
    const since = momentOf(row.waitingSince);
    return since === null ? null : dueOf(since, dueHours, now);
  };
  return [
    {
      id: 'document',
      title: 'Document',
      min: 196,
      share: 1.45,
      mono: true,
      strong: true,
      hideable: false,
      value: documentName,
      cell: (row) => <DocumentCell row={row} />,
    },
    {
      id: 'tenant',
      title: 'Tenant',
      min: 104,
      share: 1.05,
      value: tenantOf,
      cell: (row) => <CutCell text={tenantOf(row)} />,
    },
    {
      id: 'workflow',
      title: 'Workflow',
      width: 116,
      value: ({ workflowId }) => workflowId,
      cell: ({ workflowId }) => <CutCell text={workflowId ?? ''} />,
    },
    {
      id: 'reasons',
      title: 'Why',
      width: 198,
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
      id: 'waiting',
      title: 'Waits since',
      width: 112,
      align: 'end',
      value: ({ waitingSince }) => momentOf(waitingSince),
      text: ({ waitingSince }) => {
        const at = momentOf(waitingSince);
        return at === null ? '' : relativeWords(at, Math.max(now, at));
      },
      cell: ({ waitingSince }) => {
        const at = momentOf(waitingSince);
        return at === null ? null : <RelativeTime at={at} now={Math.max(now, at)} focusable={false} />;
      },
    },
    {
      id: 'due',
      title: 'Due',
      width: 132,
      value: (row) => due(row)?.at ?? null,
      text: (row) => due(row)?.words ?? '',
      cell: (row) => {
        const found = due(row);
        return found === null ? null : <DueCell due={found} exact={exactUtc(found.at)} />;
      },
    },
    {
      id: 'turn',
      title: 'Whose',
      min: 98,
      share: 1.1,
      value: (row) => turnWords(turnOf(row, me, now), nameOf, now),
      text: (row) =>
        [stepWords(row.step) ?? '', turnWords(turnOf(row, me, now), nameOf, now)].filter(Boolean).join(': '),
      cell: (row) => <TurnCell step={row.step} turn={turnOf(row, me, now)} nameOf={nameOf} now={now} />,
    },
    { id: 'run', title: 'Run', width: 52, align: 'end', value: ({ run }) => run },
    { id: 'id', title: 'Id', min: 180, mono: true, value: ({ documentId }) => documentId },
  ];
}

/** All but those that few people need. With one tenant chosen its name says nothing. */
export function usualColumns(isOfOneTenant: boolean): readonly string[] {
  const usual = ['document', 'workflow', 'reasons', 'flagged', 'score', 'waiting', 'due', 'turn'];
  return isOfOneTenant ? usual : [...usual, 'tenant'];
}

function tenantOf({ tenantName, tenantId }: QueueRow): string {
  return tenantName ?? tenantId;
}
