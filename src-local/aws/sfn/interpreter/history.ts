import type { Run } from '../engine.ts';
import type { Frame } from './frame.ts';

/** https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html */
export const mostEvents = 25_000;

/** There is room for one more event, and it must say that the execution has ended. */
export class HistoryIsFull extends Error {}

/** Writes an event that follows from `previous`; returns its id. */
export function emit(run: Run, type: string, previous: number, details?: Record<string, unknown>): number {
  const id = run.history.size + 1;
  if (id >= mostEvents && !isLast.has(type)) throw new HistoryIsFull();
  const time = run.engine.world.clock.now();
  run.history.set(String(id), { type, previous, time, ...(details && { details }) });
  return id;
}

/** The next event on the frame's own chain. */
export function follow(run: Run, frame: Frame, type: string, details?: Record<string, unknown>): number {
  frame.last = emit(run, type, frame.last, details);
  run.changed.add(frame);
  return frame.last;
}

const isLast = new Set(['ExecutionSucceeded', 'ExecutionFailed', 'ExecutionAborted', 'ExecutionTimedOut']);
