/** A local function receives this when a state calls it. */
export interface TaskContext {
  readonly executionArn: string;
  readonly stateName: string;
  /** The number of earlier attempts at this state in this visit. */
  readonly retryCount: number;
  /** Waits on the world's clock; `advance` does not wait for a sleeping task. */
  sleep(ms: number): Promise<void>;
  /** Aborts when the execution is stopped or the task has timed out. */
  readonly signal: AbortSignal;
}

/**
 * A local function that stands for a Lambda function. An error's `name` becomes the state's error; the cause is
 * Lambda's JSON with `errorType` and `errorMessage`.
 */
export type TaskHandler = (input: unknown, context: TaskContext) => unknown;

/** The functions by name: `extract-page` answers `arn:aws:lambda:…:function:extract-page` and lambda:invoke. */
export type TaskHandlers = ReadonlyMap<string, TaskHandler>;
