import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Throughput, TodayBatches } from '#shared/contract/today.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aTodayDesk, type TodayDesk } from './a-today-desk.ts';
import { everyBatch, everyDocument } from '../summed-directly.ts';

const minute = 60_000;

it('figures follow a batch that is run again to its end', { timeout: 120_000 }, async () => {
  const desk = await aTodayDesk();
  await desk.world.ask('POST', '/_local/traffic', { body: { paused: true } });
  const before = valueOf(await desk.call('today.batches', 'northwind'));
  const throttled = valueOf(await desk.call('today.groups', 'northwind')).groups.find(
    ({ code }) => code === 'ThrottlingException',
  );
  const batchId = throttled?.batchId ?? '';
  const ended = endedIn(valueOf(await desk.call('today.throughput')));
  const documentIds = await runAgain(desk, batchId);
  expect(documentIds.length).toBeGreaterThan(0);

  const during = await until(desk, ({ running }) => running.batches.count > 0);
  expect(during.running.newest.map((one) => one.batchId)).toEqual([batchId]);
  expect(during.failed.batches.count).toBe(before.failed.batches.count - 1);
  expect(during.failed.newest.map((one) => one.batchId)).not.toContain(batchId);
  expect(during.byTenant[0]?.running).toEqual({ count: 1, isAtLeast: false });

  const after = await until(desk, ({ running }) => running.batches.count === 0);
  const all = await everyBatch(desk.open, ['northwind']);
  const own = all.find(({ batch }) => batch.batchId === batchId);
  const isFailed = own?.indexed?.status === 'FAILED';
  expect(after.failed.batches.count).toBe(before.failed.batches.count - (isFailed ? 0 : 1));
  expect(after.failed.lastHour.count).toBe(isFailed ? 1 : 0);
  // Documents that arrived before the traffic was paused may end in the meantime.
  expect(endedIn(valueOf(await desk.call('today.throughput')))).toBeGreaterThanOrEqual(
    ended + documentIds.length,
  );
});

function endedIn({ hours }: Throughput): number {
  return hours.reduce(
    (sum, { succeeded, review, failed }) => sum + (succeeded ?? 0) + (review ?? 0) + (failed ?? 0),
    0,
  );
}

/** Reprocesses through the pipelines' own API, as support would. */
async function runAgain({ open, world }: TodayDesk, batchId: string): Promise<readonly string[]> {
  const own = (await everyBatch(open, ['northwind'])).filter(({ batch }) => batch.batchId === batchId);
  const documents = await everyDocument(open, own);
  const documentIds = documents
    .filter(({ document }) => document.status === 'FAILED')
    .map(({ document }) => document.documentId);
  const { body } = await world.ask('GET', '/_local/world');
  const { personas } = body as {
    readonly personas: readonly { readonly id: string; readonly token: string }[];
  };
  const token = personas.find(({ id }) => id === 'support')?.token ?? '';
  const { status } = await world.ask('POST', `/pipeline/v1/batches/${batchId}/reprocess`, {
    body: { documentIds },
    token,
    headers: { 'idempotency-key': randomUUID() },
  });
  expect(status).toBeLessThan(300);
  return documentIds;
}

async function until(desk: TodayDesk, is: (told: TodayBatches) => boolean): Promise<TodayBatches> {
  for (let quarters = 0; quarters < 60; quarters += 1) {
    const told = valueOf(await desk.call('today.batches', 'northwind'));
    if (is(told)) return told;
    await desk.world.clock.advance(minute / 4);
  }
  throw new Error('It did not come to that within a quarter of an hour.');
}
