import { expect, it } from 'vitest';
import { serviceClock } from '#main/aws/service-clock.ts';

const now = Date.parse('2026-11-20T14:42:00.000Z');

it('is that of this machine as long as nobody has said otherwise', () => {
  expect(serviceClock(() => now).now()).toBe(now);
});

it.each([0, 999, -4_000, 5_000])('takes %d ms of difference for the way and the rounding', (ms) => {
  const clock = serviceClock(() => now);
  clock.answered(now + ms);
  expect(clock.now()).toBe(now);
});

it.each([3 * 86_400_000, -3_600_000, 6_000])('goes by the service where it is off by %d ms', (ms) => {
  let here = now;
  const clock = serviceClock(() => here);
  clock.answered(now + ms);
  expect(clock.now()).toBe(now + ms);
  here += 60_000;
  expect(clock.now()).toBe(now + 60_000 + ms);
  clock.answered(here);
  expect(clock.now()).toBe(here);
});
