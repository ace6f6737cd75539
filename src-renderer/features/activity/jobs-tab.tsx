import { useEffect, useEffectEvent, useMemo, useRef, type CSSProperties } from 'react';
import { usePlanning } from '#renderer/contract/planning.ts';
import { useJobs } from '#renderer/contract/jobs-provider.tsx';
import { useKept } from '#renderer/contract/use-kept.ts';
import { Button } from '#renderer/ui/button.tsx';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { RelativeTime, useNow } from '#renderer/ui/relative-time.tsx';
import { EmptyState, ErrorState, StaleNote } from '#renderer/ui/states.tsx';
import { StatusGlyph, type GlyphName } from '#renderer/ui/status.tsx';
import type { Job, LostJournal } from '#shared/contract/jobs.ts';
import { describeChange } from '#shared/domain/activity-sentences.ts';
import { counted, grouped } from '#shared/domain/formatting.ts';
import {
  jobStateWords,
  describeKind,
  outcomeShares,
  computePercent,
  describeSubjects,
  whereNoun,
  findJobPlace,
} from '#shared/domain/job-words.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import type { ActivityAddress, GoActivity } from './address.ts';
import { messages } from './messages.ts';
import styles from './activity.module.css';

interface JobsTabProps {
  readonly address: ActivityAddress;
  readonly go: GoActivity;
  readonly onOpenBatch: (tenantId: string, batchId: string) => void;
  readonly onOpenDownloads: (where: NonNullable<Job['downloads']>) => void;
  readonly nameOf: (personId: string) => string;
}

/** Lists every plan that was run on this connection, newest first; each opens with all of its receipts. */
export function JobsTab({ address, go, onOpenBatch, onOpenDownloads, nameOf }: JobsTabProps) {
  const { value, failure } = useJobs();
  const { showJob } = usePlanning();
  const now = useNow(10_000);
  const jobs = value?.jobs ?? none;
  const columns = useMemo(
    () => buildColumns({ now, nameOf, onOpenBatch, onOpenDownloads }),
    [now, nameOf, onOpenBatch, onOpenDownloads],
  );

  const [cursor, setCursor] = useKept<string | null>(['activity.jobs', 'cursor'], null);
  const opened = useRef<string | null>(null);

  function open({ jobId }: Job): void {
    opened.current = jobId;
    setCursor(() => jobId);
    go({ job: jobId }, 'replace');
    showJob(jobId);
  }

  // A link to a job opens it, also while the jobs are shown. Closing the job leaves the list.
  const arrive = useEffectEvent((job: string | null) => {
    const isOpen = job === opened.current;
    opened.current = job;
    if (job === null || isOpen) return;
    setCursor(() => job);
    showJob(job);
  });
  useEffect(() => arrive(address.job), [address.job]);

  return (
    <>
      {failure !== undefined && value !== undefined ? (
        <StaleNote flat reason={failure.message} showing={messages.jobs.outOfDate} />
      ) : null}
      <LostNotes lost={value?.lost ?? []} now={now} />
      <UncertainNote jobs={jobs} onOpen={open} />
      <div className={styles.table}>
        <DataTable
          label="Jobs"
          columns={columns}
          rows={jobs}
          rowId={getRowId}
          rowName={(job) => `the job on ${findJobPlace(job)}`}
          activeId={cursor}
          onActiveChange={(job) => setCursor(() => job)}
          onOpen={open}
          opensOnClick
          filter={address.filter}
          onFilterChange={(filter) => go({ filter }, 'replace')}
          loading={value === undefined && failure === undefined}
          error={
            value === undefined && failure !== undefined ? (
              <ErrorState
                title={messages.jobs.notListed}
                happened={failure.message}
                notDone={messages.jobs.unaffected}
                next={messages.jobs.retrying}
                reference={failure.reference}
              />
            ) : null
          }
          empty={
            <EmptyState title={messages.jobs.none}>
              <p>{messages.jobs.noneNext}</p>
            </EmptyState>
          }
          primary
          resizable
        />
      </div>
    </>
  );
}

const none: readonly Job[] = [];

function getRowId({ jobId }: Job): string {
  return jobId;
}

/** Names each journal that cannot be read, since its job is in no list. */
function LostNotes({ lost, now }: { readonly lost: readonly LostJournal[]; readonly now: number }) {
  return lost.map(({ jobId, file, why, at, ids, idsTotal }) => (
    <Note key={file} tone="warn" flat>
      <b>
        The journal of job <code>{jobId}</code> is damaged.
      </b>{' '}
      {why} The job does not go on.{' '}
      {at === null ? null : (
        <>
          It was last written <RelativeTime at={Date.parse(at)} now={now} />.{' '}
        </>
      )}
      {idsTotal === 0
        ? messages.jobs.lostUnknown
        : `${countedFrom(idsTotal, ids.length)} may have been sent: ${ids.join(', ')}. Look at each before you make a new plan.`}{' '}
      {messages.jobs.lostFile} <code>{file}</code>.
    </Note>
  ));
}

function countedFrom(total: number, named: number): string {
  const items = counted(total, 'item');
  return total > named ? `${items} (the first ${grouped(named)} are named)` : items;
}

interface UncertainNoteProps {
  readonly jobs: readonly Job[];
  readonly onOpen: (job: Job) => void;
}

/** Uncertain items come before everything else, because only a person can settle them. */
function UncertainNote({ jobs, onOpen }: UncertainNoteProps) {
  const unclear = jobs.filter(({ counts }) => counts.uncertain > 0);
  const [newest] = unclear;
  if (newest === undefined) return null;
  const items = unclear.reduce((sum, { counts }) => sum + counts.uncertain, 0);
  const where = unclear.length === 1 ? '1 job' : `${grouped(unclear.length)} jobs`;
  return (
    <Note
      tone="warn"
      flat
      action={
        <Button size="sm" onClick={() => onOpen(newest)}>
          {unclear.length === 1 ? messages.jobs.showThem : messages.jobs.showNewest}
        </Button>
      }
    >
      <b>{items === 1 ? '1 item is uncertain' : `${grouped(items)} items are uncertain`}</b> in {where}: the
      call was sent but its answer is unknown, so it may or may not have been done. Nothing is resent
      automatically. Each item says how to find out.
    </Note>
  );
}

interface Parts {
  readonly now: number;
  readonly nameOf: (personId: string) => string;
  readonly onOpenBatch: (tenantId: string, batchId: string) => void;
  readonly onOpenDownloads: (where: NonNullable<Job['downloads']>) => void;
}

function buildColumns({ now, nameOf, onOpenBatch, onOpenDownloads }: Parts): readonly DataColumn<Job>[] {
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
      value: describeWhat,
      strong: true,
      min: 172,
      share: 2,
      hideable: false,
    },
    {
      id: 'batch',
      title: messages.jobs.target,
      value: findJobPlace,
      cell: (job) => <JobPlace job={job} onOpenBatch={onOpenBatch} onOpenDownloads={onOpenDownloads} />,
      min: 156,
      share: 2,
    },
    {
      id: 'outcome',
      title: 'What changed',
      value: describeOutcome,
      cell: (job) => <OutcomeBar job={job} />,
      min: 264,
      share: 4,
      sortable: false,
    },
    {
      id: 'state',
      title: 'State',
      value: describeState,
      cell: (job) => (
        <span className={styles.mark} title={job.because ?? undefined}>
          <StatusGlyph glyph={chooseGlyph(job)} />
          {describeState(job)}
        </span>
      ),
      width: 116,
    },
    { id: 'by', title: 'By', value: ({ by }) => nameOf(by), width: 112 },
    {
      id: 'reason',
      title: 'Reason',
      value: ({ reason }) => reason,
      cell: ({ reason }) => (
        <span className={styles.cut} title={reason ?? undefined}>
          {reason}
        </span>
      ),
      min: 72,
      share: 1,
    },
    {
      id: 'cost',
      title: 'Cost',
      value: ({ usd }) => (usd === null ? null : Number(usd)),
      text: ({ usd }) => (usd === null ? '' : moneyText(usd, { places: 2, tiny: 'sign' })),
      align: 'end',
      width: 76,
    },
  ];
}

function describeWhat({ kind, total }: Job): string {
  return `${describeKind(kind)} ${describeSubjects(kind, total)}`;
}

function describeState(job: Job): string {
  if (job.state !== 'running') return jobStateWords[job.state];
  return `${job.because === null ? 'Running' : 'Waiting'}, ${String(computePercent(job))} %`;
}

/** The job is done, which does not mean that every item succeeded. */
function chooseGlyph({ state, counts }: Job): GlyphName {
  const isWhole = counts.fixed + counts.skipped + counts.overtaken === addUp(counts);
  return state === 'done' && !isWhole ? 'review' : glyphs[state];
}

function addUp(counts: Job['counts']): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

const glyphs: Readonly<Record<Job['state'], GlyphName>> = {
  scheduled: 'queued',
  running: 'processing',
  braked: 'failed',
  stopped: 'rejected',
  interrupted: 'timeout',
  done: 'succeeded',
};

interface JobPlaceProps {
  readonly job: Job;
  readonly onOpenBatch: (tenantId: string, batchId: string) => void;
  readonly onOpenDownloads: (where: NonNullable<Job['downloads']>) => void;
}

/** Shows the target of a job and a link to it. A queue may belong to another connection by now. */
function JobPlace({ job, onOpenBatch, onOpenDownloads }: JobPlaceProps) {
  const { tenantId, batchId, downloads } = job;
  const where = findJobPlace(job);
  const open =
    downloads !== undefined
      ? () => onOpenDownloads(downloads)
      : tenantId !== null && batchId !== null
        ? () => onOpenBatch(tenantId, batchId)
        : undefined;
  if (open === undefined) {
    return (
      <span className={styles.cut} title={where}>
        <code className={styles.queue}>{where}</code>
      </span>
    );
  }
  const noun = whereNoun(job);
  return (
    <Button
      size="sm"
      variant="ghost"
      tabIndex={-1}
      className={styles.batch}
      aria-label={where === '' ? messages.jobs.openDownloads : `Open the ${noun.toLowerCase()} ${where}`}
      onClick={open}
    >
      {where === '' ? 'Downloads' : <code>{where}</code>}
    </Button>
  );
}

/** "33 of 35 fixed, 2 failed again, $0.41" */
function describeOutcome(job: Job): string {
  const money = job.usd === null ? '' : `, ${moneyText(job.usd, { tiny: 'sign' })}`;
  return `${describeChange(job)}${money}`;
}

/** Shows the outcomes of a job's items by share; the text stands beside it. */
function OutcomeBar({ job }: { readonly job: Job }) {
  return (
    <span className={styles.outcome} title={describeOutcome(job)}>
      <span className={styles.bar} aria-hidden>
        {outcomeShares(job.counts).map(({ group, count }) => (
          <span
            key={group}
            className={styles.part}
            data-group={group}
            style={{ '--share': count } as CSSProperties}
          />
        ))}
      </span>
      {/* The cost stands in a column of its own. */}
      <span className={styles.words}>{describeChange(job)}</span>
    </span>
  );
}
