import type { Collection } from '../../journal/store.ts';

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/FIFO-queues-exactly-once-processing.html */
export const deduplicationInterval = 5 * 60 * 1000;

export interface Sending {
  readonly at: number;
  readonly messageId: string;
  readonly sequenceNumber: string;
}

/** What a FIFO queue was sent in the last five minutes; it remembers even what has been received and deleted since. */
export function earlierSending(sendings: Collection<Sending>, key: string, now: number): Sending | undefined {
  const earlier = sendings.get(key);
  return earlier && now - earlier.at < deduplicationInterval ? earlier : undefined;
}

export function rememberSending(sendings: Collection<Sending>, key: string, sending: Sending): void {
  // Kept in order of time, so that the outdated are always the first.
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
