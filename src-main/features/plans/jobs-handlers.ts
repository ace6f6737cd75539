import type { Session } from '#shared/contract/session.ts';
import type { Handlers, Watchers } from '../../contract/handlers.ts';
import type { JobEngine } from '../../jobs/engine.ts';

interface Parts {
  readonly engine: JobEngine;
  readonly session: () => Session;
  readonly onSession: (listener: (session: Session) => void) => () => void;
}

type JobHandlers = Pick<Handlers, Extract<keyof Handlers, `jobs.${string}`>>;
type JobWatchers = Pick<Watchers, 'jobs.watch' | 'jobs.watchOne'>;

export function jobsHandlers(_parts: Parts): JobHandlers & JobWatchers {
  return {} as never;
}
