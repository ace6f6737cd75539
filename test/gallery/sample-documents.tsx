import { FingerprintChip } from '#renderer/ui/chip.tsx';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { formatRelativeTime } from '#renderer/ui/relative-time.tsx';
import { StatusBadge, type StatusName } from '#renderer/ui/status.tsx';
import styles from './data-sections.module.css';

const kilobytes = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** Has one column of every kind: badge, id, chip, words, score, count, bytes and time. */
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
        {formatRelativeTime(row.at, sampleNow)}
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

export interface SampleDocument {
  readonly id: string;
  readonly status: StatusName;
  readonly group: string | null;
  readonly stage: string | null;
  readonly confidence: number | null;
  readonly pages: number;
  readonly bytes: number;
  readonly at: number;
}

export const sampleNow = Date.UTC(2026, 10, 20, 14, 22, 0);

/** These are the rows of the triage picture. */
export const twelveDocuments: readonly SampleDocument[] = [
  sample('0398', 'FAILED', '7c41e9', 'gap-fill', null, 3, 103),
  sample('0401', 'FAILED', '7c41e9', 'gap-fill', null, 2, 149),
  sample('0402', 'FAILED', '7c41e9', 'gap-fill', null, 3, 132),
  sample('0377', 'FAILED', 'e4a77c', 'textract', null, 0, 596),
  sample('0405', 'FAILED', '7c41e9', 'gap-fill', null, 4, 118),
  sample('0352', 'FAILED', 'b81d20', 'verify', 0.41, 1, 736),
  sample('0413', 'REVIEW_REQUIRED', null, 'verify', 0.79, 2, 88),
  sample('0394', 'REVIEW_REQUIRED', null, 'verify', 0.83, 6, 92),
  sample('0421', 'PROCESSING', null, 'textract', null, 2, 4),
  sample('0391', 'SUCCEEDED', null, 'verify', 0.97, 2, 240),
  sample('0390', 'SUCCEEDED', null, 'verify', 0.95, 12, 251),
  sample('0431', 'QUEUED', null, null, null, 1, 1),
];

/** Returns the same rows every time and on every machine. */
export function manyDocuments(count: number, seed = 7): readonly SampleDocument[] {
  const next = randomFrom(seed);
  const pick = <Item,>(items: readonly [Item, ...Item[]]): Item =>
    items[Math.floor(next() * items.length)] ?? items[0];
  return Array.from({ length: count }, (_, index) => {
    const status = pick(statuses);
    const scored = status === 'SUCCEEDED' || status === 'REVIEW_REQUIRED';
    return sample(
      String(index).padStart(5, '0'),
      status,
      status === 'FAILED' ? pick(groups) : null,
      status === 'QUEUED' ? null : pick(stages),
      scored ? Math.round((0.5 + next() * 0.5) * 100) / 100 : null,
      1 + Math.floor(next() * 24),
      Math.floor(next() * 86_400),
    );
  });
}

const statuses: readonly [StatusName, ...StatusName[]] = [
  'SUCCEEDED',
  'SUCCEEDED',
  'SUCCEEDED',
  'REVIEW_REQUIRED',
  'FAILED',
  'PROCESSING',
  'QUEUED',
  'TIMEOUT',
];
const groups: readonly [string, ...string[]] = ['7c41e9', 'e4a77c', 'b81d20', '19fe02', '5d90b1'];
const stages: readonly [string, ...string[]] = ['textract', 'gap-fill', 'verify'];

function sample(
  number: string,
  status: StatusName,
  group: string | null,
  stage: string | null,
  confidence: number | null,
  pages: number,
  secondsAgo: number,
): SampleDocument {
  const id = `inv-2026-11-${number}.pdf`;
  const at = sampleNow - secondsAgo * 1000;
  return { id, status, group, stage, confidence, pages, bytes: pages * 48_213, at };
}

/** This is the mulberry32 generator. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
