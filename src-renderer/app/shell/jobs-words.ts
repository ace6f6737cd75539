import type { Job } from '#shared/contract/jobs.ts';
import { canGoOn, endedOf, isUnderWay } from '#shared/domain/job-words.ts';

/** Those that go on, and those that stand still with something left to send. */
export function jobsInHand(jobs: readonly Job[]): readonly Job[] {
  return jobs.filter((job) => isUnderWay(job) || canGoOn(job));
}

export interface IndicatorWords {
  readonly text: string;
  /** Of all that run together; null where none does. */
  readonly percent: number | null;
}

export function indicatorWords(jobs: readonly Job[]): IndicatorWords {
  const running = jobs.filter(isUnderWay);
  if (running.length === 0) {
    const standing = jobsInHand(jobs).length;
    return { text: standing === 0 ? 'No jobs' : `${countWords(standing)} to look at`, percent: null };
  }
  const total = running.reduce((sum, job) => sum + job.total, 0);
  const ended = running.reduce((sum, job) => sum + endedOf(job), 0);
  return { text: countWords(running.length), percent: total === 0 ? 0 : Math.floor((ended / total) * 100) };
}

function countWords(count: number): string {
  return count === 1 ? '1 job' : `${String(count)} jobs`;
}
