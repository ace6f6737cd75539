import { describe, expect, it } from 'vitest';
import { trackActivity } from '#local/host/functions/track-activity.ts';
import { drivenClock } from '#local/world/clock.ts';

describe('a function at work', () => {
  it('holds the clock while a call is under way, although it also has a timer', async () => {
    const { isLetGo, activity } = aFunction();
    const over = activity.begin();
    activity.after(5_000, () => undefined);
    await turns();
    expect(isLetGo()).toBe(false);
    over();
    expect(isLetGo()).toBe(false);
    await turns();
    expect(isLetGo()).toBe(true);
    activity.begin();
    expect(isLetGo()).toBe(false);
  });

  it('takes the clock back at once when a timer strikes', async () => {
    const { isLetGo, activity, clock } = aFunction();
    activity.after(10_000, () => undefined);
    const seen: boolean[] = [];
    activity.after(5_000, () => void seen.push(isLetGo()));
    await turns();
    await clock.advance(5_000);
    expect(seen).toEqual([false]);
    await turns();
    expect(isLetGo()).toBe(true);
  });

  it('holds the clock without timers, and with one that was cancelled', async () => {
    const { isLetGo, activity } = aFunction();
    await turns();
    expect(isLetGo()).toBe(false);
    activity.after(5_000, () => undefined).cancel();
    await turns();
    expect(isLetGo()).toBe(false);
  });

  it('waits less than a second in real time, without the clock', async () => {
    const { isLetGo, activity } = aFunction();
    await new Promise<void>((resolve) => void activity.after(2, resolve));
    expect(isLetGo()).toBe(false);
    let hasRun = false;
    activity.after(2, () => void (hasRun = true)).cancel();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(hasRun).toBe(false);
  });

  it('lets nothing go once it has ended', async () => {
    const { isLetGo, activity } = aFunction();
    activity.after(5_000, () => undefined);
    activity.end();
    await turns();
    expect(isLetGo()).toBe(false);
  });
});

function aFunction() {
  const clock = drivenClock(0);
  let letGo = 0;
  const activity = trackActivity(clock, () => {
    letGo += 1;
    return () => void (letGo -= 1);
  });
  return { clock, activity, isLetGo: () => letGo > 0 };
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
