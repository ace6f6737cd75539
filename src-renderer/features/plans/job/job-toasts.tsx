import { useEffect, useEffectEvent, useRef } from 'react';
import type { Job, JobState } from '#shared/contract/jobs/jobs.ts';
import { useJobs } from '#renderer/contract/use-jobs.ts';
import { useToast } from '#renderer/ui/toast/use-toast.ts';
import { jobNews, statesOf } from './job-news.ts';

export interface JobToastsProps {
  /** Whoever looks at it needs no telling. */
  readonly shownJob: string | null;
  readonly onShow: (jobId: string) => void;
}

/** Draws nothing: tells what became of jobs that run in the background. */
export function JobToasts({ shownJob, onShow }: JobToastsProps) {
  const jobs = useJobs().value?.jobs;
  const known = useRef<ReadonlyMap<string, JobState> | undefined>(undefined);
  const toast = useToast();

  const tell = useEffectEvent((now: readonly Job[]) => {
    const news = jobNews(known.current, now);
    known.current = statesOf(now);
    for (const { jobId, ...words } of news) {
      if (jobId === shownJob) continue;
      toast.show({
        ...words,
        id: `job-${jobId}`,
        timeoutMs: 12_000,
        action: { label: 'Show', onAction: () => onShow(jobId) },
      });
    }
  });
  useEffect(() => {
    if (jobs !== undefined) tell(jobs);
  }, [jobs]);
  return null;
}
