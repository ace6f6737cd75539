import { BatchWriteItemCommand } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { keyOf, statusIndexKeys } from '#pipelines/extraction/keys.ts';
import { toItem, type PlainItem } from '#pipelines/plain-items.ts';
import { aQueueDesk, type QueueDesk } from './a-queue-desk.ts';

/**
 * A longer run uses more batches: `SLUICE_BATCHES=1000 npx vitest run
 * test/integration/src-main/features/review/long-queue.test.ts`.
 */
const batches = Number(process.env['SLUICE_BATCHES'] ?? 300);
const documents = 26;
const tenantId = 'long';
const start = Date.parse('2025-12-20T00:00:00.000Z');

/** More batches are open at once than the reader keeps places for. */
it(
  `a filter finds the one match in each of ${batches} parallel batches, in order`,
  async () => {
    const desk = await aQueueDesk();
    await fill(desk);
    desk.sent();
    const begun = performance.now();
    const { rows, pages } = await desk.everyRow({ tenantId, dueHours: 24, reasons: ['check failed'] });
    const ms = performance.now() - begun;
    expect(new Set(rows.map(({ documentId }) => documentId)).size).toBe(batches);
    const since = rows.map(({ waitingSince }) => waitingSince);
    expect(since).toEqual(since.toSorted((a, b) => Date.parse(a ?? '') - Date.parse(b ?? '')));
    expect(rows).toHaveLength(batches);
    expect(pages.at(-1)).toMatchObject({ notAsked: [], waiting: batches * documents, waitingExact: true });
    process.stdout.write(
      `${batches} batches of ${documents}: ${pages.length} calls, ${desk.sent().length} reads, ${(ms / pages.length).toFixed(0)} ms a call\n`,
    );
  },
  30_000 + batches * 300,
);

async function fill({ world }: QueueDesk): Promise<void> {
  const items = Array.from({ length: batches }, (_, batch) => buildItems(batch)).flat();
  for (let from = 0; from < items.length; from += 25) {
    const puts = items.slice(from, from + 25).map((item) => ({ PutRequest: { Item: toItem(item) } }));
    await world.dynamodb.send(new BatchWriteItemCommand({ RequestItems: { 'autowired-sandbox': puts } }));
  }
}

/** Creates a batch and its documents, one minute apart. All batches begin at about the same time. */
function buildItems(batch: number): PlainItem[] {
  const batchId = `batch-${String(batch).padStart(5, '0')}`;
  const createdAt = new Date(start).toISOString();
  const status = 'REVIEW_REQUIRED';
  const common = { version: 1, createdAt, updatedAt: createdAt, status };
  const waiting = Array.from({ length: documents }, (_, place) => {
    const statusSince = new Date(start + place * 60_000 + batch * 50).toISOString();
    const flags = [place === documents - 1 ? 'check failed' : 'below threshold'];
    return {
      ...keyOf.document(tenantId, batchId, `doc-${batch}-${place}`),
      ...statusIndexKeys({ tenantId, batchId }, status, statusSince),
      ...common,
      statusSince,
      fileName: 'invoice.pdf',
      run: 1,
      fields: { total: { value: '12.50', confidence: 0.6, flags } },
    };
  });
  return [
    {
      ...keyOf.batch(tenantId, 'project', batchId),
      ...statusIndexKeys({ tenantId }, status, createdAt),
      ...common,
      statusSince: createdAt,
      workflowId: 'workflow',
      counts: { [status]: documents },
    },
    ...waiting,
  ];
}
