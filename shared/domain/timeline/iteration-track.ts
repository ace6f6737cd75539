import { StateTrack, type StateSpan } from './state-track.ts';

export const timelineStages = ['textract', 'gap-fill', 'verify', 'mark-failed'] as const;
export type TimelineStage = (typeof timelineStages)[number];

export interface StageSpan extends StateSpan {
  /** Null for a state that the pipeline is not known to have. */
  readonly stage: TimelineStage | null;
}

/** `caught`: its document failed and was marked so, which to the Map is a success. */
export type IterationState = 'running' | 'succeeded' | 'failed' | 'caught' | 'aborted';

export interface Iteration {
  readonly index: number;
  /** The lane that it worked in, from 0. */
  readonly slot: number;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly state: IterationState;
  readonly stages: readonly StageSpan[];
  readonly retries: number;
}

/** One document's way through the Map. */
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

  /** No redrive takes it up again. */
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

  /** The execution ended with it still in work. */
  interrupt(at: number): void {
    if (this.#state !== 'running') return;
    this.states.interrupt(at);
    this.#endedAt = at;
    this.#state = 'aborted';
  }

  /** Something more is told of it: it was redriven. */
  resume(): void {
    if (this.isOver) return;
    this.#endedAt = null;
    this.#state = 'running';
  }

  read(): Iteration {
    const stages = this.states.read().map((span): StageSpan => ({ ...span, stage: stageOf(span.state) }));
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

function stageOf(state: string): TimelineStage | null {
  return stages.get(state) ?? null;
}

const markingState = 'MarkDocumentFailed';

/** As the state machine names them (domain, 1.3). */
const stages: ReadonlyMap<string, TimelineStage> = new Map([
  ['Textract', 'textract'],
  ['GapFill', 'gap-fill'],
  ['Verify', 'verify'],
  [markingState, 'mark-failed'],
]);
