import { documentReceives, webhookReceives } from '#shared/domain/pipeline-limits.ts';
import { namesByConvention } from '#shared/domain/naming-convention.ts';
import { itemsOf } from '../../aws/dynamodb/told-items.ts';
import { objectsOf } from '../../aws/s3/told-objects.ts';
import { moveTasks, partOf, queueIds } from '../../aws/sqs/told-messages.ts';
import type { Told } from '../../journal/told.ts';
import { toStoredDelivery } from '../../pipelines/extraction/stored-items.ts';
import { seededRandomness } from '../randomness.ts';
import { lateObjects } from './told-dead-letters/late-files.ts';
import { messagesOf, receiptsOf, type Line } from './told-dead-letters/messages-of.ts';
import { deliveredWebhooks } from './told-dead-letters/delivered-webhooks.ts';
import { itemsOfLetters, keyedItem } from './told-dead-letters/items-of-letters.ts';
import { queueArn, type Weeks, type WeeksFacts } from './weeks.ts';

/** Both dead-letter queues, why their messages could not be used, and what was moved out of them before. */
export function toldDeadLetters(facts: WeeksFacts, weeks: () => Weeks): Told {
  const { extraction } = namesByConvention('sandbox');
  const idOf = (name: string): string => seededRandomness(`${facts.seed}/queue/${name}`).uuid();
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
    { line: documents, id: idOf(extraction.documentDeadLetterQueue) },
    { line: webhooks, id: idOf(extraction.webhookDeadLetterQueue) },
  ];
  return new Map<string, () => Iterable<readonly [string, unknown]>>([
    [
      queueIds,
      () =>
        [extraction.documentDeadLetterQueue, extraction.webhookDeadLetterQueue].map((name) => [
          name,
          idOf(name),
        ]),
    ],
    ...lines.flatMap(({ line, id }): [string, () => Iterable<readonly [string, unknown]>][] => [
      [partOf('messages', id), () => messagesOf(line).map((message) => [message.id, message])],
      [partOf('receipts', id), () => receiptsOf(line, facts.anchor)],
    ]),
    [moveTasks, () => weeks().moveTasks.map((task) => [task.id, { ...task }])],
    [
      itemsOf(extraction.table),
      () => [
        ...lines.flatMap(({ line }) => itemsOfLetters(line)),
        ...deliveredWebhooks(facts, weeks()).map((delivery) => keyedItem(toStoredDelivery(delivery))),
      ],
    ],
    [objectsOf(extraction.documentsBucket), () => lateObjects(weeks().batches, extraction.documentsBucket)],
  ]);
}
