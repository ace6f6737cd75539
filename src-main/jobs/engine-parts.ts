import type { JobKind } from '#shared/contract/jobs/plans.ts';
import type { Log } from '../log/open-log.ts';
import type { JobAction, SeenItems } from './job-action.ts';
import type { OpenLines } from './journal.ts';

export interface EngineParts {
  /** Journals lie in `jobs/` under it. */
  readonly home: string;
  /** On the connection that the plan was made for. */
  readonly action: (kind: JobKind, connectionId: string) => JobAction;
  /** Lists need not wait for an index. */
  readonly seen: (connectionId: string, items: SeenItems) => void;
  readonly log: Log;
  readonly now: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly newKey: () => string;
  /** A test may hand in a disk that is full. */
  readonly open?: OpenLines;
}
