import type { Message } from './message.ts';

/** In which order messages that are ready leave a queue. */
export interface ReadyOrder {
  /** A message has come into the queue, ready or not. */
  admit(message: Message): void;
  ready(message: Message): void;
  gone(message: Message): void;
  /** Up to `limit` messages. `accept` makes each of them something other than ready: it goes in flight, or away. */
  take(limit: number, accept: (message: Message) => boolean): Message[];
}
