import type { Job, JobDetail, ItemReceipt } from '#shared/contract/jobs/jobs.ts';
import type { JobKind, Plan } from '#shared/contract/jobs/plans.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Log } from '../log/open-log.ts';
import type { JobAction, SeenItems } from './job-action.ts';

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
}

export interface JobEngine {
  /** On disk before it answers. A plan that was started before is refused. */
  start(plan: Plan, how: { readonly by: string; readonly reason: string | undefined }): Result<Job>;
  jobs(connectionId: string): readonly Job[];
  detail(connectionId: string, jobId: string): JobDetail | null;
  receipts(connectionId: string, jobId: string): readonly ItemReceipt[] | null;
  brake(connectionId: string, jobId: string): Result<Job>;
  resume(connectionId: string, jobId: string): Result<Job>;
  /** Those that were interrupted a short while ago go on; the others wait for somebody. */
  resumeInterrupted(connectionId: string): void;
  /** The world they worked on is no more. */
  voidAll(connectionId: string, why: string): void;
  onChange(listener: (connectionId: string, jobId: string) => void): () => void;
  /** Starts nothing more, and waits for what is being written. */
  close(): Promise<void>;
}

export function openJobEngine(_parts: EngineParts): JobEngine {
  return { resumeInterrupted() {}, voidAll() {}, close: () => Promise.resolve() } as never;
}
