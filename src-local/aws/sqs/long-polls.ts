import { whenAborted, type Clock, type Timer } from '../../world/clock.ts';
import type { AwsError } from '../protocol/aws-error.ts';

interface Poll {
  /** Returns true if it found a message. */
  tryAgain(): boolean;
  fail(error: AwsError): void;
}

/**
 * Holds receives that wait for a message. They look again when one arrives, and when the next delay or
 * visibility timeout ends.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-short-and-long-polling.html
 */
export class LongPolls {
  readonly #clock: Clock;
  readonly #nextDue: () => number | undefined;
  readonly #polls = new Set<Poll>();
  #alarm: { readonly time: number; readonly timer: Timer } | undefined;
  #isLooking = false;

  constructor(clock: Clock, nextDue: () => number | undefined) {
    this.#clock = clock;
    this.#nextDue = nextDue;
  }

  /**
   * Resolves with the first messages that `take` finds, or with none once `ms` have passed or the client has
   * gone.
   */
  wait<T>(take: () => T[], ms: number, signal: AbortSignal): Promise<T[]> {
    if (signal.aborted) return Promise.resolve([]);
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        this.#polls.delete(poll);
        timer.cancel();
        stopListening();
      };
      const end = (found: T[]): void => {
        stop();
        resolve(found);
      };
      const poll: Poll = {
        tryAgain() {
          const found = take();
          if (found.length > 0) end(found);
          return found.length > 0;
        },
        fail(error) {
          stop();
          reject(error);
        },
      };
      const timer = this.#clock.after(ms, () => {
        if (!poll.tryAgain()) end([]);
      });
      const stopListening = whenAborted(signal, () => end([]));
      this.#polls.add(poll);
      this.#setAlarm();
    });
  }

  /**
   * Call it after a change. The waiting receives look again after the present operation: a batch arrives as a
   * whole.
   */
  changed(): void {
    if (this.#polls.size === 0 || this.#isLooking) return;
    this.#isLooking = true;
    queueMicrotask(() => {
      this.#isLooking = false;
      this.#look();
    });
  }

  end(error: AwsError): void {
    for (const poll of this.#polls) poll.fail(error);
  }

  #look(): void {
    for (const poll of this.#polls) poll.tryAgain();
    this.#setAlarm();
  }

  #setAlarm(): void {
    const time = this.#polls.size === 0 ? undefined : this.#nextDue();
    if (time !== undefined && time === this.#alarm?.time) return;
    this.#alarm?.timer.cancel();
    this.#alarm = undefined;
    if (time === undefined) return;
    const timer = this.#clock.at(time, () => {
      this.#alarm = undefined;
      this.#look();
    });
    this.#alarm = { time, timer };
  }
}
