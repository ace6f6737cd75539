import type { Job } from '#shared/contract/jobs.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { endedOf, isUnderWay, jobStateWords, jobTitle, whereOf } from '#shared/domain/job-words.ts';
import { useCommand } from '#renderer/contract/use-command.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { ProgressBar } from '#renderer/ui/progress/progress-bar.tsx';
import { useSession } from '../session/use-session.ts';
import styles from './jobs-list.module.css';

export interface JobsListProps {
  readonly jobs: readonly Job[];
  readonly onShow: (jobId: string) => void;
}

export function JobsList({ jobs, onShow }: JobsListProps) {
  return (
    <ul className={styles.list}>
      {jobs.map((job) => (
        <li key={job.jobId} className={styles.job}>
          <ProgressBar
            label={jobTitle(job)}
            value={endedOf(job)}
            max={job.total}
            figure={isUnderWay(job) ? `${grouped(endedOf(job))} of ${grouped(job.total)}` : leftWords(job)}
            tone={job.state === 'running' ? 'accent' : 'failed'}
          />
          <div className={styles.foot}>
            <code className={styles.batch} title={whereOf(job)}>
              {whereOf(job)}
            </code>
            <Button size="sm" onClick={() => onShow(job.jobId)}>
              Open
            </Button>
            {/* After what only shows: the focus comes to the first, and an Enter too many must brake nothing. */}
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
  if (who === null || who.role === 'reviewer') return null;
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

function leftWords({ state, counts }: Job): string {
  return `${jobStateWords[state]}, ${grouped(counts.waiting)} not sent`;
}
