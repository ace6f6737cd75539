import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usePlanning } from '#renderer/contract/planning.ts';
import { useJobs } from '#renderer/contract/use-jobs.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import { Popover } from '#renderer/ui/popover/popover.tsx';
import { JobsList } from './jobs-list.tsx';
import { indicatorWords, jobsInHand } from './jobs-words.ts';
import list from './jobs-list.module.css';
import styles from './top-bar.module.css';

/** What runs, how far it is, and the brake, whichever page one is on. */
export function JobsIndicator() {
  const { value, failure } = useJobs();
  const { showJob } = usePlanning();
  const [open, setOpen] = useState(false);
  const jobs = value?.jobs ?? [];
  const { text, percent } = indicatorWords(jobs);
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
        <button type="button" className={classNames(styles.jobs, percent !== null && list.busy)}>
          <Icon name="jobs" size={14} />
          <span className={styles.folds}>{text}</span>
          {percent === null ? null : (
            <>
              <span className={classNames(styles.folds, list.percent)}>{percent} %</span>
              <span className={list.track} aria-hidden>
                <span className={list.done} style={{ inlineSize: `${String(percent)}%` }} />
              </span>
            </>
          )}
        </button>
      }
    >
      {failure === undefined ? null : <p className={styles.explain}>{failure.message}</p>}
      {inHand.length === 0 ? (
        <p className={styles.explain}>
          Nothing runs. Bulk actions appear here while they do, with their progress and a brake.
        </p>
      ) : (
        <JobsList jobs={inHand} onShow={show} />
      )}
      <p className={styles.explain}>
        <Link to="/activity" onClick={() => setOpen(false)}>
          All jobs and their receipts
        </Link>
      </p>
    </Popover>
  );
}
