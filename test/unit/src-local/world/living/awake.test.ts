import { describe, expect, it } from 'vitest';
import { awakeOn } from '#local/world/living/awake.ts';
import { drivenClock } from '#local/world/clock.ts';

describe('a function that is awake on a clock', () => {
  it('holds it while working, and lets it go on while asleep', async () => {
    const clock = drivenClock(0);
    const awake = awakeOn(clock);
    const seen: number[] = [];
    const work = async (): Promise<void> => {
      const release = awake.hold();
      await turns();
      seen.push(clock.now());
      await awake.sleep(90_000);
      await turns();
      seen.push(clock.now());
      release();
    };
    clock.after(1_000, () => void work());
    await clock.advance(3_600_000);
    expect(seen).toEqual([1_000, 91_000]);
    expect(clock.now()).toBe(3_600_000);
  });

  it('lets it go once for each that held it', async () => {
    const clock = drivenClock(0);
    const awake = awakeOn(clock);
    const [one, other] = [awake.hold(), awake.hold()];
    one();
    one();
    let isOver = false;
    const moved = clock.advance(1).then(() => (isOver = true));
    await turns();
    expect(isOver).toBe(false);
    other();
    await moved;
    expect(isOver).toBe(true);
  });
});

async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
