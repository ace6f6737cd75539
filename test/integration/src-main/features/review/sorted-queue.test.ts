import { expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import { openWorkflowFacts } from '#main/reads/workflow-facts.ts';
import { tableNames } from '#main/aws/table-names.ts';
import type { QueueRow } from '#shared/contract/review.ts';
import { priorities } from '#shared/domain/review/review-order.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aQueueDesk, listIds, type QueueDesk } from './a-queue-desk.ts';

const dueHours = 24;
const patience = { timeout: 120_000 };

async function setOrder(
  { world }: QueueDesk,
  { tenantId, projectId, workflowId }: QueueRow,
  order: { dueHours: number; priority: string },
): Promise<void> {
  await world.sandbox.aws.world.call('dynamodb', 'UpdateItem', {
    TableName: tableNames(catalogue.extraction, 'sandbox')['main'],
    Key: {
      PK: { S: `TENANT#${tenantId}#PROJECT#${projectId}` },
      SK: { S: `WORKFLOW#${workflowId ?? ''}` },
    },
    UpdateExpression: 'SET dueHours = :hours, priority = :priority',
    ExpressionAttributeValues: {
      ':hours': { N: String(order.dueHours) },
      ':priority': { S: order.priority },
    },
  });
}

function dueAt({ waitingSince, dueHours: hours }: QueueRow): number {
  return Date.parse(waitingSince ?? '') + hours * 3_600_000;
}

it('is in the order of due times and priorities of the workflows, over all batches', patience, async () => {
  const desk = await aQueueDesk(undefined, (now) => openWorkflowFacts(now));
  const before = await desk.everyRow({ dueHours, pageSize: 100 });
  const youngest = before.rows.at(-1);
  const oldest = before.rows[0];
  if (youngest === undefined || oldest === undefined) throw new Error('Nothing waits.');
  await setOrder(desk, youngest, { dueHours: 1, priority: 'high' });
  await setOrder(desk, oldest, { dueHours: 720, priority: 'low' });
  // Workflows are kept for a minute, in which documents arrive.
  await desk.world.sandbox.advance(61_000);
  const all = await desk.everyRow({ dueHours, pageSize: 100 });

  const due = await desk.everyRow({ dueHours, pageSize: 25, sort: { by: 'due', direction: 'asc' } });
  expect(new Set(listIds(due.rows))).toEqual(new Set(listIds(all.rows)));
  const times = due.rows.map(dueAt);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  const young = due.rows.find(({ documentId }) => documentId === youngest.documentId);
  expect(young).toMatchObject({ dueHours: 1, priority: 'high' });

  const urgent = await desk.everyRow({ dueHours, pageSize: 25, sort: { by: 'priority', direction: 'asc' } });
  const ranks = urgent.rows.map(({ priority }) => priorities.indexOf(priority));
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
  expect(ranks[0]).toBe(0);

  // The buckets count each document by its own due time, whatever the order.
  const now = desk.world.clock.now();
  const overdue = all.rows.length - due.rows.filter((row) => dueAt(row) >= now).length;
  for (const { pages } of [due, urgent]) {
    expect(pages.at(-1)?.buckets.overdue).toEqual({ count: overdue, exact: true });
    const counted = Object.values(pages.at(-1)?.buckets ?? {}).reduce((sum, { count }) => sum + count, 0);
    expect(counted).toBe(pages.at(-1)?.waiting);
  }
});

it('is sorted by a value over all that was read, and says over how many', patience, async () => {
  const desk = await aQueueDesk();
  const by = { dueHours, pageSize: 30, sort: { by: 'score', direction: 'asc' } } as const;
  const { rows, pages } = await desk.everyRow(by);
  expect(pages[0]?.sorted).toEqual({ documents: rows.length, isAll: true });
  expect(rows.length).toBe(pages[0]?.waiting);
  const scores = rows.flatMap(({ score }) => score ?? []);
  expect(scores).toEqual(scores.toSorted((a, b) => a - b));
  const amounts = await desk.everyRow({ ...by, sort: { by: 'amount', direction: 'desc' } });
  expect(new Set(listIds(amounts.rows))).toEqual(new Set(listIds(rows)));
  const keys = amounts.rows.slice(0, 100).map(({ tenantId, projectId, batchId, documentId }) => ({
    tenantId,
    projectId,
    batchId,
    documentId,
  }));
  const read = valueOf(await desk.call('review.amounts', { documents: keys }));
  const values = read.amounts.flatMap(({ amount }) => amount?.value ?? []);
  expect(values.length).toBeGreaterThan(20);
  // Without a schema a few amounts are recognised by other names, so most of the order is compared.
  const inOrder = values.filter((value, index) => index === 0 || value <= (values[index - 1] ?? 0)).length;
  expect(inOrder / values.length).toBeGreaterThan(0.9);
});
