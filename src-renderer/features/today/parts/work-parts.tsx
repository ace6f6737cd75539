import { classNames } from '#renderer/ui/class-names.ts';
import { ProgressBar } from '#renderer/ui/progress.tsx';
import { StackedStatusBar } from '#renderer/ui/stacked-status-bar.tsx';
import type { Job } from '#shared/contract/jobs.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { canGoOn, countEnded, isUnderWay, jobStateWords, jobTitle } from '#shared/domain/job-words.ts';
import { leadToStatus } from '../lead-to.ts';
import { Lead } from '../lead.tsx';
import { formatCountedNouns, describeDone } from '../messages.ts';
import type { Seen } from '../seen.ts';
import styles from './today-part.module.css';
import { Age, PartState, PartNote, TodayPart } from './today-part.tsx';
import { messages } from '../messages.ts';

/** Lists the running batches with their progress. */
export function RunningPart({ seen }: { readonly seen: Seen }) {
  const { batches, now } = seen;
  const running = batches.value?.running;
  return (
    <TodayPart
      title={messages.batches.running}
      hint={running && running.newest.length > 0 && formatCountedNouns(running.batches, 'batch', 'batches')}
      actions={
        running && running.newest.length > 0 ? (
          <Lead isWord to={leadToStatus(seen, 'PROCESSING')}>
            {messages.batches.allRunning}
          </Lead>
        ) : undefined
      }
    >
      <PartState part={batches} notRead={messages.batches.notRead} reading={messages.batches.readingRunning}>
        {(value) =>
          value.running.newest.length === 0 ? (
            <PartNote>
              {value.problems.length > 0 ? messages.batches.noneKnown : messages.batches.noneRunning}
            </PartNote>
          ) : (
            <ul className={styles.list} aria-label={messages.figures.batchesRunning}>
              {value.running.newest.slice(0, most).map((batch) => (
                <RunningRow key={batch.batchId} batch={batch} now={now} />
              ))}
            </ul>
          )
        }
      </PartState>
    </TodayPart>
  );
}

const most = 5;

function RunningRow({ batch, now }: { readonly batch: Batch; readonly now: number }) {
  const { tenantId, batchId, workflowId, projectId, counts, otherCounts, statusSince } = batch;
  const since = Date.parse(statusSince ?? '');
  return (
    <li className={styles.row}>
      <Lead
        isRow
        to={{ desk: 'batch', tenant: tenantId, batch: batchId }}
        className={classNames(styles.name, styles.mono)}
      >
        {batchId}
      </Lead>
      <span className={styles.end}>{Number.isNaN(since) ? '' : <Age at={since} now={now} />}</span>
      <span className={styles.quiet}>{workflowId ?? projectId}</span>
      <span className={styles.end}>{describeDone(batch)}</span>
      <span className={styles.wide}>
        <StackedStatusBar counts={counts} others={otherCounts} label={`Documents of ${batchId}`} size="sm" />
      </span>
    </li>
  );
}

/** Lists the running plans, and stopped ones with unsent items. */
export function JobsPart({ seen: { jobs, jobsFailure } }: { readonly seen: Seen }) {
  const inHand = jobs?.filter((job) => isUnderWay(job) || canGoOn(job)) ?? [];
  return (
    <TodayPart
      title="Jobs"
      actions={
        <Lead isWord to={{ desk: 'jobs', job: null }}>
          All jobs
        </Lead>
      }
    >
      {inHand.length === 0 ? <PartNote>{describeNone(jobs, jobsFailure)}</PartNote> : null}
      <ul className={styles.list} aria-label={messages.jobs.list}>
        {inHand.map((job) => (
          <JobRow key={job.jobId} job={job} />
        ))}
      </ul>
    </TodayPart>
  );
}

function describeNone(jobs: Seen['jobs'], failure: Seen['jobsFailure']): string {
  if (jobs !== undefined) return messages.jobs.none;
  return failure === undefined ? 'Reading the jobs.' : messages.jobs.notRead(failure.message);
}

function JobRow({ job }: { readonly job: Job }) {
  const ended = countEnded(job);
  return (
    <li className={styles.job}>
      <ProgressBar
        label={jobTitle(job)}
        value={ended}
        max={job.total}
        figure={
          isUnderWay(job) ? undefined : `${jobStateWords[job.state]}, ${grouped(job.counts.waiting)} not sent`
        }
        tone={job.state === 'running' ? 'accent' : 'failed'}
        thin
      />
      <Lead isRow to={{ desk: 'jobs', job: job.jobId }} label={`Open ${jobTitle(job)}`}>
        {null}
      </Lead>
    </li>
  );
}
