import { createContext, useContext } from 'react';
import type { Job } from '#shared/contract/jobs.ts';
import type { Watched } from './use-watch.ts';

export type WatchedJobs = Watched<{ readonly jobs: readonly Job[] }>;

export const JobsContext = createContext<WatchedJobs>({ value: undefined, failure: undefined });

/** The jobs of the open connection, the newest first, from the one subscription of the page. */
export function useJobs(): WatchedJobs {
  return useContext(JobsContext);
}
