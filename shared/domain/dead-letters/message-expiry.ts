export interface ExpiryFacts {
  readonly isFifo: boolean;
  readonly retentionSeconds: number;
  /** When it was sent first of all, in milliseconds; null where SQS did not say. */
  readonly sentAt: number | null;
}

/**
 * When SQS deletes it for good, in milliseconds. In a standard queue the clock has run since the message was first sent,
 * whichever queue that was; a FIFO queue begins anew with its coming here, which is then its time of sending.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/setting-up-dead-letter-queue-retention.html
 */
export function expiresAt({ retentionSeconds, sentAt }: ExpiryFacts): number | null {
  return sentAt === null ? null : sentAt + retentionSeconds * 1_000;
}
