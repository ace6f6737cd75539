import type { Collection } from '../../journal/store.ts';
import type { Message } from './message.ts';

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/FIFO-queues-exactly-once-processing.html */
const deduplicationInterval = 5 * 60 * 1000;

export interface Sending {
  readonly at: number;
  readonly messageId: string;
  readonly sequenceNumber: string;
}

/**
 * Finds an earlier sending of the last five minutes, even if its message has been received and deleted since.
 */
export function findEarlierSending(
  sendings: Collection<Sending>,
  key: string,
  now: number,
): Sending | undefined {
  const earlier = sendings.get(key);
  return earlier && now - earlier.at < deduplicationInterval ? earlier : undefined;
}

export function rememberSending(sendings: Collection<Sending>, key: string, sending: Sending): void {
  // Sendings are stored in order of time, so the outdated ones are always the first.
  for (const [old, { at }] of sendings.entries()) {
    if (sending.at - at < deduplicationInterval) break;
    sendings.delete(old);
  }
  sendings.delete(key);
  sendings.set(key, sending);
}

export function deduplicationKey(scope: 'queue' | 'messageGroup', groupId: string, id: string): string {
  return scope === 'queue' ? id : JSON.stringify([groupId, id]);
}

/** A FIFO queue gave out these messages under a ReceiveRequestAttemptId. */
export interface Attempt {
  readonly at: number;
  readonly messages: readonly { readonly id: string; readonly receive: number; readonly visibleAt: number }[];
}

interface Queue {
  readonly messages: ReadonlyMap<string, Message>;
  readonly attempts: Collection<Attempt>;
}

/**
 * Lists the messages of an earlier receive under the same id, if none has been deleted and no visibility has
 * changed or ended since.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/using-receiverequestattemptid-request-parameter.html
 */
export function listAttemptMessages(queue: Queue, id: string, now: number): Message[] {
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
