import { expect, it } from 'vitest';
import { simulatedOutside } from '#local/world/living/outside.ts';
import { drivenClock } from '#local/world/clock.ts';

const clock = drivenClock(Date.UTC(2026, 0, 5, 8, 0, 0));
const post = simulatedOutside(clock);

it('takes what it is sent, by most hosts', async () => {
  expect(await post('https://hooks.northwind.example/batches', '{}', {})).toEqual({ status: 200 });
});

it('is out of service for a while, at one host', async () => {
  expect(await post('https://hooks.kestrel.example/dairy', '{}', {})).toEqual({ status: 503 });
  await clock.advance(30 * 60_000);
  expect(await post('https://hooks.kestrel.example/dairy', '{}', {})).toEqual({ status: 200 });
});

it('never answers, at another', async () => {
  await expect(post('https://hooks.quill.example/letters', '{}', {})).rejects.toThrow('ENOTFOUND');
});
