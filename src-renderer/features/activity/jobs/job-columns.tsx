import type { Job } from '#shared/contract/jobs/jobs.ts';
import { whereOf } from '#shared/domain/job-place.ts';
import { countsWords, jobStateWords, kindWords, percentOf, subjectWords } from '#shared/domain/job-words.ts';
import { moneyText } from '#shared/pricing/money-text.ts';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { RelativeTime } from '#renderer/ui/relative-time/relative-time.tsx';
import { StatusGlyph } from '#renderer/ui/status/status-glyph.tsx';
import type { GlyphName } from '#renderer/ui/status/glyph-paths.ts';
import styles from '../activity-page.module.css';
import { JobPlace } from './job-place.tsx';
import { OutcomeBar } from './outcome-bar.tsx';

interface Parts {
  readonly now: number;
  readonly nameOf: (personId: string) => string;
  readonly onOpenBatch: (tenantId: string, batchId: string) => void;
  readonly onOpenDownloads: (where: NonNullable<Job['downloads']>) => void;
}

export function jobColumns({ now, nameOf, onOpenBatch, onOpenDownloads }: Parts): readonly DataColumn<Job>[] {
  return [
    {
      id: 'when',
      title: 'When',
      value: ({ startedAt }) => Date.parse(startedAt),
      text: ({ startedAt }) => startedAt,
      cell: ({ startedAt }) => <RelativeTime at={Date.parse(startedAt)} now={now} focusable={false} />,
      width: 96,
    },
    {
      id: 'what',
      title: 'What',
      value: whatOf,
      strong: true,
      width: 160,
      hideable: false,
    },
    {
      id: 'batch',
      title: 'Batch, day or queue',
      value: whereOf,
      cell: (job) => <JobPlace job={job} onOpenBatch={onOpenBatch} onOpenDownloads={onOpenDownloads} />,
      width: 168,
    },
    {
      id: 'state',
      title: 'State',
      value: stateOf,
      cell: (job) => (
        <span className={styles.mark} title={job.because ?? undefined}>
          <StatusGlyph glyph={glyphOf(job)} />
          {stateOf(job)}
        </span>
      ),
      width: 128,
    },
    {
      id: 'outcome',
      title: 'Outcome',
      value: countsWords,
      cell: (job) => <OutcomeBar job={job} />,
      min: 246,
      sortable: false,
    },
    { id: 'by', title: 'By', value: ({ by }) => nameOf(by), width: 104 },
    {
      id: 'reason',
      title: 'Reason',
      value: ({ reason }) => reason,
      cell: ({ reason }) => (
        <span className={styles.cut} title={reason ?? undefined}>
          {reason}
        </span>
      ),
      min: 96,
    },
    {
      id: 'cost',
      title: 'Cost',
      value: ({ usd }) => (usd === null ? null : Number(usd)),
      text: ({ usd }) => (usd === null ? '' : moneyText(usd, { tiny: 'sign' })),
      align: 'end',
      width: 76,
    },
  ];
}

function whatOf({ kind, total }: Job): string {
  return `${kindWords(kind)} ${subjectWords(kind, total)}`;
}

function stateOf(job: Job): string {
  if (job.state !== 'running') return jobStateWords[job.state];
  return `${job.because === null ? 'Running' : 'Waiting'}, ${String(percentOf(job))} %`;
}

/** Nothing is left to do; that is not to say that all of it went well. */
function glyphOf({ state, counts }: Job): GlyphName {
  const isWhole = counts.fixed + counts.skipped + counts.overtaken === sumOf(counts);
  return state === 'done' && !isWhole ? 'review' : glyphs[state];
}

function sumOf(counts: Job['counts']): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

const glyphs: Readonly<Record<Job['state'], GlyphName>> = {
  running: 'processing',
  braked: 'failed',
  stopped: 'rejected',
  interrupted: 'timeout',
  done: 'succeeded',
};
