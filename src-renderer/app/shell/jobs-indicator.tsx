import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usePlanning } from '#renderer/contract/planning.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { useJobs } from '#renderer/contract/jobs-provider.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { Icon } from '#renderer/ui/icon.tsx';
import inline from '#renderer/ui/inline.module.css';
import { Popover } from '#renderer/ui/popover.tsx';
import { ProgressBar } from '#renderer/ui/progress.tsx';
import type { Job } from '#shared/contract/jobs.ts';
import { grouped } from '#shared/domain/formatting.ts';
import {
  canGoOn,
  countEnded,
  isUnderWay,
  jobStateWords,
  jobTitle,
  findJobPlace,
} from '#shared/domain/job-words.ts';
import { whyNotRunJobs } from '#shared/permissions.ts';
import { useSession } from '../session/use-session.ts';
import styles from './top-bar.module.css';
import { messages } from '../messages.ts';

/** Shows on every page which jobs run, how far they are, and the brake. */
export function JobsIndicator() {
  const { value, failure } = useJobs();
  const { showJob } = usePlanning();
  const [open, setOpen] = useState(false);
  const jobs = value?.jobs ?? [];
  const { text, percent } = describeJobs(jobs);
  const inHand = jobsInHand(jobs);

  function show(jobId: string): void {
    setOpen(false);
    showJob(jobId);
  }

  return (
    <Popover
      title="Jobs"
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className={classNames(styles.jobs, percent !== null && styles.busy)}>
          <Icon name="jobs" size={14} />
          <span className={styles.folds}>{text}</span>
          {percent === null ? null : (
            <>
              <span className={classNames(styles.folds, styles.percent)}>{percent} %</span>
              <span className={styles.track} aria-hidden>
                <span className={styles.done} style={{ inlineSize: `${String(percent)}%` }} />
              </span>
            </>
          )}
        </button>
      }
    >
      {failure === undefined ? null : <p className={styles.explain}>{failure.message}</p>}
      {inHand.length === 0 ? (
        <p className={styles.explain}>{messages.shell.noJobs}</p>
      ) : (
        <JobsList jobs={inHand} onShow={show} />
      )}
      <p className={styles.explain}>
        <Link to="/activity" search={{ tab: 'jobs' }} onClick={() => setOpen(false)}>
          {messages.jobs.all}
        </Link>
      </p>
    </Popover>
  );
}

interface JobsListProps {
  readonly jobs: readonly Job[];
  readonly onShow: (jobId: string) => void;
}

function JobsList({ jobs, onShow }: JobsListProps) {
  return (
    <ul className={styles.list}>
      {jobs.map((job) => (
        <li key={job.jobId} className={styles.job}>
          <ProgressBar
            label={jobTitle(job)}
            value={countEnded(job)}
            max={job.total}
            figure={
              isUnderWay(job)
                ? `${grouped(countEnded(job))} of ${grouped(job.total)}`
                : describeRemaining(job)
            }
            tone={job.state === 'running' || job.state === 'scheduled' ? 'accent' : 'failed'}
          />
          <div className={styles.foot}>
            <code className={classNames(inline.hint, styles.batch)} title={findJobPlace(job)}>
              {findJobPlace(job)}
            </code>
            <Button size="sm" onClick={() => onShow(job.jobId)}>
              Open
            </Button>
            {/* The brake comes last, because the focus goes to the first control and a stray Enter must not
                brake a job. */}
            {job.state === 'running' ? <BrakeButton job={job} /> : null}
          </div>
        </li>
      ))}
    </ul>
  );
}

function BrakeButton({ job }: { readonly job: Job }) {
  const { who } = useSession();
  const brake = useCommand('jobs.brake');
  if (whyNotRunJobs(who, job.kind) !== null) return null;
  return (
    <Button
      size="sm"
      variant="danger"
      icon="brake"
      loading={brake.isRunning}
      aria-label={`Brake ${jobTitle(job)}`}
      onClick={() => void brake.run({ jobId: job.jobId })}
    >
      Brake
    </Button>
  );
}

function describeRemaining({ state, counts }: Job): string {
  return `${jobStateWords[state]}, ${grouped(counts.waiting)} not sent`;
}

/** Returns the jobs that are under way and those that have stopped with something left to send. */
export function jobsInHand(jobs: readonly Job[]): readonly Job[] {
  return jobs.filter((job) => isUnderWay(job) || canGoOn(job));
}

interface IndicatorWords {
  readonly text: string;
  /** The percentage covers all running jobs together, and is null if none runs. */
  readonly percent: number | null;
}

export function describeJobs(jobs: readonly Job[]): IndicatorWords {
  const running = jobs.filter(isUnderWay);
  if (running.length === 0) {
    const standing = jobsInHand(jobs).length;
    return {
      text: standing === 0 ? messages.jobs.none : messages.shell.jobsToCheck(formatJobCount(standing)),
      percent: null,
    };
  }
  const total = running.reduce((sum, job) => sum + job.total, 0);
  const ended = running.reduce((sum, job) => sum + countEnded(job), 0);
  return {
    text: formatJobCount(running.length),
    percent: total === 0 ? 0 : Math.floor((ended / total) * 100),
  };
}

function formatJobCount(count: number): string {
  return count === 1 ? '1 job' : `${String(count)} jobs`;
}
