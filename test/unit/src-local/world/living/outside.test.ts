import { describe, expect, it } from 'vitest';
import { simulatedOutside } from '#local/world/living/outside.ts';
import { entities } from '#local/world/living/simulated-provider.ts';
import { drivenClock } from '#local/world/clock.ts';

const clock = drivenClock(Date.UTC(2026, 0, 5, 8, 0, 0));
const outside = simulatedOutside(clock, '1');
const slept: number[] = [];
const ask = (url: string): Promise<Response> =>
  outside(url, {}, (ms) => {
    slept.push(ms);
    return Promise.resolve();
  });
const status = async (url: string): Promise<number> => (await ask(url)).status;

describe("a customer's endpoint", () => {
  it('takes what it is sent, at most hosts', async () => {
    expect(await status('https://hooks.northwind.example/batches')).toBe(200);
  });

  it('is out of service for a while, at one host', async () => {
    expect(await status('https://hooks.kestrel.example/dairy')).toBe(503);
    await clock.advance(30 * 60_000);
    expect(await status('https://hooks.kestrel.example/dairy')).toBe(200);
  });

  it('never answers, at another', async () => {
    await expect(ask('https://hooks.quill.example/letters')).rejects.toMatchObject({
      message: 'fetch failed',
      cause: { message: 'getaddrinfo ENOTFOUND hooks.quill.example' },
    });
  });
});

describe('the provider of downloads', () => {
  const base = 'https://files.provider.example/files';

  it('lists the files of a day, and offers each again', async () => {
    const { files } = (await (await ask(`${base}?date=2026-01-05`)).json()) as {
      files: { entity: string }[];
    };
    expect(files.map(({ entity }) => entity)).toEqual(entities);
    const again = (await (await ask(`${base}/rates?date=2026-01-05`)).json()) as object;
    expect(again).toMatchObject({ entity: 'rates', encryptedAesKey: expect.any(String) as string });
    expect(await status(`${base}/weather?date=2026-01-05`)).toBe(404);
    expect(await status('https://files.provider.example/others')).toBe(404);
  });

  it('takes its time to give out a file, and gives out none at an address that it has not signed', async () => {
    const { files } = (await (await ask(`${base}?date=2026-01-05`)).json()) as {
      files: { entity: string; url: string }[];
    };
    slept.length = 0;
    const rates = files.find(({ entity }) => entity === 'rates');
    expect((await (await ask(rates?.url ?? '')).arrayBuffer()).byteLength).toBeGreaterThan(100);
    expect(slept).toEqual([expect.any(Number)]);
    expect(await status('https://exports.provider.example/2026-01-05/rates.csv.enc')).toBe(403);
  });
});
