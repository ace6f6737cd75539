import { deadLetterDays } from '#shared/domain/pipeline-limits.ts';
import { keyOfItem } from '../../../aws/dynamodb/told-items.ts';
import type { Item } from '../../../aws/dynamodb/values/attribute-value.ts';
import { toStoredDelivery, toStoredFailure } from '../../../pipelines/extraction/stored-items.ts';
import { toItem, type PlainItem } from '../../../pipelines/plain-items.ts';
import { livedUntil } from './dead-letter.ts';
import type { Line } from './messages-of.ts';

/** What each attempt wrote down, as the last one left it. */
export function itemsOfLetters({ letters, queue, stage, receives }: Line): [string, Item][] {
  return letters().flatMap((letter) => {
    const { messageId, failure, delivery } = letter;
    const { firstReceivedAt, lastReceivedAt } = livedUntil(letter, receives);
    const written = {
      version: receives,
      attempts: receives,
      createdAt: iso(firstReceivedAt),
      updatedAt: iso(lastReceivedAt),
    };
    const ttl = Math.floor(lastReceivedAt / 1_000) + deadLetterDays * secondsADay;
    return [
      ...(failure
        ? [keyedItem(toStoredFailure({ messageId, queue, stage, ...failure, ...written, ttl }))]
        : []),
      ...(delivery
        ? [keyedItem(toStoredDelivery({ deliveryId: messageId, messageId, ...delivery, ...written }))]
        : []),
    ];
  });
}

const secondsADay = 86_400;

function iso(time: number): string {
  return new Date(time).toISOString();
}

export function keyedItem(plain: PlainItem): [string, Item] {
  const item = toItem(plain) as Item;
  const { PK, SK } = item;
  if (!PK || !SK || !('S' in PK) || !('S' in SK)) throw new Error('The item has no keys');
  return [keyOfItem(PK.S, SK.S), item];
}
