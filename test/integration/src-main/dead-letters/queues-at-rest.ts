import { onTestFinished } from 'vitest';
import { drivenClock, type MovableClock } from '#local/world/clock.ts';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';
import { fakeReaders } from '#test/builders/fake-readers.ts';
import { runExtraction, type RunningExtraction } from '#test/builders/run-extraction.ts';

export interface QueuesAtRest {
  readonly clock: MovableClock;
  readonly running: RunningExtraction;
}

/** Creates the pipeline's queues and tables without any consumer, on a clock that stands still. */
export async function queuesAtRest(): Promise<QueuesAtRest> {
  const clock = drivenClock(startOfTime);
  const running = await runExtraction({ clock, readers: fakeReaders({}), isFollowing: false });
  onTestFinished(() => running.aws.close());
  return { clock, running };
}
