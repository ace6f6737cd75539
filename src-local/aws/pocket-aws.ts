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
import type { ReadFile } from './textract/found-pages.ts';
import type { ReadCosts } from './ce/cost-explorer.ts';
import type { AnswerModel } from './bedrock/model-answer.ts';
import type { Call } from './protocol/operation.ts';
import { awsServices } from './services.ts';
import { openAccess, type Access } from './iam/access.ts';
import type { DecryptKey } from './kms/kms.ts';
import type { FunctionRuntime } from './lambda/lambda-engine.ts';
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
  /** Functions by name that Step Functions calls in place of those in Lambda, for tests of an execution alone. */
  readonly handlers?: TaskHandlers;
  /** Runs the code of the functions that were created. */
  readonly runtime?: FunctionRuntime;
  /** The world holds this before the first request. */
  readonly past?: Past;
  /** Draws the bytes of an object that is stored as a recipe only. */
  readonly drawObject?: DrawObject;
  /** Decrypts what was encrypted with a key of this account's KMS. */
  readonly decryptKey?: DecryptKey;
  /** Finds what Textract answers with. */
  readonly readFile?: ReadFile;
  /** Answers in place of the models on Bedrock. */
  readonly answerModel?: AnswerModel;
  /** Finds what Cost Explorer answers with. Without it, it has no data. */
  readonly readCosts?: ReadCosts;
}

export interface PocketAws {
  readonly world: World;
  readonly dispatch: Dispatch;
  /** Knows what the roles of functions were used for, and what they were refused. */
  readonly access: Access;
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
  /** Moves wait for each other, so one that begins ends after all that have begun before. */
  let moves = 0;
  let endOfMoves = 0;
  const findEndOfMoves = (): number => (moves > 0 ? endOfMoves : clock.ahead());
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

  function open(): { world: World; access: Access; dispatch: Dispatch; end: () => void } {
    layPast(kept, options.past, { ...place, seed, now: clock.now(), reset: clearStore });
    const { store, blobs, end } = limitToWorld({ store: kept, blobs: bytes });
    const random = seededRandomness(`${seed}/${countOpening(kept)}`);
    const services = new Map<string, InsideCall>();
    const ending = new AbortController();
    const world: World = {
      ...place,
      clock,
      random,
      store,
      blobs,
      faults: createFaults(random),
      metrics: metricsBus(),
      events: eventsBus(),
      writtenStreams: eventsBus(),
      ended: ending.signal,
      call(service, operation, input, signal) {
        const run = services.get(service);
        if (!run) throw new Error(`No service is called ${service}`);
        return run(operation, input, signal);
      },
    };
    const access = openAccess(world);
    const { json, rest, inside } = awsServices(world, { ...options, access });
    for (const service of [...json, ...inside]) {
      services.set(service.name, async (operation, input, signal) => {
        const output = await service.run(operation, structuredClone(input), callInside(world, signal));
        // A copy is returned so that a caller inside cannot change an engine's data by accident.
        return structuredClone(output);
      });
    }
    for (const service of rest) {
      // Lambda has both: its REST protocol is for clients, and other services call its operations.
      if (services.has(service.name)) continue;
      services.set(service.name, (operation, input) => {
        if (!service.runFromInside) throw new Error(`No service here calls ${service.name}`);
        return service.runFromInside(operation, structuredClone(input), callInside(world));
      });
    }
    return {
      world,
      access,
      dispatch: dispatcher(world, { json, rest }, access),
      end() {
        ending.abort();
        end();
      },
    };
  }

  function clearStore(): void {
    replaced = readSeed(kept);
    kept.clear();
    // Time never runs backwards, not even when a world is reset.
    keepTime(findEndOfMoves());
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
    get access() {
      return running.access;
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
      endOfMoves = findEndOfMoves() + ms;
      keepTime(endOfMoves);
      moves += 1;
      try {
        await clock.advance(ms);
      } finally {
        moves -= 1;
      }
    },
    reset(nextSeed = seed) {
      // This comes first because it can fail, and then nothing has changed.
      kept.clear();
      seed = nextSeed;
      running.end();
      endCalls();
      clock.cancelAll();
      keepTime(findEndOfMoves());
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

type InsideCall = (operation: string, input: object, signal?: AbortSignal) => Promise<unknown>;

/** A call from inside: fault rules do not apply to it. */
function callInside(world: World, signal = new AbortController().signal): Call {
  return {
    requestId: world.random.uuid(),
    signal,
    takeTime: (ms) => world.clock.sleep(ms),
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
