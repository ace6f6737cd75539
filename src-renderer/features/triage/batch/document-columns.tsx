import { FingerprintChip } from '#renderer/ui/chip.tsx';
import { columnText, type DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { Icon } from '#renderer/ui/icon.tsx';
import { RelativeTime, formatRelativeTime } from '#renderer/ui/relative-time.tsx';
import { OtherStatusBadge, StatusBadge } from '#renderer/ui/status.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { DocumentRow } from '#shared/contract/triage.ts';
import { csvText } from '#shared/domain/exported-file.ts';
import { fingerprintOfDocument } from '#shared/domain/failure-groups.ts';
import { formatCost } from './cost-part.tsx';
import styles from './documents-table.module.css';
import { messages } from '../messages.ts';

/** `now` should change about once a minute, because new columns are made with it. */
export function buildDocumentColumns(
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
      value: getDocumentName,
      cell: (row) => <DocumentCell document={row} />,
    },
    {
      id: 'group',
      title: 'Group',
      width: 70,
      value: findGroup,
      cell: (row) => {
        const group = findGroup(row);
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
      width: 124,
      align: 'end',
      value: ({ statusSince }) => parseMoment(statusSince),
      text: ({ statusSince }) => {
        const at = parseMoment(statusSince);
        return at === null ? '' : formatRelativeTime(at, Math.max(now, at));
      },
      cell: ({ statusSince }) => {
        const at = parseMoment(statusSince);
        return at === null ? null : <RelativeTime at={at} now={Math.max(now, at)} focusable={false} />;
      },
    },
    {
      id: 'cost',
      title: 'Cost',
      width: 76,
      align: 'end',
      value: (row) => Number(formatCost(row)?.usd ?? Number.NaN) || null,
      text: (row) => formatCost(row)?.text ?? '',
    },
    { id: 'id', title: 'Id', min: 180, mono: true, value: ({ documentId }) => documentId },
  ];
}

/** Returns the fingerprint of the cause of a failed document. */
export function findGroup(row: DocumentRow): string | null {
  if (row.status !== 'FAILED') return null;
  const before = prints.get(row);
  if (before !== undefined) return before;
  const { id } = fingerprintOfDocument(row);
  prints.set(row, id);
  return id;
}
const prints = new WeakMap<DocumentRow, string>();

function parseMoment(text: string | null): number | null {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : at;
}

/**
 * Shows the name of a document and marks oddities: behind the index, past its time to live, not as declared.
 */
function DocumentCell({ document }: { readonly document: DocumentRow }) {
  const name = getDocumentName(document);
  const notes = [
    ...(document.catchingUp ? [messages.documents.catchingUp] : []),
    ...(document.expired ? [messages.documents.expired] : []),
    ...document.problems,
  ];
  return (
    <span className={styles.document}>
      <span className={styles.name} title={`${name}\n${document.documentId}`}>
        <span className={styles.front}>{name.slice(0, -tail)}</span>
        <span className={styles.tail}>{name.slice(-tail)}</span>
      </span>
      {notes.length === 0 ? null : (
        <span className={styles.mark} title={notes.join('\n')}>
          <Icon name={document.catchingUp ? 'clock' : 'info'} size={12} />
          <VisuallyHidden>{notes.join('; ')}</VisuallyHidden>
        </span>
      )}
    </span>
  );
}

/** The files of a batch differ at the end of their names, so the end is cut off last. */
const tail = 10;

/** The thresholds that the batch was started with; null if its item lacks them. */
interface KnownThresholds {
  readonly confidenceThreshold: number | null;
  readonly reviewThreshold: number | null;
}

interface ScoreCellProps {
  readonly score: number | null;
  readonly thresholds: KnownThresholds;
}

/** Colours the score only if the thresholds apply; the status beside it says the same in words. */
function ScoreCell({ score, thresholds }: ScoreCellProps) {
  if (score === null) return null;
  return (
    <span className={styles.score} data-band={pickScoreBand(score, thresholds)}>
      {score.toFixed(2)}
    </span>
  );
}

export function pickScoreBand(
  score: number,
  { confidenceThreshold, reviewThreshold }: KnownThresholds,
): 'failed' | 'review' | undefined {
  if (confidenceThreshold !== null && score < confidenceThreshold) return 'failed';
  return reviewThreshold !== null && score < reviewThreshold ? 'review' : undefined;
}

/** Returns the file name, or the id for an item without one. */
export function getDocumentName({
  fileName,
  documentId,
}: Pick<DocumentRow, 'fileName' | 'documentId'>): string {
  return fileName?.trim() ? fileName : documentId;
}

/** Exports exactly the shown columns, rows and order. Times are written in full, not as an age. */
export function toDocumentsCsv(
  columns: readonly DataColumn<DocumentRow>[],
  rows: readonly DocumentRow[],
): string {
  return csvText([
    columns.map(({ id, title }) => (id === 'age' ? 'In this status since' : title)),
    ...rows.map((row) => columns.map((column) => formatCell(column, row))),
  ]);
}

function formatCell(column: DataColumn<DocumentRow>, row: DocumentRow): string {
  return column.id === 'age' ? (row.statusSince ?? '') : columnText(column, row);
}

/** "batch-01JC9Q4V8M7T documents FAILED.csv" */
export function formatFileName(batchId: string, tab: string): string {
  return `${batchId} documents ${tab}.csv`.replaceAll(/[^\w .-]/g, '_');
}
