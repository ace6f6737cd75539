import type { ExecutionEvent } from '../../contract/executions.ts';
import { IterationTrack, StateTrack, type Iteration, type StateSpan } from './iteration-track.ts';

export interface Timeline {
  /** Iterations in the order in which they began. One is listed twice if a redrive began the whole Map again. */
  readonly iterations: readonly Iteration[];
  /** The largest number that ran at once. */
  readonly slots: number;
  /** The states around the Map. */
  readonly states: readonly StateSpan[];
  readonly attempts: readonly Attempt[];
  /** Its documents, or some of them, are executions of their own, which this history does not tell of. */
  readonly hasMapRun: boolean;
  readonly events: number;
  /** The times of the first and the last event read, in milliseconds since 1970; null before the first. */
  readonly from: number | null;
  readonly to: number | null;
  /** The number of events that do not follow from any event read. */
  readonly unplaced: number;
}

/** Builds the timeline of an execution from its events in their order. */
export function executionTimeline(events: Iterable<ExecutionEvent>): Timeline {
  const builder = new TimelineBuilder();
  builder.add(events);
  return builder.read();
}

/**
 * Reads a history page by page, regardless of where pages end. Only the first and the last event of an iteration name
 * it. The others name the event they follow from, so they belong to the same iteration as that event.
 */
export class TimelineBuilder {
  readonly #iterations: IterationTrack[] = [];
  readonly #open = new Map<number, IterationTrack>();
  readonly #owners = new Map<number, IterationTrack | null>();
  readonly #slots = new WorkerSlots();
  readonly #root = new StateTrack();
  readonly #attempts = new Attempts();
  #hasMapRun = false;
  #events = 0;
  #lastId = 0;
  #unplaced = 0;
  #from: number | null = null;
  #to: number | null = null;

  add(events: Iterable<ExecutionEvent>): void {
    for (const event of events) {
      // A page that was read twice is only counted once.
      if (event.id <= this.#lastId) continue;
      this.#lastId = event.id;
      this.#events += 1;
      this.#from ??= event.at;
      this.#to = Math.max(this.#to ?? event.at, event.at);
      this.#hasMapRun ||= event.type === 'MapRunStarted';
      this.#place(event);
    }
  }

  read(): Timeline {
    return {
      iterations: this.#iterations.map((iteration) => iteration.read()),
      slots: this.#slots.count,
      states: this.#root.read(),
      attempts: this.#attempts.read(),
      hasMapRun: this.#hasMapRun,
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
        // The Map begins again, so the iterations left from the last time are not continued.
        for (const iteration of this.#open.values()) this.#release(iteration, at);
        break;
      case 'map ended':
        break;
      default:
        return this.#follow(event, kind);
    }
    this.#owners.set(event.id, null);
  }

  /** An iteration starts when another one ends, and takes its place. */
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
    // The first state of an execution follows from no event, and events of its Map follow from its iterations.
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

export type AttemptState = 'running' | 'succeeded' | 'failed' | 'timed-out' | 'aborted';

/** The time from a start or a redrive to the following end. Nothing runs between two attempts. */
export interface Attempt {
  readonly from: number;
  readonly to: number | null;
  readonly state: AttemptState;
  readonly error: string | null;
  readonly isRedrive: boolean;
}

class Attempts {
  readonly #attempts: { -readonly [Name in keyof Attempt]: Attempt[Name] }[] = [];

  begin(from: number, isRedrive: boolean): void {
    this.#attempts.push({ from, to: null, state: 'running', error: null, isRedrive });
  }

  end(to: number, type: string, error: string | null): void {
    const attempt = this.#attempts.at(-1);
    if (attempt === undefined) return;
    Object.assign(attempt, { to, state: states.get(type) ?? 'failed', error });
  }

  read(): readonly Attempt[] {
    return this.#attempts.map((attempt) => ({ ...attempt }));
  }
}

const states: ReadonlyMap<string, AttemptState> = new Map([
  ['ExecutionSucceeded', 'succeeded'],
  ['ExecutionFailed', 'failed'],
  ['ExecutionTimedOut', 'timed-out'],
  ['ExecutionAborted', 'aborted'],
]);

/** The meaning of an event, whatever kind of task it belongs to. */
type EventKind =
  | 'execution started'
  | 'execution ended'
  | 'execution redriven'
  | 'map started'
  | 'map ended'
  | 'iteration started'
  | 'iteration ended'
  | 'entered'
  | 'exited'
  | 'tried'
  | 'task succeeded'
  | 'task failed'
  | 'other';

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_HistoryEvent.html */
function eventKind(type: string): EventKind {
  const known = kinds.get(type);
  if (known !== undefined) return known;
  if (type.endsWith('StateEntered')) return 'entered';
  if (type.endsWith('StateExited')) return 'exited';
  const [, word] = /^(?:Task|LambdaFunction|Activity)(\w+)$/.exec(type) ?? [];
  if (word === undefined) return 'other';
  if (word === 'Scheduled') return 'tried';
  if (word === 'Succeeded') return 'task succeeded';
  return word === 'TimedOut' || word.endsWith('Failed') ? 'task failed' : 'other';
}

const kinds: ReadonlyMap<string, EventKind> = new Map([
  ['ExecutionStarted', 'execution started'],
  ['ExecutionSucceeded', 'execution ended'],
  ['ExecutionFailed', 'execution ended'],
  ['ExecutionTimedOut', 'execution ended'],
  ['ExecutionAborted', 'execution ended'],
  ['ExecutionRedriven', 'execution redriven'],
  ['MapStateStarted', 'map started'],
  ['MapStateSucceeded', 'map ended'],
  ['MapStateFailed', 'map ended'],
  ['MapStateAborted', 'map ended'],
  ['MapIterationStarted', 'iteration started'],
  ['MapIterationSucceeded', 'iteration ended'],
  ['MapIterationFailed', 'iteration ended'],
  ['MapIterationAborted', 'iteration ended'],
]);

/**
 * Assigns lanes to iterations that run at once. Each takes the lowest free lane, so there are never more lanes than
 * iterations at once.
 */
class WorkerSlots {
  readonly #taken: boolean[] = [];

  get count(): number {
    return this.#taken.length;
  }

  take(): number {
    const free = this.#taken.indexOf(false);
    const slot = free === -1 ? this.#taken.length : free;
    this.#taken[slot] = true;
    return slot;
  }

  free(slot: number): void {
    this.#taken[slot] = false;
  }
}
