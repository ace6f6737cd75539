import { openIdOrders } from '#main/reads/batches-by-time.ts';
import { describe, expect, it } from 'vitest';
import { passingReader } from '#main/aws/passing-reader.ts';
import type { CatalogueReader } from '#main/aws/reading.ts';
import { costReads } from '#main/features/costs/cost-reads.ts';
import { readDay } from '#main/reads/download-day.ts';
import { runningBatches } from '#main/features/monitor/charts-shelf.ts';
import { readAccuracy } from '#main/features/review/read-accuracy.ts';
import { beginQueue } from '#main/features/review/begin-queue.ts';
import { paidReads } from '#main/reads/paid-reads.ts';
import { todayHandlers } from '#main/features/today/today-handlers.ts';
import { readSample } from '#main/features/workflows/workflow-sample.ts';
import { refusingDoors } from '#main/aws/refusing-doors.ts';
import { aReader } from '#test/builders/a-reader.ts';
import { aSession } from '#test/builders/a-session.ts';

const context = { reference: 'ref', role: 'support', host: 'browser' } as const;
const now = (): number => Date.parse('2026-11-20T14:00:00.000Z');
const workflow = { tenantId: 't', projectId: 'p', workflowId: 'w' };

function partsOf(reader: CatalogueReader) {
  return {
    doors: () => ({ ...refusingDoors('nothing'), reader }),
    session: () => aSession(),
    desk: { drafts: () => [], postponed: () => [] },
    dueHours: () => 24,
    orders: openIdOrders(now),
    now,
  };
}

/** Each is read to its end, or to where it stops, before it is answered. */
const answers: readonly [string, (reader: CatalogueReader) => Promise<unknown>][] = [
  ['batches of today', async (reader) => today(reader)['today.batches']({ tenantId: null }, context)],
  ['groups of today', async (reader) => today(reader)['today.groups']({ tenantId: 't' }, context)],
  ['reviews of today', async (reader) => today(reader)['today.review']({ tenantId: 't' }, context)],
  ['hours of today', async (reader) => today(reader)['today.throughput']({ tenantId: 't' }, context)],
  ['batches that run', runningBatches],
  ['a day of downloads', (reader) => readDay('2026-11-20', { reader, now: now() })],
  [
    'a period of costs',
    (reader) =>
      costReads({ reader, sleep: () => Promise.resolve() }).run(
        'extraction.tenants',
        {},
        {},
        new AbortController().signal,
      ),
  ],
  [
    'what there is to review',
    (reader) =>
      beginQueue(
        { dueHours: 24 },
        {
          reader,
          reads: paidReads({ pattern: 'extraction.documentsToReview', index: 'GSI2' }, now),
          who: null,
          now: now(),
        },
      ),
  ],
  ['how often readers were right', async (reader) => readAccuracy(partsOf(reader))(workflow, context)],
  ['a sample', async (reader) => readSample(partsOf(reader))({ ...workflow, most: 100 }, context)],
];

function today(reader: CatalogueReader) {
  return todayHandlers(partsOf(reader));
}

describe('the places of what is read within one answer', () => {
  it.each(answers)('are none of an open list: %s', async (_what, answer) => {
    const { reader, asked } = aReader([[]]);
    await answer(reader);
    expect(asked.length).toBeGreaterThan(0);
    const [first] = asked;
    expect(first?.options.places).toBeDefined();
    expect(new Set(asked.map(({ options }) => options.places)).size).toBe(1);
  });

  it('are those of that answer alone, beside what else was asked for', async () => {
    const { reader, asked } = aReader([[]]);
    const options = { pageSize: 5, consistent: true };
    await passingReader(reader).run('extraction.tenants', {}, options);
    await passingReader(reader).run('extraction.tenants', {});
    expect(asked[0]?.options).toMatchObject(options);
    expect(asked[0]?.options.places).not.toBe(asked[1]?.options.places);
  });
});
