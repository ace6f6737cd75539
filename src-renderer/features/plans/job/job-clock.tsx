import type { Job } from '#shared/contract/jobs/jobs.ts';
import styles from '../planning-dialog.module.css';
import { aboutWords, runningWords, utcTime } from '../time-words.ts';
import { useNow } from '#renderer/ui/relative-time/use-now.ts';

/** When it began, how long it runs or ran, and about how long it still will. */
export function JobClock({ job }: { readonly job: Job }) {
  const { startedAt, endedAt, secondsLeft, state } = job;
  const now = useNow(endedAt === null ? 1_000 : null);
  const until = endedAt === null ? now : Date.parse(endedAt);
  return (
    <span className={styles.said}>
      started {utcTime(startedAt)}, {endedAt === null ? 'running' : 'took'}{' '}
      <span className={styles.strong}>{runningWords(until - Date.parse(startedAt))}</span>
      {state === 'running' && secondsLeft !== null && secondsLeft > 0
        ? `, ${aboutWords(secondsLeft)} left`
        : ''}
    </span>
  );
}
