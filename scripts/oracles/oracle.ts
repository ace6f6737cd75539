import type { Service } from '../conformance/assertion.ts';

/** An implementation of AWS's services that others have written, to hold ours against. */
export interface Oracle {
  readonly name: string;
  /** Pinned: another version may behave otherwise. */
  readonly version: string;
  /** What this machine lacks for it. */
  readonly needs: string;
  readonly services: readonly Service[];
  /** Fetches what is not in the cache; throws `NotHere` where the machine does not allow it. */
  install(): void;
  start(): Promise<RunningOracle>;
}

export interface RunningOracle {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Plain reason why an oracle cannot be had on this machine. */
export class NotHere extends Error {}

/** What is not fetched by then, on a network that swallows requests, is not here. */
export const longestFetchMs = 5 * 60_000;

export const cacheFolder = '.cache/oracles';
