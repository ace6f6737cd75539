import { describe, expect, it } from 'vitest';
import { keepSchedules, type Schedule } from '#local/world/living/schedules.ts';
import { drivenClock } from '#local/world/clock.ts';
import { aPocketAws, startOfTime } from '#test/builders/a-pocket-aws.ts';
import { aFolder } from './a-folder.ts';

const minute = 60_000;
const hour = 60 * minute;

describe('a schedule', () => {
  it('calls at its times, by the clock of the world', async () => {
    const { aws, clock } = aPocketAws();
    const times: number[] = [];
    keepSchedules(aws.world, [hourly(() => void times.push(clock.now() - startOfTime))]);
    await aws.advance(150 * minute);
    expect(times).toEqual([10 * minute, 70 * minute, 130 * minute]);
  });

  it('tries twice more where the function fails, then waits for its next time', async () => {
    const { aws, clock } = aPocketAws();
    const times: number[] = [];
    keepSchedules(aws.world, [
      hourly(() => {
        times.push(clock.now() - startOfTime);
        throw new Error('not today');
      }),
    ]);
    await aws.advance(75 * minute);
    expect(times).toEqual([10, 11, 13, 70, 71, 73].map((minutes) => minutes * minute));
  });

  it('holds the clock while the function runs', async () => {
    const { aws, clock } = aPocketAws();
    const times: number[] = [];
    keepSchedules(aws.world, [
      hourly(async () => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        times.push(clock.now() - startOfTime);
      }),
    ]);
    await aws.advance(20 * minute);
    expect(times).toEqual([10 * minute]);
  });

  it('catches up once on the times that passed while nothing ran', async () => {
    const folder = aFolder();
    const first = aPocketAws({ folder });
    keepSchedules(first.aws.world, [hourly(() => undefined)]);
    await first.aws.advance(15 * minute);
    first.aws.close();

    const clock = drivenClock(startOfTime + 5 * hour);
    const { aws } = aPocketAws({ folder, clock });
    const times: number[] = [];
    keepSchedules(aws.world, [hourly(() => void times.push(clock.now() - startOfTime))]);
    await aws.advance(15 * minute);
    expect(times).toEqual([5 * hour, 5 * hour + 10 * minute]);
  });

  it('does not run at its first opening before its time, nor after it has stopped', async () => {
    const { aws } = aPocketAws();
    let calls = 0;
    const { stop } = keepSchedules(aws.world, [hourly(() => void (calls += 1))]);
    await aws.advance(5 * minute);
    expect(calls).toBe(0);
    stop();
    await aws.advance(2 * hour);
    expect(calls).toBe(0);
  });
});

/** Returns a schedule that runs ten minutes past each hour. */
function hourly(run: () => void | Promise<void>): Schedule {
  return { name: 'hourly', everyMs: hour, offsetMs: 10 * minute, run: async () => run() };
}
