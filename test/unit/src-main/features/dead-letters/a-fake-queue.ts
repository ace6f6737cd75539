import { refusingDoors, type ConnectionDoors } from '#main/aws/doors.ts';
import type { Queues, ReceivedMessage } from '#main/aws/queues.ts';
import { heldMessages } from '#main/dead-letters/held-messages.ts';
import {
  sampleShelf,
  type DeadLetterParts,
  nothingBefore,
} from '#main/features/dead-letters/dead-letter-parts.ts';
import { messageFacts } from '#main/features/dead-letters/message-facts.ts';
import { ok } from '#shared/contract/result.ts';
import { aReader } from '#test/builders/a-reader.ts';
import { aSession } from '#test/builders/a-session.ts';

export const letters = 'letters';

export function aMessage(messageId: string, change: Partial<ReceivedMessage> = {}): ReceivedMessage {
  return {
    messageId,
    receiptHandle: `handle of ${messageId}`,
    body: '{"batchId":"batch-1"}',
    attributes: {},
    system: { SentTimestamp: '1767600000000', ApproximateReceiveCount: '3' },
    ...change,
  };
}

/** Returns the handlers' parts, with a queue that gives prepared answers. */
export function partsOver(change: Partial<Queues>, more: Partial<ConnectionDoors> = {}): DeadLetterParts {
  const doors = refusingDoors('nothing');
  const queues: Queues = {
    ...doors.queues,
    configured: () => Promise.resolve(ok([{ name: letters, source: 'work' }])),
    standing: () =>
      Promise.resolve(
        ok({
          name: letters,
          fifo: false,
          depth: { waiting: 3, inFlight: 0, delayed: 0 },
          retentionSeconds: 1_209_600,
          sources: [],
          moves: [],
        }),
      ),
    ...change,
  };
  return {
    doors: () => ({ ...doors, reader: aReader([[]]).reader, queues, ...more }),
    session: () => aSession(),
    held: heldMessages(),
    ...nothingBefore,
    sentBefore: { of: () => null },
    worksOn: () => new Set(),
    shelf: sampleShelf(),
    facts: messageFacts(),
    now: () => Date.parse('2026-01-05T09:00:00.000Z'),
  };
}
