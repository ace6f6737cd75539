import type nodeCrypto from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createCryptoModule, createGlobals } from '#local/host/functions/function-globals.ts';
import { seededRandomness } from '#local/world/randomness.ts';

interface Globals {
  readonly Date: DateConstructor;
  readonly Math: Math;
  readonly crypto: Crypto;
  readonly console: Console;
  readonly process: NodeJS.Process;
  readonly fetch: typeof fetch;
}

function aFunction() {
  const log: string[] = [];
  const globals = createGlobals({
    now: () => 1_000,
    dice: seededRandomness('1'),
    variables: { STAGE: 'sandbox' },
    after: () => ({ cancel() {} }),
    log: (line) => void log.push(line),
    fetch: async (url) => new Response(url),
  }) as unknown as Globals;
  return { ...globals, log };
}

describe('the globals of a function', () => {
  it('are the same dates to everyone, with another clock', () => {
    const { Date: WorldDate } = aFunction();
    expect(WorldDate.now()).toBe(1_000);
    expect(new WorldDate().getTime()).toBe(1_000);
    expect(new WorldDate(5)).toBeInstanceOf(Date);
    expect(new Date(5)).toBeInstanceOf(WorldDate);
    expect(WorldDate()).toBe(new Date(1_000).toString());
    expect(WorldDate.parse('1970-01-01T00:00:01Z')).toBe(1_000);
  });

  it('draw everything from the dice', () => {
    const draw = (): unknown => {
      const { Math: dice, crypto: web } = aFunction();
      return [dice.random(), dice.max(1, 2), web.randomUUID(), web.getRandomValues(new Uint8Array(4)).join()];
    };
    expect(draw()).toEqual(draw());
    const { randomInt, randomBytes } = createCryptoModule(seededRandomness('1')) as Pick<
      typeof nodeCrypto,
      'randomInt' | 'randomBytes'
    >;
    expect(randomBytes(5)).toHaveLength(5);
    for (let n = 0; n < 50; n += 1) expect([3, 4, 5]).toContain(randomInt(3, 6));
  });

  it('have the environment of the function alone, and write into its log', async () => {
    const { process: own, console: output, log, fetch: ask } = aFunction();
    expect(own.env).toEqual({ STAGE: 'sandbox' });
    output.error('failed', [1]);
    own.emitWarning('careful');
    expect(log).toEqual(['failed [ 1 ]', 'careful']);
    expect(await (await ask(new URL('https://a.example/'))).text()).toBe('https://a.example/');
  });
});
