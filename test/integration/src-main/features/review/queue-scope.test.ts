import { describe, expect, it } from 'vitest';
import type { QueueInput, QueueRow } from '#shared/contract/review.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aQueueDesk, aReviewer, listIds, sortedAll } from './a-queue-desk.ts';

const tenants = ['northwind', 'alder-finch', 'kestrel', 'quill'];
const dueHours = 24;

describe('filters', { timeout: 120_000 }, () => {
  it('apply to the documents, and show how many were read', async () => {
    const desk = await aQueueDesk();
    const all = await sortedAll(desk, tenants);
    const now = desk.world.clock.now();
    const cases: [Partial<QueueInput>, (one: (typeof all)[number]) => boolean][] = [
      [{ workflowId: 'carrier-invoices' }, ({ workflowId }) => workflowId === 'carrier-invoices'],
      [{ reasons: ['check failed'] }, ({ reasons }) => reasons.includes('check failed')],
      [
        { reasons: ['check failed', 'readers disagree'] },
        ({ reasons }) => reasons.includes('check failed') || reasons.includes('readers disagree'),
      ],
      [{ olderThanMinutes: 600 }, ({ since }) => since <= now - 600 * 60_000],
      [
        { tenantId: 'kestrel', olderThanMinutes: 90 },
        (one) => one.tenantId === 'kestrel' && one.since <= now - 90 * 60_000,
      ],
    ];
    for (const [filter, wanted] of cases) {
      const { rows, pages } = await desk.everyRow({ dueHours, pageSize: 9, ...filter });
      const expected = all.filter(wanted);
      expect(listIds(rows)).toEqual(listIds(expected));
      expect(expected.length).toBeGreaterThan(0);
      expect(pages.at(-1)?.read).toBeGreaterThanOrEqual(expected.length);
      expect(Object.values(pages.at(-1)?.buckets ?? {}).reduce((sum, { count }) => sum + count, 0)).toBe(
        expected.length,
      );
    }
  });

  it('on amounts use the printed total, which stays in the main process', async () => {
    const desk = await aQueueDesk();
    const input = { dueHours, tenantId: 'northwind', workflowId: 'carrier-invoices' };
    const every = await desk.everyRow(input);
    const bounds: [number | undefined, number | undefined][] = [
      [0, 1_000],
      [1_000.000_001, 3_000],
      [3_000.000_001, undefined],
    ];
    const parts = await Promise.all(
      bounds.map(async ([amountFrom, amountTo]) =>
        desk.everyRow({
          ...input,
          ...(amountFrom !== undefined && { amountFrom }),
          ...(amountTo !== undefined && { amountTo }),
        }),
      ),
    );
    const found = parts.flatMap(({ rows }) => listIds(rows));
    const leftOut = parts[0]?.pages.at(-1)?.withoutAmount ?? 0;
    expect(parts.flatMap(({ pages }) => pages.flatMap(({ notAsked }) => notAsked))).toEqual([]);
    expect(new Set(found).size).toBe(found.length);
    expect(found.length + leftOut).toBe(every.rows.length);
    expect(parts.filter(({ rows }) => rows.length > 0).length).toBeGreaterThan(1);
  });
});

describe('the scope of the queue', { timeout: 120_000 }, () => {
  it('covers the person’s tenants, and no other’s', async () => {
    const desk = await aQueueDesk();
    const all = await sortedAll(desk, tenants);
    const mine = ['northwind', 'kestrel'];
    desk.be({ who: aReviewer(mine) });
    const { rows } = await desk.everyRow({ dueHours });
    expect(listIds(rows)).toEqual(listIds(all.filter(({ tenantId }) => mine.includes(tenantId))));
    desk.sent();
    expect(await desk.call('review.queue', { dueHours, tenantId: 'alder-finch' })).toMatchObject({
      failure: { code: 'tenant-out-of-scope', tenantId: 'alder-finch' },
    });
    expect(desk.sent()).toEqual([]);
  });

  it('does not let a person continue another’s reading', async () => {
    const desk = await aQueueDesk();
    const { cursor } = valueOf(await desk.call('review.queue', { dueHours, pageSize: 5 }));
    desk.be({ who: aReviewer(['kestrel']) });
    expect(await desk.call('review.queue', { dueHours, cursor: cursor ?? '' })).toMatchObject({
      failure: { code: 'cursor-refused' },
    });
  });

  it('shows what this person has claimed, and what they may not decide', async () => {
    const desk = await aQueueDesk(aReviewer('*', 'ada'));
    const [first, second, third] = valueOf(await desk.call('review.queue', { dueHours })).rows;
    if (first === undefined || second === undefined || third === undefined) throw new Error('Nothing waits.');
    const keyOf = ({ tenantId, projectId, batchId, documentId }: QueueRow) => ({
      tenantId,
      projectId,
      batchId,
      documentId,
    });
    const until = new Date(desk.world.clock.now() + 3_600_000).toISOString();
    desk.desk.postponed = () => [{ key: keyOf(first), fileName: null, until }];
    desk.desk.drafts = () => [
      {
        key: keyOf(second),
        fileName: null,
        version: 1,
        edits: {},
        comment: '',
        intentKey: 'key-of-intent',
        sent: null,
        savedAt: until,
      },
    ];
    const opinion = (by: string) => ({
      M: { by: { S: by }, corrections: { L: [{ M: { value: { S: 'secret' } } }] } },
    });
    await desk.world.sandbox.aws.world.call('dynamodb', 'UpdateItem', {
      TableName: desk.sent().find(({ operation }) => operation === 'Query')?.input['TableName'],
      Key: {
        PK: { S: `TENANT#${third.tenantId}#BATCH#${third.batchId}` },
        SK: { S: `DOCUMENT#${third.documentId}` },
      },
      UpdateExpression: 'SET opinions = :opinions, assignedTo = :to, assignedBy = :by',
      ExpressionAttributeValues: {
        ':opinions': { L: [opinion('ada')] },
        ':to': { S: 'ada' },
        ':by': { S: 'tomas' },
      },
    });
    const page = valueOf(await desk.call('review.queue', { dueHours }));
    expect(page.rows[0]).toMatchObject({
      postponedUntil: until,
      hasDraft: false,
      whyNot: null,
      step: 'first',
    });
    expect(page.rows[1]).toMatchObject({ postponedUntil: null, hasDraft: true });
    expect(page.rows[2]).toMatchObject({
      step: 'second',
      whyNot: 'You gave the first opinion on this document. A second reviewer decides without seeing it.',
      assigned: { to: 'ada', by: 'tomas', note: null, at: null },
    });
    expect(JSON.stringify(page)).not.toContain('secret');
    desk.be({ who: aReviewer('*', 'bo') });
    expect(valueOf(await desk.call('review.queue', { dueHours })).rows[2]).toMatchObject({
      step: 'second',
      whyNot: null,
    });
  });
});

describe('an unreadable part of the queue', { timeout: 120_000 }, () => {
  it('leaves the other tenants, and says why', async () => {
    const desk = await aQueueDesk();
    const all = await sortedAll(desk, tenants);
    await desk.fail([{ kind: 'throttle', mentions: 'TENANT#northwind#STATUS' }]);
    const { rows, pages } = await desk.everyRow({ dueHours });
    expect(listIds(rows)).toEqual(listIds(all.filter(({ tenantId }) => tenantId !== 'northwind')));
    expect(pages.at(-1)).toMatchObject({
      waitingExact: false,
      notAsked: [{ tenantId: 'northwind', why: expect.stringContaining('slower') as string }],
      buckets: { overdue: { exact: false }, later: { exact: false } },
    });
    expect(await desk.call('review.queue', { dueHours, tenantId: 'northwind' })).toMatchObject({
      failure: { code: 'throttled' },
    });
  });

  it('is a batch whose documents are then reported as missing', async () => {
    const desk = await aQueueDesk();
    const all = await sortedAll(desk, tenants);
    const batchId = all[20]?.batchId ?? '';
    await desk.fail([{ kind: 'throttle', mentions: `BATCH#${batchId}#STATUS` }]);
    const { rows, pages } = await desk.everyRow({ dueHours, pageSize: 10 });
    expect(listIds(rows)).toEqual(listIds(all.filter((one) => one.batchId !== batchId)));
    expect(pages.at(-1)?.notAsked).toEqual([
      { tenantId: all[20]?.tenantId, why: expect.stringContaining(batchId) as string },
    ]);
    expect(pages.at(-1)?.buckets.later.exact).toBe(false);
  });

  it('is the list of the tenants: no other tenants are read in its place', async () => {
    const desk = await aQueueDesk();
    await desk.fail([{ kind: 'throttle', mentions: 'DIRECTORY#TENANTS' }]);
    const page = valueOf(await desk.call('review.queue', { dueHours }));
    expect(page).toMatchObject({ rows: [], cursor: null, waiting: 0, waitingExact: false });
    expect(page.notAsked).toEqual([
      { tenantId: '*', why: expect.stringContaining('Choose a tenant in the top bar.') as string },
    ]);
  });

  it('is everything once the sign-in has expired: what was read before is not lost', async () => {
    const desk = await aQueueDesk();
    const { cursor } = valueOf(await desk.call('review.queue', { dueHours, pageSize: 10 }));
    const next = () => desk.call('review.queue', { dueHours, pageSize: 10, cursor: cursor ?? '' });
    const before = valueOf(await next());
    await desk.fail([{ kind: 'expired-token' }]);
    expect(await desk.call('review.queue', { dueHours })).toMatchObject({
      failure: { code: 'sign-in-expired' },
    });
    await desk.fail([]);
    expect(valueOf(await next()).rows).toEqual(before.rows);
  });
});
