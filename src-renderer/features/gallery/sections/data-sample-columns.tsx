import { FingerprintChip } from '#renderer/ui/chip/fingerprint-chip.tsx';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { relativeWords } from '#renderer/ui/relative-time/relative-words.ts';
import { StatusBadge } from '#renderer/ui/status/status-badge.tsx';
import styles from './data-sections.module.css';
import { sampleNow, type SampleDocument } from './data-sample-documents.ts';

const kilobytes = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** One column of every kind: badge, id, chip, words, score, count, bytes, time. */
export const documentColumns: readonly DataColumn<SampleDocument>[] = [
  {
    id: 'status',
    title: 'Status',
    width: 148,
    value: (row) => row.status,
    cell: (row) => <StatusBadge status={row.status} />,
  },
  {
    id: 'document',
    title: 'Document',
    mono: true,
    strong: true,
    min: 172,
    hideable: false,
    value: (row) => row.id,
  },
  {
    id: 'group',
    title: 'Group',
    width: 76,
    value: (row) => row.group,
    cell: (row) => (row.group === null ? null : <FingerprintChip fingerprint={row.group} />),
  },
  { id: 'stage', title: 'Stage', width: 84, value: (row) => row.stage },
  {
    id: 'confidence',
    title: 'Conf.',
    width: 64,
    align: 'end',
    value: (row) => row.confidence,
    text: (row) => row.confidence?.toFixed(2) ?? '',
    cell: (row) => <Confidence score={row.confidence} />,
  },
  {
    id: 'pages',
    title: 'Pages',
    width: 64,
    align: 'end',
    value: (row) => (row.pages === 0 ? null : row.pages),
    text: (row) => (row.pages === 0 ? '–' : String(row.pages)),
  },
  {
    id: 'size',
    title: 'Size',
    width: 84,
    align: 'end',
    value: (row) => row.bytes,
    text: (row) => `${kilobytes.format(row.bytes / 1024)} KB`,
  },
  {
    id: 'since',
    title: 'Since',
    width: 128,
    align: 'end',
    value: (row) => row.at,
    text: isoTime,
    cell: (row) => (
      <time dateTime={isoTime(row)} title={isoTime(row)}>
        {relativeWords(row.at, sampleNow)}
      </time>
    ),
  },
];

function Confidence({ score }: { readonly score: number | null }) {
  if (score === null) return null;
  return <span className={score < 0.56 ? styles.bad : undefined}>{score.toFixed(2)}</span>;
}

function isoTime(row: SampleDocument): string {
  return new Date(row.at).toISOString();
}

export function documentId(row: SampleDocument): string {
  return row.id;
}
