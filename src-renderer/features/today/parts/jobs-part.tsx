import type { Job } from '#shared/contract/jobs/jobs.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { canGoOn, endedOf, isUnderWay, jobStateWords, jobTitle } from '#shared/domain/job-words.ts';
import { ProgressBar } from '#renderer/ui/progress/progress-bar.tsx';
import { Lead } from '../lead/lead.tsx';
import type { Seen } from '../reading/seen.ts';
import { Said } from './part-state.tsx';
import { TodayPart } from './today-part.tsx';
import styles from './today-part.module.css';

/** Plans that run, and those that stand still with something left to send. */
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
      {inHand.length === 0 ? <Said>{noneWords(jobs, jobsFailure)}</Said> : null}
      <ul className={styles.list} aria-label="Jobs in hand">
        {inHand.map((job) => (
          <JobRow key={job.jobId} job={job} />
        ))}
      </ul>
    </TodayPart>
  );
}

function noneWords(jobs: Seen['jobs'], failure: Seen['jobsFailure']): string {
  if (jobs !== undefined) return 'No job runs.';
  return failure === undefined ? 'Reading the jobs.' : `The jobs were not read. ${failure.message}`;
}

function JobRow({ job }: { readonly job: Job }) {
  const ended = endedOf(job);
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
