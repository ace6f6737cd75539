import { describe, expect, it } from 'vitest';
import type { StoredItem } from '#main/aws/reading.ts';
import { anExtractionItem } from '#test/builders/an-extraction-item.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aBatchItem, aDirectoryOf, aSeries, aTodayWorld, context, denied, today } from './a-today-world.ts';

const hour = 3_600_000;
const somebody = { id: 'one', name: 'One', role: 'support' as const, tenants: ['t'] };

describe('of all tenants', () => {
  it('is one question to CloudWatch, on the borders of hours', async () => {
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

  it('says what CloudWatch says of it', async () => {
    const { handlers } = aTodayWorld({ metrics: (of) => aSeries(of, () => [], 'There is more.') });
    expect(valueOf(await handlers['today.throughput']({ tenantId: null }, context))).toMatchObject({
      isAtLeast: true,
      problems: ['There is more.'],
    });
  });

  it('is a failure where CloudWatch is closed, and of this part alone', async () => {
    const { handlers } = aTodayWorld({ answer: ({ name }) => (name === 'tenants' ? aDirectoryOf(1) : []) });
    expect(await handlers['today.throughput']({ tenantId: null }, context)).toMatchObject({
      failure: { code: 'throttled' },
    });
    expect(await handlers['today.batches']({ tenantId: null }, context)).toMatchObject({ ok: true });
  });
});

describe('of one tenant, and for who sees only some', () => {
  const projects = [
    { PK: { S: 'TENANT#t' }, SK: { S: 'PROJECT#p1' } },
    { PK: { S: 'TENANT#t' }, SK: { S: 'PROJECT#p2' } },
  ].map(anExtractionItem);
  const batchesOf = (projectId: string, ...hours: number[]) =>
    hours.map((hoursAgo) =>
      aBatchItem({ projectId, batchId: `${projectId}-${hoursAgo}`, hoursAgo, counts: { SUCCEEDED: 1 } }),
    );

  it('is what batches say, read no further than their hours', async () => {
    for (const of of [{ tenantId: 't' }, { tenantId: null }]) {
      const { handlers, asked, metricsAsked } = aTodayWorld({
        who: somebody,
        answer({ name, params, options }) {
          if (name === 'projectsOfTenant') return projects;
          if (params['projectId'] === 'p1') return { more: batchesOf('p1', 1, 2, 30) };
          return options.cursor === undefined ? { more: batchesOf('p2', 1) } : batchesOf('p2', 20);
        },
      });
      // oxlint-disable-next-line no-await-in-loop -- each has a world of its own
      const told = valueOf(await handlers['today.throughput'](of, context));
      expect(metricsAsked).toEqual([]);
      // The projects; one page of the first, whose last is too old; two pages of the second.
      expect(asked).toHaveLength(4);
      expect(told).toMatchObject({ from: 'batches', calls: 4, isAtLeast: false, problems: [] });
      expect(told.hours.reduce((sum, { succeeded }) => sum + (succeeded ?? 0), 0)).toBe(4);
      expect(told.hours[22]?.succeeded).toBe(2);
    }
  });

  /** As if somebody else had written it, in another way. */
  const without = (name: string, item: StoredItem): StoredItem => ({
    ...item,
    attributes: { ...item.attributes, [name]: { NULL: true } },
  });
  const toldOf = async (...pages: readonly (readonly StoredItem[])[]) => {
    const { handlers, asked } = aTodayWorld({
      answer({ name, options }) {
        if (name === 'projectsOfTenant') return projects.slice(0, 1);
        const page = pages[options.cursor === undefined ? 0 : 1] ?? [];
        return pages.length > 1 && options.cursor === undefined ? { more: page } : page;
      },
    });
    const told = valueOf(await handlers['today.throughput']({ tenantId: 't' }, context));
    return { ...told, pages: asked.length - 1 };
  };

  it('is at least that where a batch does not say when it came, which batches it names', async () => {
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

  it('reads no further for one that does not say when it came', async () => {
    const last = aBatchItem({ projectId: 'p1', batchId: 'last', hoursAgo: 40 });
    const read = await toldOf([...batchesOf('p1', 1, 30), without('createdAt', last)], batchesOf('p1', 50));
    expect(read.pages).toBe(1);
  });

  it('is at least that where a batch’s counts could not be read, if it came in these hours', async () => {
    const [young, old] = batchesOf('p1', 1, 30).map((item) => without('counts', item));
    expect(await toldOf(young === undefined ? [] : [young])).toMatchObject({
      isAtLeast: true,
      problems: ['Without readable counts, so counted too low: the batch p1-1 of t.'],
    });
    expect(await toldOf(old === undefined ? [] : [old])).toMatchObject({ isAtLeast: false, problems: [] });
  });

  it('says what is too many, and what could not be read', async () => {
    const { handlers, asked } = aTodayWorld({
      answer({ name, params }) {
        if (name === 'projectsOfTenant') return projects;
        return params['projectId'] === 'p1' ? { more: batchesOf('p1', 1) } : denied('p2');
      },
    });
    const told = valueOf(await handlers['today.throughput']({ tenantId: 't' }, context));
    expect(asked).toHaveLength(1 + 4 + 1);
    expect(told.isAtLeast).toBe(true);
    expect(told.problems).toEqual([
      'Not read: the batches of the project p2 of t. You may not read p2.',
      'Too many for this page: the batches of the project p1 of t.',
    ]);
  });
});
