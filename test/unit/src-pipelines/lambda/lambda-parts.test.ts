import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Invocation } from '#pipelines/lambda/handlers.ts';
import { container, openProvider } from '#pipelines/lambda/lambda-parts.ts';

const start = Date.UTC(2026, 0, 5, 9);
let left = 300_000;
const context = {
  invokedFunctionArn: 'arn:aws:lambda:eu-central-1:111122223333:function:any',
  getRemainingTimeInMillis: () => left,
};

beforeEach(() => {
  left = 300_000;
  vi.useFakeTimers({ now: start });
  vi.stubEnv('STAGE', 'blue');
  vi.stubEnv('AWS_REGION', 'eu-central-1');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

function inContainer<T>(work: (invocation: Invocation) => Promise<T>): Promise<T> {
  return container.run(context, work);
}

describe('the parts of a function on AWS', () => {
  it('are those of its stage, and of the region and the account that it is in', async () => {
    const first = await inContainer(({ parts }) => Promise.resolve(parts));
    expect(first).toMatchObject({ region: 'eu-central-1', account: '111122223333' });
    expect(first.names.extraction.table).toBe('autowired-blue');
    expect(first.now()).toBe(start);
    // Connections are kept from one invocation to the next.
    expect(await inContainer(({ parts }) => Promise.resolve(parts))).toBe(first);
  });

  it('have dice of the right sizes', async () => {
    const { dice } = await inContainer(({ parts }) => Promise.resolve(parts));
    for (let time = 0; time < 100; time += 1) {
      expect(dice.unit()).toBeGreaterThanOrEqual(0);
      expect(dice.unit()).toBeLessThan(1);
    }
    expect([dice.hex(7), dice.hex(8)]).toEqual([
      expect.stringMatching(/^[0-9a-f]{7}$/),
      expect.stringMatching(/^[0-9a-f]{8}$/),
    ]);
    expect(dice.uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
  });

  it('pause a little longer each time before a write is tried again', async () => {
    const { parts } = await inContainer((invocation) => Promise.resolve(invocation));
    for (const attempt of [1, 10, 40]) {
      const over = vi.fn();
      void parts.pause(attempt).then(over);
      await vi.advanceTimersByTimeAsync(0);
      expect(over).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(200);
      expect(over).toHaveBeenCalledOnce();
    }
  });
});

describe('an invocation', () => {
  it('sleeps as long as it is asked to', async () => {
    const slept = inContainer(async ({ sleep, signal }) => {
      await sleep(5_000);
      return [Date.now() - start, signal.aborted];
    });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await slept).toEqual([5_000, false]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is woken, and told why, just before AWS would end it', async () => {
    left = 3_000;
    const slept = inContainer(async ({ sleep, signal }) => {
      await sleep(60_000);
      return [Date.now() - start, (signal.reason as Error).name];
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await slept).toEqual([2_000, 'FunctionOutOfTime']);
  });

  it('leaves nothing behind when it fails', async () => {
    await expect(inContainer(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a message to a customer', () => {
  it('is posted, and a redirect is not followed', async () => {
    const sent: unknown[][] = [];
    vi.stubGlobal('fetch', (...given: unknown[]) => {
      sent.push(given);
      return Promise.resolve(new Response(null, { status: 302 }));
    });
    const answer = inContainer(({ parts }) =>
      parts.post('https://hooks.example/', '{}', { 'webhook-id': 'm' }),
    );
    expect(await answer).toEqual({ status: 302 });
    expect(sent).toEqual([
      [
        'https://hooks.example/',
        expect.objectContaining({
          method: 'POST',
          body: '{}',
          headers: { 'webhook-id': 'm' },
          redirect: 'manual',
        }),
      ],
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is given up where there is no answer', async () => {
    vi.stubGlobal(
      'fetch',
      (_: string, { signal }: { readonly signal: AbortSignal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    );
    const answer = inContainer(({ parts }) => parts.post('https://hooks.example/', '{}', {}));
    const refused = expect(answer).rejects.toThrow('No answer within 10 s');
    await vi.advanceTimersByTimeAsync(10_000);
    await refused;
  });
});

it('misses the settings of a provider only where one is needed', async () => {
  vi.stubEnv('PROVIDER_URL', '');
  const provider = openProvider();
  await expect(provider.listFiles('2026-01-05')).rejects.toThrow(
    "The function's environment has no PROVIDER_URL",
  );
});
