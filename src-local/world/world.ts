import type { Blobs } from '../journal/blobs.ts';
import type { Store } from '../journal/store.ts';
import type { Clock } from './clock.ts';
import type { Faults } from './faults.ts';
import type { Randomness } from './randomness.ts';

/** An engine may use only this: no Date, no Math.random, no files. */
export interface World {
  readonly account: string;
  readonly region: string;
  /** The address at which an outside client finds this world, for addresses in answers (queue URLs). */
  readonly endpoint: string;
  readonly clock: Clock;
  readonly random: Randomness;
  readonly store: Store;
  readonly blobs: Blobs;
  readonly faults: Faults;
  readonly metrics: Metrics;
  readonly events: Events<WorldEvent>;
  /** The ARN of a stream, each time that something was written to it. */
  readonly writtenStreams: Events<string>;
  /** Aborts when this world is reset or closed, so that nothing in it sets another timer. */
  readonly ended: AbortSignal;
  /**
   * Calls another engine by the operations that clients use, too: S3 calls SQS, a state calls a queue. The signal says
   * that the answer is no longer wanted.
   */
  call(service: string, operation: string, input: object, signal?: AbortSignal): Promise<unknown>;
}

export interface MetricPoint {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
  readonly unit: string;
  readonly value: number;
  readonly time: number;
}

/** A level that is sampled once a minute, as AWS does with a queue's depth. */
interface Gauge {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
  readonly unit: string;
  /** Returns the level at the end of a minute, or undefined if there is nothing to report for it. */
  read(at: number): number | undefined;
}

/** The engines report what they did here; CloudWatch listens. */
export interface Metrics {
  record(point: MetricPoint): void;
  gauge(gauge: Gauge): () => void;
  gauges(): Iterable<Gauge>;
  listen(listener: (point: MetricPoint) => void): void;
  /** The listener is called for each new gauge, so that no timer is needed while there are none. */
  listenForGauges(listener: () => void): void;
}

export function metricsBus(): Metrics {
  const gauges = new Set<Gauge>();
  const listeners: ((point: MetricPoint) => void)[] = [];
  const gaugeListeners: (() => void)[] = [];
  return {
    record(point) {
      for (const listener of listeners) listener(point);
    },
    gauge(gauge) {
      gauges.add(gauge);
      for (const listener of gaugeListeners) listener();
      return () => gauges.delete(gauge);
    },
    gauges: () => gauges,
    listen(listener) {
      listeners.push(listener);
    },
    listenForGauges(listener) {
      gaugeListeners.push(listener);
    },
  };
}

/** AWS would send this event to EventBridge. */
export interface WorldEvent {
  readonly kind: 'execution ended';
  readonly executionArn: string;
  readonly stateMachineArn: string;
  readonly status: 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';
  readonly error?: string;
  readonly cause?: string;
}

/** The engines report events here; the code that composes a world listens. */
interface Events<Event> {
  emit(event: Event): void;
  /**
   * The listener is called in the turn in which the event happens, so what it stores at once is recorded
   * together with the event, or not at all. An error in a listener does not reach the caller.
   */
  listen(listener: (event: Event) => void | Promise<void>): void;
}

export function eventsBus<Event>(): Events<Event> {
  const listeners: ((event: Event) => void | Promise<void>)[] = [];
  return {
    emit(event) {
      for (const listener of listeners) {
        // The listener runs at once, up to its first pause.
        void (async () => listener(event))().catch(warn);
      }
    },
    listen(listener) {
      listeners.push(listener);
    },
  };
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
}
