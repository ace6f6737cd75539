import { createContext, useContext, useMemo, type ReactNode } from 'react';
import type { Job } from '#shared/contract/jobs.ts';
import { useWatch, type Watched } from './use-operation.ts';

interface JobsProviderProps {
  readonly connectionId: string;
  readonly children: ReactNode;
}

/** Mounted once. Right after another connection was opened, the jobs of the last one are nobody's. */
export function JobsProvider({ connectionId, children }: JobsProviderProps) {
  const { value, failure } = useWatch('jobs.watch', {});
  const watched = useMemo(
    () => ({
      value: value && { jobs: value.jobs.filter(({ connection }) => connection.id === connectionId) },
      failure,
    }),
    [value, failure, connectionId],
  );
  return <JobsContext value={watched}>{children}</JobsContext>;
}

type WatchedJobs = Watched<{ readonly jobs: readonly Job[] }>;

const JobsContext = createContext<WatchedJobs>({ value: undefined, failure: undefined });

/** The jobs of the open connection, the newest first, from the one subscription of the page. */
export function useJobs(): WatchedJobs {
  return useContext(JobsContext);
}
