import { z } from 'zod';
import type { deadLetterOperations } from '#shared/contract/job-operations.ts';
import { shownCause } from '#shared/domain/dead-letters/message-cause.ts';
import { grouped } from '#shared/domain/formatting.ts';
import type { Handlers } from '../../gate/gate.ts';
import type { DeadLetterParts } from './dead-letter-parts.ts';
import { listQueues } from './describe-queues.ts';
import { exportMessages } from './export-messages.ts';
import { holdAndRelease } from './hold-and-release.ts';
import { listDiscarded } from './list-discarded.ts';
import { moveQueue } from './move-queue.ts';
import { openMessage } from './open-message.ts';
import { sampleMessages } from './sample-messages.ts';
import { revealValue } from './shown-message.ts';

export function deadLettersHandlers(
  parts: DeadLetterParts,
): Pick<Handlers, keyof typeof deadLetterOperations> {
  return {
    'dead-letters.queues': listQueues(parts),
    'dead-letters.discarded': listDiscarded(parts),
    'dead-letters.sample': sampleMessages(parts),
    ...holdAndRelease(parts),
    'dead-letters.message': openMessage(parts),
    'dead-letters.reveal': revealValue(parts),
    'dead-letters.export': exportMessages(parts),
    ...moveQueue(parts),
  };
}

type Ids = Readonly<Record<string, string>>;

/**
 * Gives the audit the queue, how much of it was concerned and why, and the ids of messages, but never their contents.
 */
export function deadLetterIds(operation: string, input: unknown): Ids {
  if (!operation.startsWith('dead-letters.')) return {};
  const { data } = inputSchema.safeParse(input);
  if (data === undefined) return {};
  const { queue, most, holdSeconds, seconds, path, messageIds, format, isWhole, perSecond, reason } = data;
  return {
    queue,
    ...(data.isDiscarded === true && { discarded: 'yes' }),
    ...(most !== undefined && { most: String(most) }),
    ...(holdSeconds !== undefined && { holdSeconds: String(holdSeconds) }),
    ...(seconds !== undefined && { holdSeconds: String(seconds) }),
    ...(path !== undefined && { value: path === '' ? 'the whole body' : shownCause(path) }),
    ...(messageIds !== undefined && { messages: String(messageIds.length), messageIds: named(messageIds) }),
    ...(format !== undefined && { format }),
    ...(isWhole !== undefined && { whole: isWhole ? 'yes' : 'no' }),
    ...(perSecond !== undefined && {
      perSecond: perSecond === null ? 'chosen by SQS' : String(perSecond),
    }),
    ...(reason !== undefined && { reason }),
  };
}

/** The hash of the call covers any further ids. */
const mostNamed = 100;

function named(messageIds: readonly string[]): string {
  const shown = messageIds.slice(0, mostNamed).map(shownCause).join(', ');
  const more = messageIds.length - mostNamed;
  return more > 0 ? `${shown} and ${grouped(more)} more` : shown;
}

/** Counts the messages that were looked at or released. */
export function deadLetterOutcome(operation: string, value: unknown): Ids | undefined {
  if (operation === 'dead-letters.sample') {
    const { data } = sampledSchema.safeParse(value);
    return data && { held: String(data.rows.length), calls: String(data.calls) };
  }
  if (operation !== 'dead-letters.release') return undefined;
  const { data } = releasedSchema.safeParse(value);
  return data && { released: String(data.released), failed: String(data.failed) };
}

const inputSchema = z.object({
  queue: z.string(),
  most: z.number().optional(),
  holdSeconds: z.number().optional(),
  seconds: z.number().optional(),
  path: z.string().optional(),
  isDiscarded: z.boolean().optional(),
  messageIds: z.array(z.string()).optional(),
  format: z.string().optional(),
  isWhole: z.boolean().optional(),
  perSecond: z.number().nullable().optional(),
  reason: z.string().optional(),
});

const sampledSchema = z.object({ rows: z.array(z.unknown()), calls: z.number() });
const releasedSchema = z.object({ released: z.number(), failed: z.number() });
