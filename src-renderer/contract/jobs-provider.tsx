import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { JobsContext } from './use-jobs.ts';
import { useWatch } from './use-watch.ts';

export interface JobsProviderProps {
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
