import type { RefObject } from 'react';
import type { Job } from '#shared/contract/jobs/jobs.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { canGoOn, isUnderWay, jobStateWords } from '#shared/domain/job-words.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import styles from '../planning-dialog.module.css';
import control from './job-control.module.css';
import { KeptFile } from './kept-file.tsx';
import { brakeWords, endWords, resumeWords } from './control-words.ts';

export interface JobControlProps {
  readonly job: Job;
  /** What came of it, in words, once nothing more is sent. */
  readonly summary: string;
  /** Where a discard keeps what it has deleted. */
  readonly kept: string | null;
  readonly braking: boolean;
  readonly resuming: boolean;
  readonly ending: boolean;
  /** Why whoever is here may not; null where they may. */
  readonly whyNotBrake: string | null;
  readonly whyNotResume: string | null;
  readonly onBrake: () => void;
  readonly onResume: () => void;
  readonly onEnd: () => void;
  readonly brakeRef: RefObject<HTMLButtonElement | null>;
}

/** To brake what goes on; or to let what stands go on, or end there. */
export function JobControl(props: JobControlProps) {
  const { job, summary, kept, braking, resuming, ending, whyNotBrake, whyNotResume } = props;
  const { onBrake, onResume, onEnd, brakeRef } = props;
  if (job.state === 'running') {
    return (
      <section className={styles.part}>
        <Button
          ref={brakeRef}
          variant="danger"
          icon="brake"
          shortcut="Space"
          className={control.brake}
          loading={braking}
          disabled={whyNotBrake ?? false}
          onClick={onBrake}
        >
          Brake now
        </Button>
        <p className={styles.said}>{whyNotBrake ?? brakeWords(job)}</p>
        {job.because === null ? null : <p className={styles.said}>{job.because}</p>}
      </section>
    );
  }
  return (
    <section className={styles.part}>
      <h3 className={styles.partTitle}>{jobStateWords[job.state]}</h3>
      <output className={control.summary}>{summary}</output>
      {kept === null ? null : <KeptFile file={kept} />}
      {job.because === null ? null : <p className={styles.said}>{job.because}</p>}
      {isUnderWay(job) ? (
        <p className={styles.said}>{goOnWords(job.counts.running + job.counts.sending)}</p>
      ) : null}
      {!canGoOn(job) ? null : (
        <>
          <Button icon="play" loading={resuming} disabled={whyNotResume ?? false} onClick={onResume}>
            Resume
          </Button>
          <p className={styles.said}>{whyNotResume ?? resumeWords(job)}</p>
          {job.counts.waiting + (job.unanswered ?? 0) === 0 || isUnderWay(job) ? null : (
            <>
              <Button variant="ghost" loading={ending} disabled={whyNotBrake ?? false} onClick={onEnd}>
                End here
              </Button>
              <p className={styles.said}>{endWords(job)}</p>
            </>
          )}
        </>
      )}
    </section>
  );
}

function goOnWords(count: number): string {
  return count === 1
    ? '1 that was sent goes on to its end.'
    : `${grouped(count)} that were sent go on to their end.`;
}
