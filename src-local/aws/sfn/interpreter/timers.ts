import type { Run } from '../engine.ts';
import { act } from './act.ts';
import type { Frame } from './frame.ts';

/** Calls back at a time on the world's clock, unless the frame has moved on until then. A frame waits for one time. */
export function wakeAt(run: Run, frame: Frame, time: number, then: () => void): void {
  run.timers.get(frame.id)?.cancel();
  run.timers.set(
    frame.id,
    run.engine.world.clock.at(time, () => act(run, then)),
  );
}

/** Nothing that was armed or called for this frame matters any more. */
export function disarm(run: Run, frame: Frame): void {
  run.timers.get(frame.id)?.cancel();
  run.timers.delete(frame.id);
  run.calls.get(frame.id)?.abort();
  run.calls.delete(frame.id);
}
