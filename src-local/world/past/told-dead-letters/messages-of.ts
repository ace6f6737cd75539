import type { MessageContent, Receipt } from '../../../aws/sqs/message.ts';
import type { MessageFailure } from '../../../pipelines/extraction/item-shapes.ts';
import { livedUntil, type DeadLetter } from './dead-letter.ts';

/** A queue whose messages have come to its dead letters. */
export interface Line {
  readonly queue: string;
  readonly sourceArn: string;
  readonly receives: number;
  readonly stage: MessageFailure['stage'];
  readonly letters: () => readonly DeadLetter[];
}

/** In the order in which they came to the dead letters. */
export function messagesOf(line: Line): MessageContent[] {
  return line
    .letters()
    .map((letter) => ({ letter, ...livedUntil(letter, line.receives) }))
    .toSorted((one, other) => one.arrivedAt - other.arrivedAt)
    .map(({ letter, arrivedAt, firstReceivedAt }, order) => ({
      id: letter.messageId,
      body: letter.body,
      sentAt: letter.sentAt,
      arrivedAt,
      availableAt: arrivedAt,
      order,
      deadLetterSourceArn: line.sourceArn,
      receivedBefore: line.receives,
      firstReceivedAt,
    }));
}

/** Somebody has looked at some of them: those count one receive more, or two. */
export function receiptsOf(line: Line, anchor: number): [string, Receipt][] {
  const lookedAt = anchor - 26 * 3_600_000;
  return messagesOf(line)
    .filter(({ arrivedAt, order }) => arrivedAt < lookedAt && order % 9 === 4)
    .map(({ id, order }): [string, Receipt] => {
      const count = 1 + (order % 2);
      const lastAt = lookedAt + (count - 1) * 95_000;
      return [id, { count, firstAt: lookedAt, lastAt, visibleAt: lastAt + 30_000 }];
    });
}
