import { join } from 'node:path';
import { blobsIn, blobsInMemory } from '../journal/blobs.ts';
import { readSeed, layPast } from '../journal/lay-past.ts';
import { openStore } from '../journal/journal-file.ts';
import { limitToWorld, type Store } from '../journal/store.ts';
import type { Past } from '../journal/told.ts';
import { realClock, whenAborted, type MovableClock } from '../world/clock.ts';
import { eventsBus, metricsBus, type World } from '../world/world.ts';
import { createFaults } from '../world/faults.ts';
import { seededRandomness } from '../world/randomness.ts';
import { dispatcher, type Dispatch } from './dispatch.ts';
import { awsServices } from './services.ts';
import type { DrawObject } from './s3/object-bytes.ts';
import type { TaskHandlers } from './sfn/task-handlers.ts';

export interface PocketAwsOptions {
  /** The folder in which state is stored. Without one the world ends with the process. */
  readonly folder?: string;
  readonly clock?: MovableClock;
  /** Defaults to the seed with which the past data of the folder was created. */
  readonly seed?: string;
  readonly account?: string;
  readonly region?: string;
  /** Outside clients find it at this address, which its answers contain. */
  readonly endpoint?: string;
  /** The local Lambda functions, by name. */
  readonly handlers?: TaskHandlers;
  /** The world holds this before the first request. */
  readonly past?: Past;
  /** Draws the bytes of an object that is stored as a recipe only. */
  readonly drawObject?: DrawObject;
}

export interface PocketAws {
  readonly world: World;
  readonly dispatch: Dispatch;
  /** The seed of another world that was in the folder and was deleted to open this one. */
  readonly replaced: string | undefined;
  /** Moves the time of everything in it at once; work that falls due is done on the way. */
  advance(ms: number): Promise<void>;
  /**
   * Forgets everything that was ever written to it. The same seed gives the same ids again, and a past up to
   * now.
   */
  reset(seed?: string): void;
  close(): void;
}

/** An AWS of a few services, small enough to live inside another process. Everything in it is reached by `dispatch`. */
export function pocketAws(options: PocketAwsOptions = {}): PocketAws {
  const kept = openStore(options.folder);
  const bytes = options.folder === undefined ? blobsInMemory() : blobsIn(join(options.folder, 'blobs'));
  const clock = options.clock ?? realClock(kept.collection<number>(timeKept).get('ahead'));
  const keepTime = (ahead: number): void => {
    const times = kept.collection<number>(timeKept);
    times.set('ahead', Math.max(ahead, times.get('ahead') ?? ahead));
    kept.flush();
  };
  const place = {
    account: options.account ?? '000000000000',
    region: options.region ?? 'local',
    endpoint: options.endpoint ?? 'http://127.0.0.1',
  };
  let seed = options.seed ?? readSeed(kept) ?? '1';
  let isClosed = false;
  let replaced: string | undefined;
  const calls = new Set<AbortController>();
  let running = openOrClose();

  function open(): { world: World; dispatch: Dispatch; end: () => void } {
    layPast(kept, options.past, { ...place, seed, now: clock.now(), reset: clearStore });
    const { store, blobs, end } = limitToWorld({ store: kept, blobs: bytes });
    const random = seededRandomness(`${seed}/${countOpening(kept)}`);
    const services = new Map<string, (operation: string, input: object) => Promise<unknown>>();
    const world: World = {
      ...place,
      clock,
      random,
      store,
      blobs,
      faults: createFaults(random),
      metrics: metricsBus(),
      events: eventsBus(),
      call(service, operation, input) {
        const run = services.get(service);
        if (!run) throw new Error(`No service is called ${service}`);
        return run(operation, input);
      },
    };
    const { json, rest } = awsServices(world, options);
    for (const service of json) {
      services.set(service.name, async (operation, input) => {
        const output = await service.run(operation, structuredClone(input), inside(world));
        // A copy is returned so that a caller inside cannot change an engine's data by accident.
        return structuredClone(output);
      });
    }
    for (const service of rest) {
      if (!service.callInside) continue;
      const callInside = service.callInside.bind(service);
      services.set(service.name, (operation, input) => callInside(operation, input, inside(world)));
    }
    return { world, dispatch: dispatcher(world, { json, rest }), end };
  }

  function clearStore(): void {
    replaced = readSeed(kept);
    kept.clear();
    // Time never runs backwards, not even when a world is reset.
    keepTime(clock.ahead());
  }

  /** A store that cannot be opened, perhaps because another version wrote it, must not stay locked. */
  function openOrClose(): ReturnType<typeof open> {
    try {
      return open();
    } catch (error) {
      clock.close();
      kept.close();
      throw error;
    }
  }

  /** Calls that wait for a message in a world that was reset end without one. */
  function endCalls(): void {
    for (const call of calls) call.abort();
  }

  return {
    get world() {
      return running.world;
    },
    get replaced() {
      return replaced;
    },
    async dispatch(request, signal) {
      const call = new AbortController();
      calls.add(call);
      const stopListening = whenAborted(signal, () => call.abort());
      try {
        return await running.dispatch(request, call.signal);
      } finally {
        stopListening();
        calls.delete(call);
      }
    },
    async advance(ms) {
      // This is stored before anything happens later than now: after a crash on the way time must not run
      // backwards.
      keepTime(clock.ahead() + ms);
      await clock.advance(ms);
    },
    reset(nextSeed = seed) {
      // This comes first because it can fail, and then nothing has changed.
      kept.clear();
      seed = nextSeed;
      running.end();
      endCalls();
      clock.cancelAll();
      keepTime(clock.ahead());
      running = open();
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      running.end();
      endCalls();
      clock.close();
      kept.close();
    },
  };
}

/** The next opening reads from here how far this world is ahead of the machine. */
const timeKept = 'world/clock';

/** A call from inside: fault rules do not apply to it. */
function inside(world: World): { requestId: string; signal: AbortSignal; entryFails(): boolean } {
  return {
    requestId: world.random.uuid(),
    signal: new AbortController().signal,
    entryFails: () => false,
  };
}

/** Each opening draws other ids, or a second run would give out those of the first again. */
function countOpening(store: Store): number {
  const openings = store.collection<number>('world/openings');
  const count = (openings.get('count') ?? 0) + 1;
  openings.set('count', count);
  return count;
}
