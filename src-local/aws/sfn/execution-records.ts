/**
 * Step Functions stores these records. Times are milliseconds, and data becomes text only when it is requested
 * as text.
 */
export interface MachineRecord {
  readonly arn: string;
  readonly name: string;
  readonly creationDate: number;
  /** Key of the revision that new executions use. */
  revision: string;
  status: 'ACTIVE' | 'DELETING';
  tags: Tag[];
}

export interface Tag {
  readonly key: string;
  readonly value: string;
}

/** A definition as it was at one time. Executions keep the one they started with. */
export interface RevisionRecord {
  readonly definition: string;
  readonly roleArn: string;
  readonly updateDate: number;
  /** The first one has none. */
  readonly revisionId?: string;
}

export type ExecutionStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';

export interface ExecutionRecord {
  readonly arn: string;
  readonly name: string;
  readonly machineArn: string;
  readonly revision: string;
  /** As it was sent. */
  readonly input: string;
  readonly startDate: number;
  /** Counts upwards to order executions that started in the same moment. */
  readonly order: number;
  status: ExecutionStatus;
  stopDate?: number;
  output?: unknown;
  error?: string;
  cause?: string;
  redriveCount: number;
  redriveDate?: number;
  /** The client tokens of redrives, the latest last. */
  redriveTokens: { readonly token: string; readonly date: number }[];
}

export interface HistoryRecord {
  readonly type: string;
  readonly previous: number;
  readonly time: number;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** `ExecutionRecord`s by ARN. All past executions have ended. */
export const executions = 'sfn/executions';

/** `RevisionRecord`s by any id; an execution names its own. */
export const revisions = 'sfn/revisions';

/** Names the collection of `HistoryRecord`s by the numbers of the events, from 1. */
export function nameHistoryCollection(executionArn: string): string {
  return `sfn/history/${executionArn}`;
}

/**
 * Names the collection of `Frame`s by their ids: where an execution stands, or stood when it failed, for a
 * redrive. Past data may hold only the root, `0`: a Map without children begins again as a whole.
 */
export function nameFramesCollection(executionArn: string): string {
  return `sfn/frames/${executionArn}`;
}
