import type { DocumentRow } from '#shared/contract/triage/documents.ts';
import { fingerprintOfDocument } from '#shared/domain/failure-groups.ts';
import { FingerprintChip } from '#renderer/ui/chip/fingerprint-chip.tsx';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { RelativeTime } from '#renderer/ui/relative-time/relative-time.tsx';
import { relativeWords } from '#renderer/ui/relative-time/relative-words.ts';
import { OtherStatusBadge, StatusBadge } from '#renderer/ui/status/status-badge.tsx';
import { costText } from './cost-words.ts';
import { DocumentCell } from './document-cell.tsx';
import { documentName } from './document-name.ts';
import { ScoreCell } from './score-cell.tsx';
import type { KnownThresholds } from './score-cell.tsx';

/** `now` to the minute or so: columns are made anew with it. */
export function documentColumns(
  thresholds: KnownThresholds,
  now: number,
): readonly DataColumn<DocumentRow>[] {
  return [
    {
      id: 'status',
      title: 'Status',
      width: 132,
      value: ({ status, otherStatus }) => status ?? otherStatus,
      cell: ({ status, otherStatus }) => {
        if (status !== null) return <StatusBadge status={status} />;
        return otherStatus === null ? 'none' : <OtherStatusBadge status={otherStatus} />;
      },
    },
    {
      id: 'document',
      title: 'Document',
      min: 150,
      mono: true,
      strong: true,
      hideable: false,
      value: documentName,
      cell: (row) => <DocumentCell document={row} />,
    },
    {
      id: 'group',
      title: 'Group',
      width: 70,
      value: groupOf,
      cell: (row) => {
        const group = groupOf(row);
        return group === null ? null : <FingerprintChip fingerprint={group} />;
      },
    },
    { id: 'stage', title: 'Stage', width: 62, value: ({ stage, error }) => error?.stage ?? stage },
    {
      id: 'score',
      title: 'Conf.',
      width: 58,
      align: 'end',
      value: ({ score }) => score,
      text: ({ score }) => (score === null ? '' : score.toFixed(2)),
      cell: ({ score }) => <ScoreCell score={score} thresholds={thresholds} />,
    },
    { id: 'run', title: 'Run', width: 52, align: 'end', value: ({ run }) => run },
    {
      id: 'age',
      title: 'Since',
      width: 92,
      align: 'end',
      value: ({ statusSince }) => momentOf(statusSince),
      text: ({ statusSince }) => {
        const at = momentOf(statusSince);
        return at === null ? '' : relativeWords(at, Math.max(now, at));
      },
      cell: ({ statusSince }) => {
        const at = momentOf(statusSince);
        return at === null ? null : <RelativeTime at={at} now={Math.max(now, at)} focusable={false} />;
      },
    },
    {
      id: 'cost',
      title: 'Cost',
      width: 76,
      align: 'end',
      value: (row) => Number(costText(row)?.usd ?? Number.NaN) || null,
      text: (row) => costText(row)?.text ?? '',
    },
    { id: 'id', title: 'Id', min: 180, mono: true, value: ({ documentId }) => documentId },
  ];
}

/** Of a failed document: its cause. */
export function groupOf(row: DocumentRow): string | null {
  if (row.status !== 'FAILED') return null;
  const before = prints.get(row);
  if (before !== undefined) return before;
  const { id } = fingerprintOfDocument(row);
  prints.set(row, id);
  return id;
}
const prints = new WeakMap<DocumentRow, string>();

function momentOf(text: string | null): number | null {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : at;
}
