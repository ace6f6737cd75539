import { followBatch } from '#local/world/past/batch-course.ts';
import { writeHistory, type RunExecution } from '#local/world/past/execution-history.ts';
import { once } from '#local/world/past/lazy-telling.ts';
import { planPast } from '#local/world/past/past-plan.ts';
import type { ExecutionEvent } from '#shared/contract/executions.ts';

const anchor = Date.UTC(2026, 10, 20, 18);
const plan = once(() => planPast({ seed: '1', anchor }));
export type PlannedRun = ReturnType<typeof plan>['batches'][number];

/** Returns a run of the seeded world. */
export function aToldRun(isWanted: (batch: PlannedRun) => boolean): RunExecution {
  const batch = plan().batches.find(isWanted);
  const course = batch && followBatch(batch, anchor);
  const run = course?.runs[0];
  if (!course || !run) throw new Error('There is no such batch');
  const common = { region: 'local', account: '000000000000', webhookQueueUrl: 'http://queue' };
  return { ...common, course, run, executionName: `${course.batch.batchId}-r1`, webhook: () => undefined };
}

/** Returns the run's events as a page gets them, which is metadata only. */
export function buildEvents(told: RunExecution): readonly ExecutionEvent[] {
  return writeHistory(told).map(({ type, previous, time, details }, place) => {
    const { name, index, error } = details ?? {};
    return {
      id: place + 1,
      previous,
      at: time,
      type,
      state: /State(?:Entered|Exited)$/.test(type) && typeof name === 'string' ? name : null,
      index: typeof index === 'number' ? index : null,
      error: typeof error === 'string' ? error : null,
    };
  });
}

/** Writes a history by hand. Times are seconds from its start. */
export class AnExecutionHistory {
  readonly events: ExecutionEvent[] = [];
  /** Maps each iteration to its last event. The execution itself has the index -1. */
  readonly #last = new Map<number, number>();

  /** Adds an event of the execution itself, or of the iteration with the index `of`. */
  say(
    at: number,
    type: string,
    { of = -1, ...given }: Partial<ExecutionEvent> & { readonly of?: number } = {},
  ): this {
    const id = this.events.length + 1;
    const isOfIteration = type.startsWith('MapIteration');
    this.events.push({
      id,
      previous: this.#last.get(of) ?? 0,
      at: at * 1_000,
      type,
      state: null,
      index: isOfIteration ? of : null,
      error: null,
      ...given,
    });
    this.#last.set(of, id);
    return this;
  }

  /**
   * Sets the event that the next one of an iteration follows, because a redriven task follows the entry into
   * its state.
   */
  goBackTo(isWanted: (event: ExecutionEvent) => boolean, of: number): this {
    const event = this.events.findLast(isWanted);
    if (event === undefined) throw new Error('There is no such event');
    this.#last.set(of, event.id);
    return this;
  }

  /** Adds a state that is entered, tried and left. Without an end it stays in progress. */
  task(of: number, state: string, from: number, to?: number): this {
    this.say(from, 'TaskStateEntered', { of, state }).say(from, 'TaskScheduled', { of });
    if (to === undefined) return this;
    return this.say(to, 'TaskSucceeded', { of }).say(to, 'TaskStateExited', { of, state });
  }

  /** Adds this many documents that succeed, ten at a time and five seconds a stage. */
  documents(count: number): this {
    for (let first = 0; first < count; first += 10) {
      const tens = Array.from({ length: Math.min(10, count - first) }, (_, slot) => first + slot);
      const at = (first / 10) * 15;
      for (const of of tens) this.say(at, 'MapIterationStarted', { of });
      for (const [place, state] of ['Textract', 'GapFill', 'Verify'].entries()) {
        for (const of of tens) this.task(of, state, at + place * 5, at + place * 5 + 5);
      }
      for (const of of tens) this.say(at + 15, 'MapIterationSucceeded', { of });
    }
    return this;
  }
}
