import type { Collection } from '../../journal/store.ts';
import { deduplicationInterval } from './deduplication.ts';
import type { Message } from './message.ts';

/** What a FIFO queue gave out under a ReceiveRequestAttemptId. */
export interface Attempt {
  readonly at: number;
  readonly messages: readonly { readonly id: string; readonly receive: number; readonly visibleAt: number }[];
}

interface Queue {
  readonly messages: ReadonlyMap<string, Message>;
  readonly attempts: Collection<Attempt>;
}

/**
 * The messages of an earlier receive under the same id, if none has been deleted or had its visibility changed
 * or ended since.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/using-receiverequestattemptid-request-parameter.html
 */
export function messagesOfAttempt(queue: Queue, id: string, now: number): Message[] {
  const attempt = queue.attempts.get(id);
  if (!attempt || now - attempt.at >= deduplicationInterval) return [];
  const messages: Message[] = [];
  for (const { id: messageId, receive, visibleAt } of attempt.messages) {
    const message = queue.messages.get(messageId);
    const isAsItWas =
      message?.state === 'inFlight' &&
      message.receipt?.count === receive &&
      message.receipt.visibleAt === visibleAt;
    if (!isAsItWas) return [];
    messages.push(message);
  }
  return messages;
}

export function rememberAttempt(queue: Queue, id: string, messages: readonly Message[], now: number): void {
  const { attempts } = queue;
  for (const [old, { at }] of attempts.entries()) {
    if (now - at < deduplicationInterval) break;
    attempts.delete(old);
  }
  attempts.delete(id);
  attempts.set(id, {
    at: now,
    messages: messages.map(({ content, receipt }) => ({
      id: content.id,
      receive: receipt?.count ?? 0,
      visibleAt: receipt?.visibleAt ?? 0,
    })),
  });
}
