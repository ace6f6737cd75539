import type { Collection } from '../../journal/store.ts';
import { whenAborted, type Clock, type Timer } from '../../world/clock.ts';
import { Heap } from '../../world/heap.ts';
import type { World } from '../../world/world.ts';
import type { AwsError } from '../protocol/aws-error.ts';
import type { Attempt, Sending } from './deduplication.ts';
import { fifoOrder, standardOrder, type ReadyOrder } from './message-order.ts';
import {
  getDueTime,
  nameQueueCollection,
  parts,
  type Message,
  type MessageContent,
  type MessageState,
  type QueuePart,
  type Receipt,
} from './message.ts';
import { toQueueSettings, type QueueAttributes, type QueueSettings } from './queue-attributes.ts';

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
class LongPolls {
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

/** A queue is stored as this record and its messages. Times are in milliseconds. */
export interface QueueRecord {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly attributes: QueueAttributes;
  readonly tags: readonly (readonly [string, string])[];
  readonly purgedAt?: number;
}

interface Due {
  readonly time: number;
  readonly message: Message;
}

/**
 * Holds the messages of one queue and their states. Nothing happens on a timer: the first call to a queue lets
 * it catch up with the clock, so counts are right at any moment and a receive never looks at every message.
 * Messages from before the world was opened are read on first use.
 */
export class Queue {
  readonly name: string;
  readonly polls: LongPolls;
  readonly sendings: Collection<Sending>;
  readonly attempts: Collection<Attempt>;
  readonly #contents: Collection<MessageContent>;
  readonly #receipts: Collection<Receipt>;
  readonly #messages = new Map<string, Message>();
  readonly #world: World;
  #isRead = false;
  #record: QueueRecord;
  #settings: QueueSettings;
  #order: ReadyOrder;
  #counts: Record<MessageState, number> = noMessages();
  #nextOrder = 0;
  /** Ends of delays and of visibility timeouts. */
  readonly #due = new Heap<Due>(
    (one, other) =>
      one.time < other.time ||
      (one.time === other.time && one.message.content.order < other.message.content.order),
    ({ time, message }) => !isHidden(message) || getDueTime(message) !== time,
  );
  readonly #oldest = new Heap<Message>(
    (one, other) => one.content.sentAt < other.content.sentAt,
    (message) => message.state === 'gone',
  );

  constructor(world: World, record: QueueRecord) {
    this.#world = world;
    this.#record = record;
    this.#settings = toQueueSettings(record.attributes);
    this.#order = this.#newOrder();
    this.name = record.name;
    this.#contents = world.store.collection(this.#nameOf('messages'));
    this.#receipts = world.store.collection(this.#nameOf('receipts'));
    this.sendings = world.store.collection(this.#nameOf('sendings'));
    this.attempts = world.store.collection(this.#nameOf('attempts'));
    this.polls = new LongPolls(world.clock, () => this.#due.first()?.time);
  }

  get record(): QueueRecord {
    return this.#record;
  }

  get settings(): QueueSettings {
    return this.#settings;
  }

  get counts(): Readonly<Record<MessageState, number>> {
    this.#read();
    return this.#counts;
  }

  get messages(): ReadonlyMap<string, Message> {
    this.#read();
    return this.#messages;
  }

  update(changes: Partial<QueueRecord>): void {
    this.#record = { ...this.#record, ...changes };
    this.#settings = toQueueSettings(this.#record.attributes);
    this.polls.changed();
  }

  /**
   * Ends the delays and visibility timeouts that are over, and drops messages that were retained long enough.
   */
  catchUp(): void {
    if (!this.#isRead) return;
    const now = this.#world.clock.now();
    for (let due = this.#due.first(); due && due.time <= now; due = this.#due.first()) {
      this.#become(due.message, 'ready');
    }
    const keptSince = now - this.#settings.retention;
    for (let old = this.#oldest.first(); old && old.content.sentAt <= keptSince; old = this.#oldest.first()) {
      this.remove(old);
    }
  }

  nextOrder(): number {
    this.#read();
    return this.#nextOrder;
  }

  add(content: MessageContent): void {
    this.#read();
    this.#contents.set(content.id, content);
    this.#admit(content, undefined);
    this.polls.changed();
  }

  /** Takes up to `limit` messages out of the line. They are in flight before any client has received them. */
  take(limit: number, accept: (message: Message) => boolean): Message[] {
    this.#read();
    return this.#order.take(limit, (message) => {
      if (!accept(message)) return false;
      this.#become(message, 'inFlight');
      return true;
    });
  }

  /** Puts back a message that was taken and not delivered. */
  giveBack(message: Message): void {
    this.#become(message, 'ready');
  }

  /** Stores a receive or a change of visibility, which can also hide a message that was visible again. */
  setReceipt(message: Message, receipt: Receipt): void {
    message.receipt = receipt;
    this.#receipts.set(message.content.id, receipt);
    if (receipt.visibleAt <= this.#world.clock.now()) {
      this.#become(message, 'ready');
    } else {
      if (message.state !== 'inFlight') this.#become(message, 'inFlight');
      this.#due.add({ time: receipt.visibleAt, message });
    }
    this.polls.changed();
  }

  /** Applies only to a message that has not been received yet. */
  setDelayEnd(message: Message, availableAt: number): void {
    message.content = { ...message.content, availableAt };
    this.#contents.set(message.content.id, message.content);
    this.#become(message, 'delayed');
    this.#due.add({ time: availableAt, message });
    this.polls.changed();
  }

  remove(message: Message): void {
    this.#become(message, 'gone');
    this.#messages.delete(message.content.id);
    this.#contents.delete(message.content.id);
    if (message.receipt) this.#receipts.delete(message.content.id);
    this.#order.gone(message);
    this.polls.changed();
  }

  /** Deletes all messages and the memory of sent ones. */
  clear(): void {
    for (const message of this.#messages.values()) message.state = 'gone';
    this.#messages.clear();
    this.#isRead = true;
    this.#order = this.#newOrder();
    this.#due.clear();
    this.#oldest.clear();
    this.#counts = noMessages();
    for (const part of parts) this.#world.store.drop(this.#nameOf(part));
  }

  #read(): void {
    if (this.#isRead) return;
    this.#isRead = true;
    for (const content of this.#contents.values()) this.#admit(content, this.#receipts.get(content.id));
    this.catchUp();
  }

  #admit(content: MessageContent, receipt: Receipt | undefined): void {
    const message: Message = { content, receipt, state: 'gone' };
    this.#messages.set(content.id, message);
    this.#nextOrder = Math.max(this.#nextOrder, content.order + 1);
    this.#oldest.add(message);
    this.#order.admit(message);
    if (!receipt && content.availableAt <= this.#world.clock.now()) this.#become(message, 'ready');
    else {
      this.#become(message, receipt ? 'inFlight' : 'delayed');
      this.#due.add({ time: getDueTime(message), message });
    }
  }

  #become(message: Message, state: MessageState): void {
    this.#counts[message.state] -= 1;
    message.state = state;
    this.#counts[state] += 1;
    if (state === 'ready') this.#order.ready(message);
  }

  #newOrder(): ReadyOrder {
    return this.#settings.isFifo ? fifoOrder() : standardOrder();
  }

  #nameOf(part: QueuePart): string {
    return nameQueueCollection(part, this.#record.id);
  }
}

function isHidden(message: Message): boolean {
  return message.state === 'delayed' || message.state === 'inFlight';
}

function noMessages(): Record<MessageState, number> {
  return { delayed: 0, ready: 0, inFlight: 0, gone: 0 };
}
