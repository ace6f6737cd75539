/**
 * One line of states being walked: the execution itself, a branch of a Parallel state or an iteration of a Map.
 * An execution is a small tree of them. Each is a record of its own, so that a Map of thousands is never
 * rewritten as a whole.
 */
export interface Frame {
  /** The root is `0`; the third child of it is `0.2`. */
  readonly id: string;
  /** Place among the children of the parent; 0 for the root. */
  readonly index: number;
  readonly parent?: string;
  /** Name of the state it is at. */
  state: string;
  /** The raw input of that state. */
  data: unknown;
  /** The event and time of entering the state. */
  entered: number;
  enteredTime: number;
  /** The event from which the next one follows. */
  last: number;
  /** How often each retrier was used, by its place. */
  attempts: number[];
  retryCount: number;
  step: Step;
  /** The children of a Parallel or Map state, from its start until it is left or tried again. */
  children?: Children;
  /** The ARN of the Map Run that a Map state in distributed mode began last, until the state is left. */
  mapRun?: string;
}

export interface Children {
  /** Event of MapStateStarted or ParallelStateStarted. */
  readonly started: number;
  readonly length: number;
  /** How many may run at once. */
  readonly concurrency: number;
  /** How many may fail, where the state says so. */
  readonly tolerated?: number;
}

export type Step =
  | { readonly kind: 'enter' }
  /** The state is entered and its work begins, for the first time or again. */
  | { readonly kind: 'begin' }
  | { readonly kind: 'wait'; readonly until: number }
  | { readonly kind: 'retry'; readonly until: number }
  | TaskStep
  | { readonly kind: 'children' }
  /** A Map Run and its child executions do the work. */
  | { readonly kind: 'map run' }
  /** The work is done; the result is on its way through the output filters. */
  | { readonly kind: 'result'; readonly value: unknown }
  | ({ readonly kind: 'error' } & Failure)
  /** `event` is the last event of the iteration, once it is written. */
  | { readonly kind: 'succeeded'; readonly output: unknown; event?: number }
  | ({ readonly kind: 'failed'; event?: number } & Failure)
  /** `fresh` means that it had not yet entered its state. */
  | { readonly kind: 'aborted'; readonly fresh: boolean };

export interface TaskStep {
  readonly kind: 'task';
  /** Identifies this attempt; an answer with another token is too late. */
  readonly token: string;
  readonly payload: unknown;
  phase: 'scheduled' | 'started' | 'submitted';
  readonly timeoutSeconds?: number;
  readonly heartbeatSeconds?: number;
  /** The time at which the attempt times out. */
  deadline?: number;
  /** The time at which the next heartbeat is due. */
  beatBy?: number;
}

export interface Failure {
  readonly error?: string;
  readonly cause?: string;
  /** The name under which Retry and Catch look for it, where it differs from the one reported. */
  readonly knownAs?: string;
}

export function isOver(frame: Frame): boolean {
  const { kind } = frame.step;
  return kind === 'succeeded' || kind === 'failed' || kind === 'aborted';
}

/** Returns true if the frame has work now, rather than waiting for a timer, a task or its children. */
export function isRunnable(frame: Frame): boolean {
  const { kind } = frame.step;
  return kind === 'enter' || kind === 'begin' || kind === 'result' || kind === 'error';
}
