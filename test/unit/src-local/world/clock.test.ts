import { getEventListeners } from 'node:events';
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { drivenClock, realClock } from '#local/world/clock.ts';

describe('a driven clock', () => {
  it('does not move until it is advanced', async () => {
    const clock = drivenClock(1_000);
    expect(clock.now()).toBe(1_000);
    await clock.advance(250);
    expect(clock.now()).toBe(1_250);
  });

  it('fires what falls due in order of time, each at its own moment', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 40 }), async (delays) => {
        const clock = drivenClock(0);
        const fired: { delay: number; now: number; order: number }[] = [];
        delays.forEach((delay, order) =>
          clock.after(delay, () => fired.push({ delay, now: clock.now(), order })),
        );
        await clock.advance(50);
        expect(fired.map(({ order }) => order)).toEqual(
          delays
            .map((delay, order) => ({ delay, order }))
            .toSorted((a, b) => a.delay - b.delay || a.order - b.order)
            .map(({ order }) => order),
        );
        for (const { delay, now } of fired) expect(now).toBe(delay);
      }),
    );
  });

  it('fires timers that were added on the way, too', async () => {
    const clock = drivenClock(0);
    const fired: number[] = [];
    const tick = (): void => {
      fired.push(clock.now());
      clock.after(10, tick);
    };
    clock.after(10, tick);
    await clock.advance(35);
    expect(fired).toEqual([10, 20, 30]);
  });

  it('forgets what was cancelled', async () => {
    const clock = drivenClock(0);
    const run = vi.fn<() => void>();
    clock.after(10, run).cancel();
    await clock.advance(20);
    expect(run).not.toHaveBeenCalled();
  });

  it('does not wait for a holder that itself waits for the clock, and waits for it again afterwards', async () => {
    const clock = drivenClock(0);
    const seen: string[] = [];
    const release = clock.hold();
    const work = (async () => {
      await clock.sleepForHolder(10);
      seen.push(`woken at ${clock.now()}`);
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(`done at ${clock.now()}`);
      release();
    })();
    await clock.advance(20);
    await work;
    expect(seen).toEqual(['woken at 10', 'done at 10']);
  });

  it('lets an interrupted wait of a holder end at once', async () => {
    const clock = drivenClock(0);
    const controller = new AbortController();
    const release = clock.hold();
    const work = clock.sleepForHolder(1_000, controller.signal).then(release);
    controller.abort();
    await work;
    await clock.advance(5);
    expect(clock.now()).toBe(5);
  });

  it('waits while it is held, before it moves on', async () => {
    const clock = drivenClock(0);
    const seen: number[] = [];
    clock.after(10, () => {
      const release = clock.hold();
      setImmediate(() => {
        seen.push(clock.now());
        release();
      });
    });
    clock.after(20, () => seen.push(clock.now()));
    await clock.advance(30);
    expect(seen).toEqual([10, 20]);
  });

  it('wakes a sleeper, or lets it go when its signal ends', async () => {
    const clock = drivenClock(0);
    const abort = new AbortController();
    const woken = clock.sleep(5).then(() => 'woken');
    const gone = clock.sleep(1_000_000, abort.signal).then(() => 'gone');
    abort.abort();
    await clock.advance(5);
    expect(await Promise.all([woken, gone])).toEqual(['woken', 'gone']);
  });
});

describe('a sleeper', () => {
  it('does not lie down for a signal that has ended, and leaves none listening', async () => {
    const clock = drivenClock(0);
    await clock.sleep(1_000, AbortSignal.abort());
    const { signal } = new AbortController();
    const asleep = clock.sleep(5, signal);
    await clock.advance(5);
    await asleep;
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

describe('two moves at once', () => {
  it('add up', async () => {
    const clock = drivenClock(0);
    await Promise.all([clock.advance(10), clock.advance(5)]);
    expect(clock.now()).toBe(15);
  });
});

describe('a real clock', () => {
  it('fires automatically, and at once for what `advance` passes', async () => {
    const clock = realClock();
    const fired: string[] = [];
    clock.after(3_600_000, () => fired.push('in an hour'));
    await new Promise<void>((resolve) => {
      clock.after(1, resolve);
    });
    expect(fired).toEqual([]);
    await clock.advance(3_600_000);
    expect(fired).toEqual(['in an hour']);
    expect(clock.now() - Date.now()).toBeGreaterThan(3_500_000);
    clock.close();
  });

  it('starts as far ahead as it once was', () => {
    const clock = realClock(60_000);
    expect(clock.now() - Date.now()).toBeGreaterThan(59_000);
    expect(clock.ahead()).toBe(60_000);
    clock.close();
  });
});
