import { createContext, useContext, useMemo, type ReactNode } from 'react';
import type { Job, LostJournal } from '#shared/contract/jobs.ts';
import { useWatch, type Watched } from './use-operation.ts';

interface JobsProviderProps {
  readonly connectionId: string;
  readonly children: ReactNode;
}

/**
 * This mounts once. It filters by connection, because the last connection's jobs may still arrive after
 * another is opened.
 */
export function JobsProvider({ connectionId, children }: JobsProviderProps) {
  const { value, failure } = useWatch('jobs.watch', {});
  const watched = useMemo(
    () => ({
      value: value && {
        jobs: value.jobs.filter(({ connection }) => connection.id === connectionId),
        lost: value.lost,
      },
      failure,
    }),
    [value, failure, connectionId],
  );
  return <JobsContext value={watched}>{children}</JobsContext>;
}

type WatchedJobs = Watched<{ readonly jobs: readonly Job[]; readonly lost: readonly LostJournal[] }>;

const JobsContext = createContext<WatchedJobs>({ value: undefined, failure: undefined });

/** Returns the jobs of the open connection, newest first, from the page's single subscription. */
export function useJobs(): WatchedJobs {
  return useContext(JobsContext);
}
