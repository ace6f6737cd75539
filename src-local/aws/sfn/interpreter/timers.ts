import type { Run } from '../engine.ts';
import { act } from './act.ts';
import type { Frame } from './frame.ts';

/** Calls back at a time on the world's clock, unless the frame has moved on until then. */
export function wakeAt(run: Run, frame: Frame, time: number, then: () => void): void {
  const timer = run.engine.world.clock.at(time, () => act(run, then));
  const timers = run.timers.get(frame.id);
  if (timers) timers.push(timer);
  else run.timers.set(frame.id, [timer]);
}

/** Nothing that was armed or called for this frame matters any more. */
export function disarm(run: Run, frame: Frame): void {
  for (const timer of run.timers.get(frame.id) ?? []) timer.cancel();
  run.timers.delete(frame.id);
  run.calls.get(frame.id)?.abort();
  run.calls.delete(frame.id);
}
