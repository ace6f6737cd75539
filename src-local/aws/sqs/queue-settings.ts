import type { QueueAttributes } from './queue-attributes.ts';
import { parseRedrivePolicy, type RedrivePolicy } from './redrive-policy.ts';

/** A queue's attributes in the form in which messages ask for them: milliseconds, numbers, parsed policies. */
export interface QueueSettings {
  readonly isFifo: boolean;
  readonly delay: number;
  readonly maximumSize: number;
  readonly retention: number;
  readonly receiveWait: number;
  readonly visibilityTimeout: number;
  readonly contentBasedDeduplication: boolean;
  readonly deduplicationScope: 'queue' | 'messageGroup';
  readonly redrive: RedrivePolicy | undefined;
}

export function settingsOf(attributes: QueueAttributes): QueueSettings {
  const number = (name: string): number => Number(attributes[name]);
  const redrive = attributes['RedrivePolicy'];
  return {
    isFifo: attributes['FifoQueue'] === 'true',
    delay: number('DelaySeconds') * 1000,
    maximumSize: number('MaximumMessageSize'),
    retention: number('MessageRetentionPeriod') * 1000,
    receiveWait: number('ReceiveMessageWaitTimeSeconds') * 1000,
    visibilityTimeout: number('VisibilityTimeout') * 1000,
    contentBasedDeduplication: attributes['ContentBasedDeduplication'] === 'true',
    deduplicationScope: attributes['DeduplicationScope'] === 'messageGroup' ? 'messageGroup' : 'queue',
    redrive: redrive === undefined ? undefined : parseRedrivePolicy(redrive),
  };
}
