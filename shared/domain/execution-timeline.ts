import type { ExecutionEvent } from '../contract/triage/executions.ts';
import { Attempts, type Attempt } from './timeline/attempts.ts';
import { eventKind, type EventKind } from './timeline/event-kind.ts';
import { IterationTrack, type Iteration } from './timeline/iteration-track.ts';
import { StateTrack, type StateSpan } from './timeline/state-track.ts';
import { WorkerSlots } from './timeline/worker-slots.ts';

export interface Timeline {
  /** In the order in which they began; twice where a redrive began the whole Map again. */
  readonly iterations: readonly Iteration[];
  /** How many ran at once at most. */
  readonly slots: number;
  /** The states around the Map. */
  readonly states: readonly StateSpan[];
  readonly attempts: readonly Attempt[];
  readonly events: number;
  /** Milliseconds since 1970 of the first and the last event that was read; null before there is one. */
  readonly from: number | null;
  readonly to: number | null;
  /** Events that follow from none that was read. */
  readonly unplaced: number;
}

/** How an execution went, from its events in their order. */
export function executionTimeline(events: Iterable<ExecutionEvent>): Timeline {
  const builder = new TimelineBuilder();
  builder.add(events);
  return builder.read();
}

/**
 * Takes a history page by page; where a page stops makes no difference. Only the first and the last event of an
 * iteration say whose they are: the others follow from one another, and so belong to whom the one before belongs.
 */
export class TimelineBuilder {
  readonly #iterations: IterationTrack[] = [];
  readonly #open = new Map<number, IterationTrack>();
  readonly #owners = new Map<number, IterationTrack | null>();
  readonly #slots = new WorkerSlots();
  readonly #root = new StateTrack();
  readonly #attempts = new Attempts();
  #events = 0;
  #lastId = 0;
  #unplaced = 0;
  #from: number | null = null;
  #to: number | null = null;

  add(events: Iterable<ExecutionEvent>): void {
    for (const event of events) {
      // A page that was read twice is told once.
      if (event.id <= this.#lastId) continue;
      this.#lastId = event.id;
      this.#events += 1;
      this.#from ??= event.at;
      this.#to = Math.max(this.#to ?? event.at, event.at);
      this.#place(event);
    }
  }

  read(): Timeline {
    return {
      iterations: this.#iterations.map((iteration) => iteration.read()),
      slots: this.#slots.count,
      states: this.#root.read(),
      attempts: this.#attempts.read(),
      events: this.#events,
      from: this.#from,
      to: this.#to,
      unplaced: this.#unplaced,
    };
  }

  #place(event: ExecutionEvent): void {
    const { at, type, error } = event;
    const kind = eventKind(type);
    switch (kind) {
      case 'iteration started':
        return this.#start(event);
      case 'iteration ended':
        return this.#end(event);
      case 'execution started':
      case 'execution redriven':
        this.#attempts.begin(at, kind === 'execution redriven');
        break;
      case 'execution ended':
        this.#attempts.end(at, type, error);
        this.#root.interrupt(at);
        for (const iteration of this.#open.values()) iteration.interrupt(at);
        break;
      case 'map started':
        // Begun anew: what was left of the last time is not taken up again.
        for (const iteration of this.#open.values()) this.#release(iteration, at);
        break;
      case 'map ended':
        break;
      default:
        return this.#follow(event, kind);
    }
    this.#owners.set(event.id, null);
  }

  /** It follows from the end of another iteration, whose place it takes. */
  #start({ id, previous, index, at }: ExecutionEvent): void {
    if (index === null) return this.#leaveOut();
    const freedBy = this.#owners.get(previous);
    for (const before of [freedBy, this.#open.get(index)]) {
      const isLeft = before !== undefined && before !== null && this.#open.get(before.index) === before;
      if (isLeft && (before.hasStopped || before.index === index)) this.#release(before, at);
    }
    const iteration = new IterationTrack(index, this.#slots.take(), at);
    this.#iterations.push(iteration);
    this.#open.set(index, iteration);
    this.#owners.set(id, iteration);
  }

  #end({ id, index, at, type }: ExecutionEvent): void {
    const iteration = index === null ? undefined : this.#open.get(index);
    if (iteration === undefined) return this.#leaveOut();
    this.#owners.set(id, iteration);
    iteration.end(at, type);
    if (iteration.isOver) this.#release(iteration, at);
  }

  #release(iteration: IterationTrack, at: number): void {
    iteration.interrupt(at);
    this.#open.delete(iteration.index);
    this.#slots.free(iteration.slot);
  }

  #follow({ id, previous, at, type, state, error }: ExecutionEvent, kind: EventKind): void {
    // The first state of an execution follows from nothing, and what its Map says from its iterations.
    const isOfMap = type.startsWith('MapState');
    const owner = isOfMap || previous === 0 ? null : this.#owners.get(previous);
    if (owner === undefined) return this.#leaveOut();
    this.#owners.set(id, owner);
    if (owner?.isOver === true || isOfMap) return;
    if (kind === 'entered' || kind === 'tried') owner?.resume();
    const track = owner?.states ?? this.#root;
    if (kind === 'entered') track.enter(state ?? 'A state without a name', at);
    else if (kind === 'exited') track.exit(at);
    else if (kind === 'tried') track.try(at);
    else if (kind === 'task succeeded') track.succeed();
    else if (kind === 'task failed') track.fail(error);
  }

  #leaveOut(): void {
    this.#unplaced += 1;
  }
}
