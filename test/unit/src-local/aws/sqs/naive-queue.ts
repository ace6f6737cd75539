/** Models one message as simply as possible. Times are in seconds. */
export interface NaiveMessage {
  readonly body: string;
  readonly group: string;
  readonly sentAt: number;
  arrivedAt: number;
  order: number;
  /** Is the time before which the message is not visible. */
  hiddenUntil: number;
  receives: number;
  lastReceivedAt: number;
  isGivenBack?: boolean;
}

export interface NaiveHandle {
  readonly message: NaiveMessage;
  readonly receive: number;
}

let orders = 0;

/**
 * Searches a list from end to end for every question. This is slow, but too simple to be wrong in the same
 * way as the queue under test.
 */
export class NaiveQueue {
  messages: NaiveMessage[] = [];
  retention = 345_600;

  living(now: number): NaiveMessage[] {
    this.messages = this.messages.filter(({ sentAt }) => sentAt + this.retention > now);
    return this.messages;
  }

  send(body: string, now: number, delay: number, group = ''): void {
    const hiddenUntil = now + delay;
    const times = { sentAt: now, arrivedAt: now, hiddenUntil, lastReceivedAt: 0 };
    this.messages.push({ body, group, order: (orders += 1), receives: 0, ...times });
  }

  counts(now: number): [number, number, number] {
    const hidden = this.living(now).filter(({ hiddenUntil }) => hiddenUntil > now);
    const inFlight = hidden.filter(({ receives }) => receives > 0).length;
    return [this.messages.length - hidden.length, inFlight, hidden.length - inFlight];
  }

  /**
   * Returns the oldest first. A message that was received three times is ordered by the time of its return.
   */
  receive(now: number, limit: number, timeout: number, maxReceives: number, dead: NaiveQueue): NaiveHandle[] {
    const placeOf = (message: NaiveMessage): number =>
      message.receives >= 3 ? message.hiddenUntil : message.arrivedAt;
    const visible = this.living(now)
      .filter(({ hiddenUntil }) => hiddenUntil <= now)
      .toSorted((one, other) => placeOf(one) - placeOf(other) || one.order - other.order);
    const taken: NaiveHandle[] = [];
    for (const message of visible) {
      if (taken.length === limit) break;
      if (message.receives >= maxReceives) {
        this.messages.splice(this.messages.indexOf(message), 1);
        const again = {
          arrivedAt: now,
          hiddenUntil: now,
          receives: 0,
          isGivenBack: false,
          order: (orders += 1),
        };
        dead.messages.push({ ...message, ...again });
      } else taken.push(this.take(message, now, timeout));
    }
    return taken;
  }

  take(message: NaiveMessage, now: number, timeout: number): NaiveHandle {
    message.receives += 1;
    message.lastReceivedAt = now;
    message.hiddenUntil = now + timeout;
    message.isGivenBack = false;
    return { message, receive: message.receives };
  }

  /**
   * Returns the messages of each group that a receive may give out, which are those before the first hidden
   * one.
   */
  open(now: number): Map<string, NaiveMessage[]> {
    const open = new Map<string, NaiveMessage[]>();
    const closed = new Set<string>();
    for (const message of this.living(now)) {
      if (message.hiddenUntil > now) closed.add(message.group);
      if (closed.has(message.group)) continue;
      open.set(message.group, [...(open.get(message.group) ?? []), message]);
    }
    return open;
  }

  /** A standard queue takes any handle of the message, unless the message was given back. */
  mayHide({ message }: NaiveHandle, now: number): boolean {
    return this.living(now).includes(message) && (message.hiddenUntil > now || message.isGivenBack !== true);
  }

  isInFlight({ message, receive }: NaiveHandle, now: number): boolean {
    return this.isLatest({ message, receive }, now) && message.hiddenUntil > now;
  }

  isLatest({ message, receive }: NaiveHandle, now: number): boolean {
    return this.living(now).includes(message) && message.receives === receive;
  }

  delete({ message }: NaiveHandle): void {
    this.messages = this.messages.filter((one) => one !== message);
  }
}
