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
  /** The world they came from is no more. */
  readonly forget: (connectionId: string) => void;
}

export function heldMessages(): HeldMessages {
  const held = new Map<string, Map<string, HeldMessage>>();
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
    forget(connectionId) {
      for (const name of held.keys()) {
        if ((JSON.parse(name) as [string, string])[0] === connectionId) held.delete(name);
      }
    },
  };
}

function place(connectionId: string, queue: string): string {
  return JSON.stringify([connectionId, queue]);
}
