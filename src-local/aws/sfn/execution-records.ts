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
  /** The Map Run that started it, and the place of its item, if it is a child execution. */
  readonly mapRun?: { readonly arn: string; readonly index: number };
  /** The history of a child execution that has ended. That of any other is a collection. */
  packedHistory?: PackedHistory;
}

export interface PackedHistory {
  /** How many events there are. */
  readonly size: number;
  /** Deflated against the pattern of its Map Run, in base64. */
  readonly text: string;
}

export type MapRunStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'ABORTED';

/** A visit of a Map state in distributed mode. It is replaced at each change. */
export interface MapRunRecord {
  readonly arn: string;
  readonly executionArn: string;
  /** The ARN of the machine with the label of the Map state behind it. */
  readonly machineArn: string;
  /** The frame and the state of the execution that wait for it. */
  readonly frame: string;
  readonly state: string;
  readonly status: MapRunStatus;
  readonly startDate: number;
  readonly stopDate?: number;
  /** 0 stands for as many as possible. */
  readonly maxConcurrency: number;
  readonly toleratedFailureCount?: number;
  readonly toleratedFailurePercentage?: number;
  /** Undefined until the items have been read. */
  readonly total?: number;
  /** The place of the first item that no child execution has yet. */
  readonly next: number;
  readonly running: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly timedOut: number;
  readonly aborted: number;
  readonly resultsWritten: number;
  readonly redriveCount: number;
  readonly redriveDate?: number;
  /** Children that failed before the last redrive and wait for their turn, and the place from which to look. */
  readonly pendingRedrive: number;
  readonly redriveNext: number;
}

export interface HistoryRecord {
  readonly type: string;
  readonly previous: number;
  readonly time: number;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** `ExecutionRecord`s by ARN. All past executions have ended. */
export const executions = 'sfn/executions';

/** `ExecutionRecord`s of the children of Map Runs, by ARN. */
export const childExecutions = 'sfn/child-executions';

/** `MapRunRecord`s by ARN. */
export const mapRuns = 'sfn/map-runs';

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
