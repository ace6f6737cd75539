import type { ReceivedMessage } from '../aws/queues.ts';

export interface HeldMessage {
  readonly message: ReceivedMessage;
  readonly receivedAt: number;
  /** From then on others may receive it, and its handle may be worth nothing. */
  readonly hiddenUntil: number;
}

/** What was received and not yet given back, by connection and queue. In memory alone: bodies are never on disk. */
export interface HeldMessages {
  readonly of: (connectionId: string, queue: string) => readonly HeldMessage[];
  readonly get: (connectionId: string, queue: string, messageId: string) => HeldMessage | undefined;
  /** One that was held before is held by its new handle. */
  readonly add: (connectionId: string, queue: string, messages: readonly HeldMessage[]) => void;
  readonly extend: (
    connectionId: string,
    queue: string,
    messageIds: readonly string[],
    hiddenUntil: number,
  ) => void;
  /** Deleted, or given back. */
  readonly drop: (connectionId: string, queue: string, messageIds: readonly string[]) => void;
  /** Somebody samples a queue, or lets go of it: what is still held then is held for jobs alone. */
  readonly comeTo: (connectionId: string, queue: string) => void;
  readonly leave: (connectionId: string, queue: string) => void;
  readonly leftQueues: (connectionId: string) => readonly string[];
  /** The world they came from is no more. */
  readonly forget: (connectionId: string) => void;
}

export function heldMessages(): HeldMessages {
  const held = new Map<string, Map<string, HeldMessage>>();
  const left = new Map<string, Set<string>>();
  const inQueue = (connectionId: string, queue: string): Map<string, HeldMessage> =>
    held.get(place(connectionId, queue)) ?? new Map<string, HeldMessage>();

  return {
    of: (connectionId, queue) => [...inQueue(connectionId, queue).values()],
    get: (connectionId, queue, messageId) => inQueue(connectionId, queue).get(messageId),
    add(connectionId, queue, messages) {
      const now = inQueue(connectionId, queue);
      for (const one of messages) now.set(one.message.messageId, one);
      held.set(place(connectionId, queue), now);
    },
    extend(connectionId, queue, messageIds, hiddenUntil) {
      const now = inQueue(connectionId, queue);
      for (const id of messageIds) {
        const one = now.get(id);
        if (one !== undefined) now.set(id, { ...one, hiddenUntil });
      }
    },
    drop(connectionId, queue, messageIds) {
      const now = inQueue(connectionId, queue);
      for (const id of messageIds) now.delete(id);
    },
    comeTo: (connectionId, queue) => void left.get(connectionId)?.delete(queue),
    leave: (connectionId, queue) =>
      void left.set(connectionId, (left.get(connectionId) ?? new Set()).add(queue)),
    leftQueues: (connectionId) => [...(left.get(connectionId) ?? [])],
    forget(connectionId) {
      left.delete(connectionId);
      for (const name of held.keys()) {
        if ((JSON.parse(name) as [string, string])[0] === connectionId) held.delete(name);
      }
    },
  };
}

function place(connectionId: string, queue: string): string {
  return JSON.stringify([connectionId, queue]);
}
