import type { Service } from '../conformance/assertion.ts';

/** This is an independent implementation of AWS's services, to compare ours with. */
export interface Oracle {
  readonly name: string;
  /** The version is pinned, because another may behave differently. */
  readonly version: string;
  /** Says what the machine needs for it. */
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

/** Carries the plain reason why an oracle is not available on this machine. */
export class NotHere extends Error {}

/** A download that takes longer counts as not available, because some networks swallow requests. */
export const longestFetchMs = 5 * 60_000;

export const cacheFolder = '.cache/oracles';
