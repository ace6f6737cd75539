import { Buffer } from 'node:buffer';
import nodeCrypto from 'node:crypto';
import { inspect } from 'node:util';
import type { Timer } from '../../world/clock.ts';
import type { Randomness } from '../../world/randomness.ts';

/** The world that the code of a function sees in place of the machine's. */
export interface FunctionWorld {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly dice: Randomness;
  readonly variables: Readonly<Record<string, string>>;
  readonly after: (ms: number, run: () => void) => Timer;
  /** Takes a line of the function's log. */
  readonly log: (line: string) => void;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

/** The names that are shadowed in a bundle, each with what stands for it. */
export function createGlobals(world: FunctionWorld): Readonly<Record<string, unknown>> {
  return {
    process: createProcess(world),
    Date: createDate(() => world.now()),
    Math: Object.assign(Object.create(Math) as Math, { random: () => world.dice.unit() }),
    crypto: createWebCrypto(world.dice),
    console: createConsole(world.log),
    ...createTimers(world),
    fetch: (input: string | URL | Request, init: RequestInit = {}) =>
      input instanceof Request
        ? Promise.reject(new TypeError('fetch takes an address here, not a Request'))
        : world.fetch(String(input), init),
  };
}

function createProcess({ variables, log }: FunctionWorld): object {
  const { version, versions, hrtime } = process;
  return {
    env: { ...variables },
    argv: ['/var/lang/bin/node', '/var/runtime/index.mjs'],
    platform: 'linux',
    arch: 'arm64',
    version,
    versions,
    hrtime,
    cwd: () => '/var/task',
    nextTick: (run: (...args: unknown[]) => void, ...args: unknown[]) => process.nextTick(run, ...args),
    emitWarning: (warning: unknown) => log(String(warning)),
  };
}

/** The same class to everyone who asks, with another clock. */
function createDate(now: () => number): DateConstructor {
  return new Proxy(Date, {
    apply: () => new Date(now()).toString(),
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  });
}

function createTimers({ after }: FunctionWorld): Readonly<Record<string, unknown>> {
  const setTimer = (run: (...args: unknown[]) => void, ms: unknown = 0, ...args: unknown[]): object => {
    const timer = after(Math.max(0, Number(ms) || 0), () => run(...args));
    return { cancel: () => timer.cancel(), ref: () => timer, unref: () => timer };
  };
  return {
    setTimeout: setTimer,
    clearTimeout: cancelTimer,
    setImmediate: (run: (...args: unknown[]) => void, ...args: unknown[]) => setTimer(run, 0, ...args),
    clearImmediate: cancelTimer,
    setInterval: refuseInterval,
    clearInterval: cancelTimer,
  };
}

function cancelTimer(timer: Partial<Timer> | null | undefined): void {
  timer?.cancel?.();
}

function refuseInterval(): never {
  throw new Error('A function may not repeat something for ever: setInterval is not supported here');
}

function createConsole(log: (line: string) => void): object {
  const write = (...args: unknown[]): void =>
    log(args.map((one) => (typeof one === 'string' ? one : inspect(one))).join(' '));
  return { log: write, info: write, warn: write, error: write, debug: write, trace: write };
}

function drawBytes(dice: Randomness, count: number): Buffer {
  return Buffer.from(dice.hex(2 * count), 'hex');
}

/** Everything that is drawn comes from the dice. The rest of the module is as it is. */
export function createCryptoModule(dice: Randomness): object {
  return {
    ...nodeCrypto,
    randomUUID: () => dice.uuid(),
    randomBytes: (count: number) => drawBytes(dice, count),
    randomInt(first: number, second?: number) {
      const [from, below] = second === undefined ? [0, first] : [first, second];
      return from + Math.floor(dice.unit() * (below - from));
    },
    webcrypto: createWebCrypto(dice),
  };
}

function createWebCrypto(dice: Randomness): object {
  return {
    subtle: nodeCrypto.webcrypto.subtle,
    randomUUID: () => dice.uuid(),
    getRandomValues<T extends ArrayBufferView>(array: T): T {
      const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
      bytes.set(drawBytes(dice, array.byteLength));
      return array;
    },
  };
}
