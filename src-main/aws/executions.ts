import type { Execution, ExecutionEvent } from '#shared/contract/triage.ts';
import type { Result } from '#shared/contract/result.ts';
import type { RunName } from '#shared/domain/id-forms.ts';

/** An execution by what it is named after; its ARN is made here, and never taken from a page. */
export type { RunName };

/** What AWS says of an execution. Whether the console offers to redrive it is decided above. */
export type DescribedExecution = Omit<Execution, 'canRedrive' | 'canStop' | 'redriveUntil'>;

export interface HistoryPage {
  readonly events: readonly ExecutionEvent[];
  readonly cursor: string | null;
}

/** What became of a call that changes an execution. `unclear`: it may have happened. */
export type ExecutionChange =
  | { readonly kind: 'done'; readonly at: string | null }
  | { readonly kind: 'refused'; readonly name: string; readonly why: string }
  | { readonly kind: 'unclear'; readonly why: string };

/** The only road to Step Functions: three reads, and the two changes that the console may make (domain, 1.4). */
export interface Executions {
  /** The run that an ARN names; null where it is none of this connection's state machine. */
  runOf(arn: string): Promise<Result<RunName | null>>;
  describe(name: RunName): Promise<Result<DescribedExecution>>;
  /** Metadata only. */
  history(
    name: RunName,
    options: { readonly cursor?: string | undefined; readonly pageSize?: number | undefined },
  ): Promise<Result<HistoryPage>>;
  /** The ids that its Map was given, in the order of its iterations: the one payload that is opened. */
  documentIds(name: RunName): Promise<Result<readonly string[]>>;
  /** One attempt. The token is written down before: the same redrive with it happens once. */
  redrive(name: RunName, token: string): Promise<ExecutionChange>;
  /** One attempt. Stopping what has stopped is no error in AWS, and says so. */
  stop(name: RunName, why: { readonly error: string; readonly cause: string }): Promise<ExecutionChange>;
}
