const timelineStages = ['textract', 'gap-fill', 'verify', 'mark-failed'] as const;
export type TimelineStage = (typeof timelineStages)[number];

export interface StageSpan extends StateSpan {
  /** Null for a state that the pipeline is not known to have. */
  readonly stage: TimelineStage | null;
}

/** `caught`: the document failed and was marked as failed, which the Map counts as a success. */
export type IterationState = 'running' | 'succeeded' | 'failed' | 'caught' | 'aborted';

export interface Iteration {
  readonly index: number;
  /** The lane that it ran in, from 0. */
  readonly slot: number;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly state: IterationState;
  readonly stages: readonly StageSpan[];
  readonly retries: number;
}

/** Follows one document through the Map. */
export class IterationTrack {
  readonly index: number;
  readonly slot: number;
  readonly states = new StateTrack();
  readonly #startedAt: number;
  #endedAt: number | null = null;
  #state: IterationState = 'running';

  constructor(index: number, slot: number, startedAt: number) {
    this.index = index;
    this.slot = slot;
    this.#startedAt = startedAt;
  }

  /** A redrive does not continue it. */
  get isOver(): boolean {
    return this.#state === 'succeeded' || this.#state === 'caught';
  }

  get hasStopped(): boolean {
    return this.#state !== 'running';
  }

  end(at: number, type: string): void {
    this.#endedAt = at;
    if (type === 'MapIterationSucceeded') {
      this.states.exit(at);
      this.#state = this.states.has(markingState) ? 'caught' : 'succeeded';
    } else {
      this.states.interrupt(at);
      this.#state = type === 'MapIterationFailed' ? 'failed' : 'aborted';
    }
  }

  /** The execution ended while the iteration was in progress. */
  interrupt(at: number): void {
    if (this.#state !== 'running') return;
    this.states.interrupt(at);
    this.#endedAt = at;
    this.#state = 'aborted';
  }

  /** More events follow, so it was redriven. */
  resume(): void {
    if (this.isOver) return;
    this.#endedAt = null;
    this.#state = 'running';
  }

  read(): Iteration {
    const stages = this.states.read().map((span): StageSpan => ({ ...span, stage: findStage(span.state) }));
    return {
      index: this.index,
      slot: this.slot,
      startedAt: this.#startedAt,
      endedAt: this.#endedAt,
      state: this.#state,
      stages,
      retries: stages.reduce((sum, { retries }) => sum + retries.length, 0),
    };
  }
}

function findStage(state: string): TimelineStage | null {
  return stages.get(state) ?? null;
}

const markingState = 'MarkDocumentFailed';

/** The names in the state machine (domain, 1.3). */
const stages: ReadonlyMap<string, TimelineStage> = new Map([
  ['Textract', 'textract'],
  ['GapFill', 'gap-fill'],
  ['Verify', 'verify'],
  [markingState, 'mark-failed'],
  // A document that is an execution of its own has these.
  ['ChildTextract', 'textract'],
  ['ChildGapFill', 'gap-fill'],
  ['ChildVerify', 'verify'],
  [`Child${markingState}`, 'mark-failed'],
]);

interface Retry {
  readonly at: number;
  /** The error of the previous try. */
  readonly after: string | null;
}

/** Times are in milliseconds since 1970. */
export interface StateSpan {
  readonly state: string;
  readonly from: number;
  /** Null while the state is in progress, or if its end is not read yet. */
  readonly to: number | null;
  readonly retries: readonly Retry[];
  /** The error of the last try; null if it succeeded. */
  readonly error: string | null;
  /** The execution ended while the state was in progress. */
  readonly isInterrupted: boolean;
}

/** Follows the states that an execution, or one iteration of its Map, goes through one after the other. */
export class StateTrack {
  readonly #spans: OpenSpan[] = [];

  enter(state: string, at: number): void {
    this.exit(at);
    this.#begin(state, at, 0);
  }

  /** A task is tried. After a redrive the state is not entered again. */
  try(at: number): void {
    const span = this.#spans.at(-1);
    if (span === undefined) return;
    if (span.isInterrupted) this.#begin(span.state, at, 1);
    else if (span.to === null) {
      if (span.tries > 0) span.retries.push({ at, after: span.error });
      span.tries += 1;
      span.error = null;
    }
  }

  fail(error: string | null): void {
    const span = this.#spans.at(-1);
    if (span?.to === null) span.error = error ?? 'An error without a name';
  }

  succeed(): void {
    const span = this.#spans.at(-1);
    if (span?.to === null) span.error = null;
  }

  exit(at: number): void {
    const span = this.#spans.at(-1);
    if (span?.to === null) span.to = at;
  }

  interrupt(at: number): void {
    const span = this.#spans.at(-1);
    if (span === undefined) return;
    if (span.to === null) [span.to, span.isInterrupted] = [at, true];
  }

  has(state: string): boolean {
    return this.#spans.some((span) => span.state === state);
  }

  /** Returns a copy, so that later events do not change it. */
  read(): readonly StateSpan[] {
    return this.#spans.map(({ tries: _tries, retries, ...span }) => ({ ...span, retries: [...retries] }));
  }

  #begin(state: string, from: number, tries: number): void {
    this.#spans.push({ state, from, to: null, retries: [], error: null, isInterrupted: false, tries });
  }
}

interface OpenSpan extends Omit<StateSpan, 'to' | 'error' | 'isInterrupted' | 'retries'> {
  to: number | null;
  error: string | null;
  isInterrupted: boolean;
  readonly retries: Retry[];
  tries: number;
}
