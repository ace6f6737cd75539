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
    'dead-letters.queues': listQueues(parts),
    'dead-letters.sample': sampleMessages(parts),
    ...holdAndRelease(parts),
    'dead-letters.message': openMessage(parts),
    'dead-letters.reveal': revealValue(parts),
    'dead-letters.export': exportMessages(parts),
    ...moveQueue(parts),
  };
}
