import type { Execution, ExecutionEvent } from '../../contract/executions.ts';

/** An event with its place in the run: the state and the iteration that it belongs to, and which attempt. */
export interface EventRow {
  readonly id: number;
  readonly at: number;
  /** The time since the event listed before it; null for the first. */
  readonly sinceMs: number | null;
  readonly type: string;
  readonly state: string | null;
  /** Counted from 0, as Step Functions counts. */
  readonly iteration: number | null;
  /** The attempt of its task, from 1. */
  readonly attempt: TaskAttempt | null;
  readonly error: string | null;
}

/** One attempt at the task of a state. */
export interface TaskAttempt {
  readonly state: string;
  readonly iteration: number | null;
  /** Counted from 1 for each time that the state is entered. */
  readonly number: number;
  /** The attempts of that visit that were read. */
  readonly total: number;
  /** The event that scheduled it, and the last one that was read of it. */
  readonly firstId: number;
  readonly lastId: number;
  readonly from: number;
  /** Null while it is in progress, or when its end is not read. */
  readonly to: number | null;
  readonly outcome: 'running' | 'succeeded' | 'failed' | 'timed-out' | 'cut-off';
  readonly error: string | null;
  /** The time between the end of the attempt before and this one. */
  readonly waitedMs: number | null;
  /** It began because the execution was redriven. */
  readonly isRedrive: boolean;
}

type Open<T> = { -readonly [Name in keyof T]: T[Name] };

interface Visit {
  readonly state: string | null;
  readonly iteration: number | null;
  readonly attempts: Open<TaskAttempt>[];
}

interface Place {
  readonly visit: Visit | null;
  readonly iteration: number | null;
  readonly attempt: Open<TaskAttempt> | null;
}

export interface EventRows {
  readonly rows: readonly EventRow[];
  readonly attempts: readonly TaskAttempt[];
}

/**
 * Gives each event its state, iteration and attempt. Only a few events name them; the others name the event that they
 * follow from. Of a history whose beginning was not read, the events without a known beginning stay without a state.
 */
export function toEventRows(events: Iterable<ExecutionEvent>): EventRows {
  const places = new Map<number, Place>();
  const rows: Open<EventRow>[] = [];
  const attempts: Open<TaskAttempt>[] = [];
  let lastId = 0;
  let lastAt: number | null = null;
  let map: Visit | null = null;
  let redrivenAt: number | null = null;
  for (const event of events) {
    const { id, previous, at, type, error } = event;
    // A page that was read twice is only counted once.
    if (id <= lastId) continue;
    const place = findPlace(event, places.get(previous) ?? nowhere);
    places.set(id, place);
    rows.push({
      id,
      at,
      sinceMs: lastAt === null ? null : Math.max(0, at - lastAt),
      type,
      state: place.visit?.state ?? null,
      iteration: place.iteration,
      attempt: place.attempt,
      error,
    });
    [lastId, lastAt] = [id, at];
  }
  return { rows, attempts };

  function findPlace({ id, at, type, state, index, error }: ExecutionEvent, before: Place): Place {
    if (type.startsWith('MapIteration')) return { visit: map, iteration: index, attempt: null };
    if (type.startsWith('MapState') || type.startsWith('MapRun')) {
      if (type === 'MapStateEntered') map = { state, iteration: null, attempts: [] };
      map ??= { state, iteration: null, attempts: [] };
      return { visit: map, iteration: null, attempt: null };
    }
    if (type.startsWith('Execution')) {
      if (type === 'ExecutionRedriven') redrivenAt = at;
      else if (type !== 'ExecutionStarted') cutOff(at);
      return nowhere;
    }
    const { iteration } = before;
    if (type.endsWith('StateEntered')) {
      return { visit: { state, iteration, attempts: [] }, iteration, attempt: null };
    }
    const { visit } = before;
    if (type.endsWith('StateExited'))
      return { visit: visit ?? { state, iteration, attempts: [] }, iteration, attempt: null };
    if (visit === null) return before;
    if (type.endsWith('Scheduled')) return { visit, iteration, attempt: begin(visit, id, at) };
    const { attempt } = before;
    if (attempt === null) return before;
    attempt.lastId = id;
    const outcome = findOutcome(type);
    if (outcome !== null) Object.assign(attempt, { to: at, outcome, error });
    return before;
  }

  function begin(visit: Visit, id: number, at: number): Open<TaskAttempt> {
    const last = visit.attempts.at(-1);
    const isRedrive = last !== undefined && redrivenAt !== null && last.from < redrivenAt;
    const attempt: Open<TaskAttempt> = {
      state: visit.state ?? 'A state without a name',
      iteration: visit.iteration,
      number: visit.attempts.length + 1,
      total: 0,
      firstId: id,
      lastId: id,
      from: at,
      to: null,
      outcome: 'running',
      error: null,
      waitedMs: last?.to === undefined || last.to === null ? null : Math.max(0, at - last.to),
      isRedrive,
    };
    visit.attempts.push(attempt);
    attempts.push(attempt);
    for (const one of visit.attempts) one.total = visit.attempts.length;
    return attempt;
  }

  /** The execution ended while these were in progress. */
  function cutOff(at: number): void {
    for (const attempt of attempts) {
      if (attempt.outcome === 'running') Object.assign(attempt, { to: at, outcome: 'cut-off' });
    }
  }
}

const nowhere: Place = { visit: null, iteration: null, attempt: null };

function findOutcome(type: string): TaskAttempt['outcome'] | null {
  if (/^(?:Task|LambdaFunction|Activity)Succeeded$/.test(type)) return 'succeeded';
  if (/^(?:Task|LambdaFunction|Activity)TimedOut$/.test(type)) return 'timed-out';
  return /^(?:Task|LambdaFunction|Activity)\w*Failed$/.test(type) ? 'failed' : null;
}

/** Where an execution failed: the state and its error, and after how many attempts. */
export interface FailurePlace {
  readonly how: 'failed' | 'timed-out' | 'aborted';
  readonly state: string | null;
  readonly iteration: number | null;
  readonly error: string | null;
  readonly attempts: number;
  /** The event to open. */
  readonly eventId: number;
}

/** Finds where an execution failed, from the end of its history. Null if it has not failed, or is running again. */
export function findFailure({ rows }: EventRows, execution?: Pick<Execution, 'error'>): FailurePlace | null {
  const end = rows.findLast(({ type }) =>
    /^Execution(?:Failed|TimedOut|Aborted|Succeeded|Redriven)$/.test(type),
  );
  const how = end === undefined ? undefined : ends.get(end.type);
  if (end === undefined || how === undefined) return null;
  const before = rows.filter(({ id }) => id < end.id);
  const culprit =
    how === 'failed'
      ? (before.findLast(
          ({ type }) => type === 'FailStateEntered' || (findOutcome(type) ?? 'succeeded') !== 'succeeded',
        ) ?? before.at(-1))
      : before.findLast(({ state, iteration }) => state !== null && iteration === null);
  return {
    how,
    state: culprit?.state ?? null,
    iteration: how === 'failed' ? (culprit?.iteration ?? null) : null,
    error: end.error ?? execution?.error?.code ?? culprit?.error ?? null,
    attempts: how === 'failed' ? (culprit?.attempt?.number ?? 0) : 0,
    eventId: how === 'failed' && culprit !== undefined ? culprit.id : end.id,
  };
}

const ends: ReadonlyMap<string, FailurePlace['how']> = new Map([
  ['ExecutionFailed', 'failed'],
  ['ExecutionTimedOut', 'timed-out'],
  ['ExecutionAborted', 'aborted'],
]);
