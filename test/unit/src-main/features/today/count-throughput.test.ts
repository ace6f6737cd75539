import { describe, expect, it } from 'vitest';
import type { StoredItem } from '#main/aws/dynamodb/reading.ts';
import { anExtractionItem } from '#test/builders/an-extraction-item.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aBatchItem, buildDirectory, aSeries, aTodayWorld, context, denied, today } from './a-today-world.ts';

const hour = 3_600_000;
const person = { id: 'one', name: 'One', role: 'support' as const, tenants: ['t'] };

describe('throughput of all tenants', () => {
  it('is one question to CloudWatch, aligned to hours', async () => {
    const { handlers, asked, metricsAsked } = aTodayWorld({
      metrics: (of) =>
        aSeries(of, ({ dimensions }) => (dimensions['Outcome'] === 'SUCCEEDED' ? [[today - hour, 12]] : [])),
    });
    const told = valueOf(await handlers['today.throughput']({ tenantId: null }, context));
    expect(asked).toEqual([]);
    expect(metricsAsked).toHaveLength(1);
    expect(metricsAsked[0]).toMatchObject({
      from: today - 23 * hour,
      to: today + hour,
      periodSeconds: 3_600,
    });
    expect(metricsAsked[0]?.queries.map(({ metric, statistic }) => [metric.name, statistic])).toEqual([
      ['DocumentsEnded', 'Sum'],
      ['DocumentsEnded', 'Sum'],
      ['DocumentsEnded', 'Sum'],
    ]);
    expect(told).toMatchObject({ from: 'metrics', calls: 1, isAtLeast: false, problems: [] });
    expect(told.hours[22]).toMatchObject({ succeeded: 12, review: null, failed: null });
    expect(told.hours[23]).toMatchObject({ succeeded: null });
  });

  it('passes on CloudWatch’s own message', async () => {
    const { handlers } = aTodayWorld({ metrics: (of) => aSeries(of, () => [], 'There is more.') });
    expect(valueOf(await handlers['today.throughput']({ tenantId: null }, context))).toMatchObject({
      isAtLeast: true,
      problems: ['There is more.'],
    });
  });

  it('fails if CloudWatch is denied, and only this part', async () => {
    const { handlers } = aTodayWorld({ answer: ({ name }) => (name === 'tenants' ? buildDirectory(1) : []) });
    expect(await handlers['today.throughput']({ tenantId: null }, context)).toMatchObject({
      failure: { code: 'throttled' },
    });
    expect(await handlers['today.batches']({ tenantId: null }, context)).toMatchObject({ ok: true });
  });
});

describe('throughput of one tenant, and for a person with some', () => {
  const projects = [
    { PK: { S: 'TENANT#t' }, SK: { S: 'PROJECT#p1' } },
    { PK: { S: 'TENANT#t' }, SK: { S: 'PROJECT#p2' } },
  ].map(anExtractionItem);
  const batchesOf = (projectId: string, ...hours: number[]) =>
    hours.map((hoursAgo) =>
      aBatchItem({ projectId, batchId: `${projectId}-${hoursAgo}`, hoursAgo, counts: { SUCCEEDED: 1 } }),
    );

  it('comes from batches, in whatever order their ids are', async () => {
    for (const of of [{ tenantId: 't' }, { tenantId: null }]) {
      const { handlers, asked, metricsAsked } = aTodayWorld({
        who: person,
        answer({ name, params, options }) {
          if (name === 'projectsOfTenant') return projects;
          const isFirst = options.cursor === undefined;
          if (params['projectId'] === 'p1')
            return isFirst ? { more: batchesOf('p1', 1, 30) } : batchesOf('p1', 40, 2);
          return isFirst ? { more: batchesOf('p2', 1) } : batchesOf('p2', 20);
        },
      });
      // oxlint-disable-next-line no-await-in-loop -- each has a world of its own
      const told = valueOf(await handlers['today.throughput'](of, context));
      expect(metricsAsked).toEqual([]);
      // One call lists the projects, and two read both pages of each, because a batch that is too old says
      // nothing about those after it.
      expect(asked).toHaveLength(5);
      expect(told).toMatchObject({ from: 'batches', calls: 5, isAtLeast: false, problems: [] });
      expect(told.hours.reduce((sum, { succeeded }) => sum + (succeeded ?? 0), 0)).toBe(4);
      expect(told.hours[22]?.succeeded).toBe(2);
    }
  });

  /** Returns the item as another program might have written it. */
  const without = (name: string, item: StoredItem): StoredItem => ({
    ...item,
    attributes: { ...item.attributes, [name]: { NULL: true } },
  });
  const toldOf = async (items: readonly StoredItem[]) => {
    const { handlers } = aTodayWorld({
      answer: ({ name }) => (name === 'projectsOfTenant' ? projects.slice(0, 1) : items),
    });
    const told = valueOf(await handlers['today.throughput']({ tenantId: 't' }, context));
    return told;
  };

  it('is a lower bound if a batch has no time, and names the batches', async () => {
    const items = batchesOf('p1', 1, 2, 3, 4, 5);
    const [first, ...others] = items;
    expect(
      await toldOf([...others, without('createdAt', first ?? aBatchItem({ batchId: 'b' }))]),
    ).toMatchObject({
      isAtLeast: true,
      problems: ['Without a readable time, so in no hour: the batch p1-1 of t.'],
    });
    const { hours, problems } = await toldOf(items.map((item) => without('createdAt', item)));
    expect(hours.every(({ succeeded }) => succeeded === 0)).toBe(true);
    expect(problems).toEqual([
      'Without a readable time, so in no hour: the batch p1-1 of t, the batch p1-2 of t, the batch p1-3 of t and 2 more.',
    ]);
  });

  it('is a lower bound if a batch’s counts could not be read, if it came in these hours', async () => {
    const [young, old] = batchesOf('p1', 1, 30).map((item) => without('counts', item));
    expect(await toldOf(young === undefined ? [] : [young])).toMatchObject({
      isAtLeast: true,
      problems: ['Without readable counts, so counted too low: the batch p1-1 of t.'],
    });
    expect(await toldOf(old === undefined ? [] : [old])).toMatchObject({ isAtLeast: false, problems: [] });
  });

  it('says what is too much, and what could not be read', async () => {
    const aThousand = batchesOf('p1', ...Array.from({ length: 1_000 }, () => 1));
    const { handlers, asked } = aTodayWorld({
      answer({ name, params }) {
        if (name === 'projectsOfTenant') return projects;
        return params['projectId'] === 'p1' ? { more: aThousand } : denied('p2');
      },
    });
    const told = valueOf(await handlers['today.throughput']({ tenantId: 't' }, context));
    expect(asked).toHaveLength(1 + 5 + 1);
    expect(told.isAtLeast).toBe(true);
    expect(told.problems).toEqual([
      'Not read: the batches of the project p2 of t. You may not read p2.',
      'Too many for this page: the batches of the project p1 of t.',
    ]);
  });
});
