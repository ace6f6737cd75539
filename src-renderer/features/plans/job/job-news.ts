import type { Job, JobState } from '#shared/contract/jobs/jobs.ts';
import { jobSummary } from '#shared/domain/job-summary.ts';
import { subjectWords } from '#shared/domain/job-words.ts';
import { whereOf } from '#shared/domain/job-place.ts';
import type { ToastTone } from '#renderer/ui/toast/use-toast.ts';

export interface JobNews {
  readonly jobId: string;
  readonly message: string;
  readonly detail: string;
  readonly tone: ToastTone;
}

/**
 * What somebody who looks elsewhere has to hear: that a job has ended, has braked, or was interrupted. At first only
 * the interrupted are news: the others have ended before anybody looked.
 */
export function jobNews(
  before: ReadonlyMap<string, JobState> | undefined,
  jobs: readonly Job[],
): readonly JobNews[] {
  return jobs.flatMap((job) => {
    const was = before === undefined ? undefined : (before.get(job.jobId) ?? 'running');
    if (was === job.state) return [];
    const words = newsWords(job);
    return words === undefined || (was === undefined && job.state !== 'interrupted') ? [] : [words];
  });
}

export function statesOf(jobs: readonly Job[]): ReadonlyMap<string, JobState> {
  return new Map(jobs.map(({ jobId, state }) => [jobId, state]));
}

function newsWords(job: Job): JobNews | undefined {
  const { jobId, state, total, counts, because } = job;
  const where = whereOf(job);
  if (state === 'done') {
    const isWell = counts.fixed === total;
    return {
      jobId,
      message: jobSummary(job),
      detail: where,
      tone: isWell ? 'succeeded' : counts['failed-again'] > 0 ? 'failed' : 'review',
    };
  }
  if (state === 'braked') {
    return { jobId, message: `Braked. ${because ?? ''}`.trim(), detail: where, tone: 'failed' };
  }
  if (state === 'interrupted') {
    const subject = subjectWords(job.kind, counts.waiting);
    return {
      jobId,
      message: counts.waiting > 0 ? `A job was interrupted with ${subject} to go` : 'A job was interrupted',
      detail: where,
      tone: 'review',
    };
  }
  return undefined;
}
