import { paginateQuery } from '@aws-sdk/client-dynamodb';
import { expect } from 'vitest';
import { Later, type Entry } from '#local/journal/told.ts';
import type { BatchItem } from '#pipelines/extraction/item-shapes.ts';
import { keepSpend } from '#pipelines/extraction/keep-spend.ts';
import { documentsPartition, keyOf } from '#pipelines/extraction/keys.ts';
import { parseBatch } from '#pipelines/extraction/read-items.ts';
import { toStoredBatch } from '#pipelines/extraction/stored-items.ts';
import { fromItem, toItem, type PlainItem } from '#pipelines/plain-items.ts';
import type { BatchCourse } from '#local/world/past/batch-course.ts';
import { batchItem, tellDocument, tellPassport } from '#local/world/past/table-items.ts';
import { tellRunSpend, tellSpendOfDays } from '#local/world/past/spend.ts';
import { stateMachineArn } from '#local/world/past/metrics.ts';
import type { RunningExtraction } from '#test/builders/run-extraction.ts';

/** Expects the batch, its documents and their passports in the table to match the generated course. */
export async function expectItems(running: RunningExtraction, course: BatchCourse): Promise<void> {
  const { batch } = course;
  const { tenantId, projectId } = batch.workflow;
  const kept = await under(running, keyOf.batch(tenantId, projectId, '').PK);
  const told = toStoredBatch(batchItem(course, stateMachineArn(running.parts)));
  expect(kept.find(({ SK }) => SK === told['SK'])).toEqual(told);

  const documents = course.documents.map((document) =>
    readItem(tellDocument(course, document, batch.submittedAt)),
  );
  const found = await under(running, documentsPartition(tenantId, batch.batchId));
  expect(batch.keepsInvoices ? found : found.map(withoutKeptAs)).toEqual(documents);
  for (const document of course.documents) {
    const passport = tellPassport(course, document).map(readItem);
    const { PK } = keyOf.documentEvent(tenantId, document.planned.documentId, '');
    expect((await under(running, PK)).map(withoutDice)).toEqual(passport.map(withoutDice));
  }
  await expectSums(running, course, parseBatch(toItem(told)));
}

/**
 * Expects that the pipeline sums what the runs consumed and how long the batch took as the past tells it. It writes the
 * sums, so it comes after the comparison of items.
 */
async function expectSums(running: RunningExtraction, course: BatchCourse, kept: BatchItem): Promise<void> {
  const { tenantId } = course.batch.workflow;
  await keepSpend(running.parts, kept);
  const told = [...course.runs.map((run) => tellRunSpend(course, run)), ...tellSpendOfDays([course])];
  const partitions = [
    `TENANT#${tenantId}#SPEND`,
    documentsPartition(tenantId, course.batch.batchId),
    'SPEND',
  ];
  const found = (await Promise.all(partitions.map((partition) => under(running, partition)))).flat();
  for (const item of told) {
    const sum = found.find(({ PK, SK }) => PK === item['PK'] && SK === item['SK']);
    expect(sum?.['usage'], JSON.stringify([item['PK'], item['SK']])).toEqual(item['usage']);
  }
}

function readItem([, told]: Entry): PlainItem {
  return fromItem((told instanceof Later ? told.make() : told) as Parameters<typeof fromItem>[0]);
}

async function under({ parts }: RunningExtraction, PK: string): Promise<PlainItem[]> {
  const found: PlainItem[] = [];
  const pages = paginateQuery(
    { client: parts.clients.dynamodb },
    {
      TableName: parts.names.extraction.table,
      KeyConditionExpression: 'PK = :partition',
      ExpressionAttributeValues: toItem({ ':partition': PK }),
    },
  );
  for await (const { Items = [] } of pages) found.push(...Items.map(fromItem));
  return found;
}

/** The seeded batch is from before accepted documents were kept by supplier and number. */
function withoutKeptAs(item: PlainItem): PlainItem {
  return Object.fromEntries(Object.entries(item).filter(([name]) => name !== 'keptAs'));
}

/** Leaves out the random ids of events and requests. The time in an event's id stays. */
function withoutDice({ SK, requestId, ...rest }: PlainItem): PlainItem {
  return {
    SK: JSON.stringify(SK).slice(0, '"EVENT#'.length + 10),
    isAsked: requestId !== undefined,
    ...rest,
  };
}
