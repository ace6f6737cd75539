import type { PipelineNames } from '../naming-convention.ts';

/** What CloudWatch's figures of a deployment are called by. */
export interface WatchedNames extends PipelineNames {
  readonly stateMachineArn: string;
}

/** Every queue whose depth and age are drawn, with what ends in which dead-letter queue. */
export function queuesOf({ extraction, downloads }: PipelineNames): readonly WatchedQueue[] {
  return [
    { name: extraction.documentQueue, label: 'Documents', isDeadLetters: false },
    { name: extraction.webhookQueue, label: 'Webhooks', isDeadLetters: false },
    { name: downloads.fileQueue, label: 'Download files', isDeadLetters: false },
    { name: extraction.documentDeadLetterQueue, label: 'Dead documents', isDeadLetters: true },
    { name: extraction.webhookDeadLetterQueue, label: 'Dead webhooks', isDeadLetters: true },
    { name: downloads.fileDeadLetterQueue, label: 'Dead download files', isDeadLetters: true },
  ].filter(({ name }) => name !== '');
}

export interface WatchedQueue {
  readonly name: string;
  readonly label: string;
  readonly isDeadLetters: boolean;
}
