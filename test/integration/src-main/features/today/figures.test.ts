import { GetMetricDataCommand } from '@aws-sdk/client-cloudwatch';
import { describe, expect, it } from 'vitest';
import { reviewBuckets } from '#shared/contract/today.ts';
import type { DocumentStatus } from '#shared/domain/statuses.ts';
import { failureGroups } from '#shared/domain/failure-groups.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aTodayDesk } from './a-today-desk.ts';
import { everyBatch, everyDocument, type DirectBatch } from '../summed-directly.ts';

const tenants = ['northwind', 'alder-finch', 'kestrel', 'quill'];
const hour = 3_600_000;

function inStatus(batches: readonly DirectBatch[], status: string): DirectBatch[] {
  return batches
    .filter(({ indexed }) => indexed?.status === status)
    .toSorted((a, b) => (b.indexed?.at ?? 0) - (a.indexed?.at ?? 0));
}

function documentsIn(batches: readonly DirectBatch[], status: DocumentStatus): number {
  return batches.reduce((sum, { batch }) => sum + (batch.counts[status] ?? 0), 0);
}

describe('figures of today', { timeout: 120_000 }, () => {
  it('equal those of the table, summed up batch by batch', async () => {
    const desk = await aTodayDesk();
    const now = desk.world.clock.now();
    const direct = await everyBatch(desk.open, tenants);
    for (const scope of [null, ...tenants]) {
      const own = direct.filter(({ batch }) => scope === null || batch.tenantId === scope);
      const [failed = [], running = [], review = []] = ['FAILED', 'PROCESSING', 'REVIEW_REQUIRED'].map(
        (status) => inStatus(own, status),
      );
      const counted = valueOf(await desk.call('today.batches', scope));
      expect(counted.failed.batches).toEqual({ count: failed.length, isAtLeast: false });
      expect(counted.failed.documents.count).toBe(documentsIn(failed, 'FAILED'));
      expect(counted.failed.lastHour.count).toBe(
        failed.filter(({ indexed }) => (indexed?.at ?? 0) >= now - hour).length,
      );
      expect(counted.running.batches.count).toBe(running.length);
      expect(counted.review.batches.count).toBe(review.length);
      expect(counted.review.documents.count).toBe(
        documentsIn([...failed, ...running, ...review], 'REVIEW_REQUIRED'),
      );
      expect(counted.failed.newest.map(({ batchId }) => batchId)).toEqual(
        failed.slice(0, 12).map(({ batch }) => batch.batchId),
      );
      expect(counted.problems).toEqual([]);
    }
    const { byTenant, failed, review } = valueOf(await desk.call('today.batches'));
    expect(byTenant.reduce((sum, one) => sum + (one.failed?.count ?? 0), 0)).toBe(failed.batches.count);
    expect(byTenant.reduce((sum, one) => sum + (one.waiting?.count ?? 0), 0)).toBe(review.documents.count);
  });

  it('group the failures of the newest failed batches as their own page does', async () => {
    const desk = await aTodayDesk();
    const direct = await everyBatch(desk.open, ['northwind']);
    const newest = inStatus(direct, 'FAILED')
      .filter(({ batch }) => batch.counts.FAILED !== 0)
      .slice(0, 5);
    const documents = (await everyDocument(desk.open, newest)).map(({ document }) => document);
    const expected = failureGroups(documents.filter(({ status }) => status === 'FAILED'));
    const grouped = valueOf(await desk.call('today.groups', 'northwind'));
    const pick = ({
      fingerprint,
      firstAt,
      lastAt,
    }: (typeof expected)[number] | (typeof grouped.groups)[number]) =>
      [fingerprint, firstAt, lastAt].join(' ');
    expect(grouped.groups.map(pick).toSorted()).toEqual(expected.map(pick).toSorted());
    expect(expected.length).toBeGreaterThan(2);
    expect(grouped.documentsRead).toEqual({
      count: expected.reduce((sum, one) => sum + one.documents.length, 0),
      isAtLeast: false,
    });
    for (const { batchId, fingerprint } of grouped.groups) {
      const own = failureGroups(documents.filter((one) => one.batchId === batchId));
      expect(own.map((one) => one.fingerprint)).toContain(fingerprint);
    }
  });

  it('put every waiting document into one bucket', async () => {
    const desk = await aTodayDesk({ dueHours: 8 });
    const now = desk.world.clock.now();
    const direct = await everyBatch(desk.open, tenants);
    const waiting = direct.filter(
      ({ batch, indexed }) => indexed !== null && batch.counts.REVIEW_REQUIRED !== 0,
    );
    const documents = await everyDocument(desk.open, waiting);
    for (const scope of [null, 'northwind']) {
      const hours = documents
        .filter(({ document, indexed }) => {
          return indexed?.status === 'REVIEW_REQUIRED' && (scope === null || document.tenantId === scope);
        })
        .map(({ indexed }) => (now - (indexed?.at ?? 0)) / hour);
      const told = valueOf(await desk.call('today.review', scope));
      const between = (from: number, until: number) =>
        hours.filter((one) => one >= from && one < until).length;
      expect(reviewBuckets.map((name) => told.buckets[name].count)).toEqual([
        between(-1, 1),
        between(1, 4),
        between(4, 24),
        between(24, Infinity),
      ]);
      expect(told.overdue).toEqual({ count: between(8, Infinity), isAtLeast: false });
      expect(Date.parse(told.oldestAt ?? '')).toBe(Math.round(now - Math.max(...hours) * hour));
      expect(told.documentsRead).toBe(hours.length);
      expect(hours.length).toBeGreaterThan(20);
    }
  });

  it('count finished documents as CloudWatch does, minute by minute', async () => {
    const desk = await aTodayDesk();
    const told = valueOf(await desk.call('today.throughput'));
    const { hours } = told;
    const from = Date.parse(hours[0]?.at ?? '');
    const outcomes = { succeeded: 'SUCCEEDED', review: 'REVIEW_REQUIRED', failed: 'FAILED' } as const;
    const { MetricDataResults = [] } = await desk.world.cloudwatch.send(
      new GetMetricDataCommand({
        StartTime: new Date(from),
        EndTime: new Date(from + 24 * hour),
        MetricDataQueries: Object.entries(outcomes).map(([Id, Value]) => ({
          Id,
          MetricStat: {
            Metric: {
              Namespace: 'Autowired',
              MetricName: 'DocumentsEnded',
              Dimensions: [{ Name: 'Outcome', Value }],
            },
            Period: 60,
            Stat: 'Sum',
          },
        })),
      }),
    );
    for (const name of ['succeeded', 'review', 'failed'] as const) {
      const { Values = [] } = MetricDataResults.find(({ Id }) => Id === name) ?? {};
      const sum = Values.reduce((whole, value) => whole + value, 0);
      expect(hours.reduce((whole, one) => whole + (one[name] ?? 0), 0)).toBe(sum);
      expect(sum).toBeGreaterThan(0);
    }
    expect(told).toMatchObject({ from: 'metrics', isAtLeast: false, calls: 1 });
  });

  it('count documents that came in a tenant’s batches, finished or not', async () => {
    const desk = await aTodayDesk();
    const direct = await everyBatch(desk.open, ['kestrel']);
    const told = valueOf(await desk.call('today.throughput', 'kestrel'));
    const from = Date.parse(told.hours[0]?.at ?? '');
    const came = direct.filter(({ batch }) => Date.parse(batch.createdAt ?? '') >= from);
    expect(came.length).toBeGreaterThan(0);
    expect(told.hours.reduce((sum, { succeeded }) => sum + (succeeded ?? 0), 0)).toBe(
      documentsIn(came, 'SUCCEEDED'),
    );
    expect(told.hours.reduce((sum, { failed }) => sum + (failed ?? 0), 0)).toBe(documentsIn(came, 'FAILED'));
    expect(told).toMatchObject({ from: 'batches', isAtLeast: false, problems: [] });
  });
});
