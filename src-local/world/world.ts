import type { Blobs } from '../journal/blobs.ts';
import type { Store } from '../journal/store.ts';
import type { Clock } from './clock.ts';
import type { Events } from './events.ts';
import type { Faults } from './faults.ts';
import type { Metrics } from './metrics.ts';
import type { Randomness } from './randomness.ts';

/** Everything an engine may lean on. What it does not find here, it may not use: no Date, no Math.random, no files. */
export interface World {
  readonly account: string;
  readonly region: string;
  /** Where a client from outside finds this world, for addresses in answers (queue URLs). */
  readonly endpoint: string;
  readonly clock: Clock;
  readonly random: Randomness;
  readonly store: Store;
  readonly blobs: Blobs;
  readonly faults: Faults;
  readonly metrics: Metrics;
  readonly events: Events;
  /** One engine asking another, by the operations that clients use, too: S3 tells SQS, a state calls a queue. */
  call(service: string, operation: string, input: object): Promise<unknown>;
}
