import { documentReceives, webhookReceives, deadLetterDays } from '#shared/domain/pipeline-limits.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { nameItemsCollection } from '../../aws/dynamodb/past-items.ts';
import { nameObjectsCollection } from '../../aws/s3/s3-records.ts';
import {
  moveTasks,
  nameQueueCollection,
  queueIds,
  type MessageContent,
  type Receipt,
} from '../../aws/sqs/message.ts';
import type { Told } from '../../journal/told.ts';
import type { Delivered } from '#pipelines/extraction/attention.ts';
import { toStoredDelivery, toStoredFailure } from '#pipelines/extraction/stored-items.ts';
import type { MessageFailure } from '#pipelines/extraction/item-shapes.ts';
import type { Item } from '../../aws/dynamodb/values/attribute-value.ts';
import { seededRandomness } from '../randomness.ts';
import { lateObjects, computeLifetime, type DeadLetter } from './document-dead-letters.ts';
import { addKey, toAttributes } from './lazy-telling.ts';
import { formatIsoTime } from './made-ids.ts';
import { deliveredWebhooks } from './webhooks.ts';
import { queueArn, type Weeks, type WeeksFacts } from './weeks.ts';

/** Both dead-letter queues, why their messages could not be used, and what was moved out of them before. */
export function tellDeadLetters(facts: WeeksFacts, weeks: () => Weeks): Told {
  const { extraction } = namesByConvention('sandbox');
  const makeId = (name: string): string => seededRandomness(`${facts.seed}/queue/${name}`).uuid();
  const documents: Line = {
    queue: extraction.documentQueue,
    sourceArn: queueArn(facts, extraction.documentQueue),
    receives: documentReceives,
    stage: 'ingest',
    letters: () => weeks().documentLetters,
  };
  const webhooks: Line = {
    queue: extraction.webhookQueue,
    sourceArn: queueArn(facts, extraction.webhookQueue),
    receives: webhookReceives,
    stage: 'webhook',
    letters: () => weeks().webhookLetters,
  };
  const lines = [
    { line: documents, id: makeId(extraction.documentDeadLetterQueue) },
    { line: webhooks, id: makeId(extraction.webhookDeadLetterQueue) },
  ];
  return new Map<string, () => Iterable<readonly [string, unknown]>>([
    [
      queueIds,
      () =>
        [extraction.documentDeadLetterQueue, extraction.webhookDeadLetterQueue].map((name) => [
          name,
          makeId(name),
        ]),
    ],
    ...lines.flatMap(({ line, id }): [string, () => Iterable<readonly [string, unknown]>][] => [
      [nameQueueCollection('messages', id), () => tellMessages(line).map((message) => [message.id, message])],
      [nameQueueCollection('receipts', id), () => listReceipts(line, facts.anchor)],
    ]),
    [moveTasks, () => weeks().moveTasks.map((task) => [task.id, { ...task }])],
    [
      nameItemsCollection(extraction.table),
      () => [
        ...lines.flatMap(({ line }) => tellLetterItems(line)),
        ...deliveredWebhooks(facts, weeks()).map((delivery) =>
          addKey(toAttributes(toStoredDelivery(delivery))),
        ),
      ],
    ],
    [
      nameObjectsCollection(extraction.documentsBucket),
      () => lateObjects(weeks().batches, extraction.documentsBucket),
    ],
  ]);
}

/** A queue whose messages have come to its dead letters. */
interface Line {
  readonly queue: string;
  readonly sourceArn: string;
  readonly receives: number;
  readonly stage: MessageFailure['stage'];
  readonly letters: () => readonly DeadLetter[];
}

/** Tells the messages in the order in which they became dead letters. */
function tellMessages(line: Line): MessageContent[] {
  return line
    .letters()
    .map((letter) => ({ letter, ...computeLifetime(letter, line.receives) }))
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

/** Some messages were looked at, which counted one receive more, or two. */
function listReceipts(line: Line, anchor: number): [string, Receipt][] {
  const lookedAt = anchor - 26 * 3_600_000;
  return tellMessages(line)
    .filter(({ arrivedAt, order }) => arrivedAt < lookedAt && order % 9 === 4)
    .map(({ id, order }): [string, Receipt] => {
      const count = 1 + (order % 2);
      const lastAt = lookedAt + (count - 1) * 95_000;
      return [id, { count, firstAt: lookedAt, lastAt, visibleAt: lastAt + 30_000 }];
    });
}

/** Tells the items that each attempt wrote, as the last one left them. */
function tellLetterItems({ letters, queue, stage, receives }: Line): (readonly [string, Item])[] {
  return letters().flatMap((letter) => {
    const { messageId, failure, delivery } = letter;
    const { firstReceivedAt, lastReceivedAt } = computeLifetime(letter, receives);
    const written = {
      version: receives,
      attempts: receives,
      createdAt: formatIsoTime(firstReceivedAt),
      updatedAt: formatIsoTime(lastReceivedAt),
    };
    const ttl = Math.floor(lastReceivedAt / 1_000) + deadLetterDays * secondsADay;
    return [
      ...(failure
        ? [addKey(toAttributes(toStoredFailure({ messageId, queue, stage, ...failure, ...written, ttl })))]
        : []),
      ...(delivery
        ? [
            addKey(
              toAttributes(toStoredDelivery({ deliveryId: messageId, messageId, ...delivery, ...written })),
            ),
          ]
        : []),
    ];
  });
}

/** Lists the deliveries that were given up, by their batch. */
export function groupRefused({ webhookLetters }: Weeks): ReadonlyMap<string, readonly Delivered[]> {
  const found = new Map<string, Delivered[]>();
  for (const { delivery, sentAt } of webhookLetters) {
    if (!delivery) continue;
    const { lastReceivedAt } = computeLifetime({ sentAt }, webhookReceives);
    const others = found.get(delivery.batchId) ?? [];
    found.set(delivery.batchId, others);
    others.push({
      attempts: webhookReceives,
      outcome: delivery.outcome,
      run: delivery.run,
      updatedAt: formatIsoTime(lastReceivedAt),
    });
  }
  return found;
}

const secondsADay = 86_400;
