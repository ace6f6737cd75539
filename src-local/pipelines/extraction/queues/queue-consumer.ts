import { deadLetterDays } from '#shared/domain/pipeline-limits.ts';
import type { PipelineParts, QueueFunction, QueueRecord } from '../../parts.ts';
import type { MessageFailure } from '../item-shapes.ts';
import { recordAttempt } from '../items/record-attempt.ts';
import { messageFailureAsKept } from '../items/written-items.ts';
import { MessageProblem } from './message-problem.ts';

/** Each message by itself: one that fails comes again, alone, and says why under its id (decision 009). */
export function queueConsumer(
  parts: PipelineParts,
  stage: MessageFailure['stage'],
  use: (record: QueueRecord) => Promise<void>,
): QueueFunction {
  return async ({ Records }) => {
    const batchItemFailures: { itemIdentifier: string }[] = [];
    for (const record of Records) {
      try {
        await use(record);
      } catch (error) {
        batchItemFailures.push({ itemIdentifier: record.messageId });
        await explain(parts, stage, record, error);
      }
    }
    return { batchItemFailures };
  };
}

async function explain(
  parts: PipelineParts,
  stage: MessageFailure['stage'],
  { messageId, eventSourceARN }: QueueRecord,
  error: unknown,
): Promise<void> {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
  const failure = messageFailureAsKept({
    messageId,
    queue: eventSourceARN.split(':').at(-1) ?? '',
    stage,
    code: name,
    message: message.slice(0, longestMessage),
    ...(error instanceof MessageProblem && error.subject),
    ttl: Math.floor(parts.now() / 1_000) + deadLetterDays * secondsADay,
    ...written,
  });
  try {
    await recordAttempt(parts, failure);
  } catch {
    // The table may be the very thing that fails. The message comes again all the same.
  }
}

const longestMessage = 1_000;
const secondsADay = 86_400;
/** `recordAttempt` sets these. */
const written = { version: 1, attempts: 1, createdAt: '', updatedAt: '' } as const;
