import { useEffect, useEffectEvent, useRef } from 'react';
import { useJobs } from '#renderer/contract/jobs-provider.tsx';
import { useToast } from '#renderer/ui/toast.tsx';
import type { Job, JobState } from '#shared/contract/jobs.ts';
import { messages } from '../messages.ts';
import { listJobNews, readStates } from './job-rules.ts';

interface JobToastsProps {
  /** The job in the dialog needs no toast. */
  readonly shownJob: string | null;
  readonly onShow: (jobId: string) => void;
}

/** Renders nothing. It shows toasts about jobs that run in the background. */
export function JobToasts({ shownJob, onShow }: JobToastsProps) {
  const jobs = useJobs().value?.jobs;
  const known = useRef<ReadonlyMap<string, JobState> | undefined>(undefined);
  const toast = useToast();

  const tell = useEffectEvent((now: readonly Job[]) => {
    const news = listJobNews(known.current, now);
    known.current = readStates(now);
    for (const { jobId, ...words } of news) {
      if (jobId === shownJob) continue;
      toast.show({
        ...words,
        id: `job-${jobId}`,
        timeoutMs: 12_000,
        action: { label: messages.common.show, onAction: () => onShow(jobId) },
      });
    }
  });
  useEffect(() => {
    if (jobs !== undefined) tell(jobs);
  }, [jobs]);
  return null;
}
