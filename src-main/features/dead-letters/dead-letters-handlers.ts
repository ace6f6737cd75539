import type { deadLetterOperations } from '#shared/contract/dead-letters/operations.ts';
import type { Handlers } from '../../contract/handlers.ts';
import type { DeadLetterParts } from './dead-letter-parts.ts';
import { exportMessages } from './export-messages.ts';
import { holdAndRelease } from './hold-and-release.ts';
import { listQueues } from './list-queues.ts';
import { moveQueue } from './move-queue.ts';
import { openMessage } from './open-message.ts';
import { revealValue } from './reveal-value.ts';
import { sampleMessages } from './sample-messages.ts';

export function deadLettersHandlers(
  parts: DeadLetterParts,
): Pick<Handlers, keyof typeof deadLetterOperations> {
  return {
    'deadLetters.queues': listQueues(parts),
    'deadLetters.sample': sampleMessages(parts),
    ...holdAndRelease(parts),
    'deadLetters.message': openMessage(parts),
    'deadLetters.reveal': revealValue(parts),
    'deadLetters.export': exportMessages(parts),
    ...moveQueue(parts),
  };
}
