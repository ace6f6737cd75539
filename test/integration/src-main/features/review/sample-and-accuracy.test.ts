import { describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import { tableNames } from '#main/aws/table-names.ts';
import type { SamplePage } from '#shared/contract/review.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aQueueDesk, aReviewer, type QueueDesk } from './a-queue-desk.ts';

type Rows = SamplePage['rows'];
const tenantId = 'kestrel';
const outOfScope = { failure: { code: 'tenant-out-of-scope' } };

async function everySample(desk: QueueDesk, percent: number): Promise<{ rows: Rows; last: SamplePage }> {
  const rows: Rows = [];
  for (let cursor = ''; ;) {
    const page = valueOf(
      await desk.call('review.sample', { tenantId, percent, ...(cursor !== '' && { cursor }) }),
    );
    rows.push(...page.rows);
    if (page.cursor === null) return { rows, last: page };
    ({ cursor } = page);
  }
}

/** Writes what the pipeline writes when a person has checked the document. */
async function check({ world }: QueueDesk, row: Rows[number] | undefined, found: Record<string, string>) {
  const names = tableNames(catalogue.extraction, 'sandbox');
  await world.sandbox.aws.world.call('dynamodb', 'UpdateItem', {
    TableName: names['main'],
    Key: {
      PK: { S: `TENANT#${row?.tenantId}#BATCH#${row?.batchId}` },
      SK: { S: `DOCUMENT#${row?.documentId}` },
    },
    UpdateExpression: 'SET checkedBy = :by, #found = :found',
    ExpressionAttributeNames: { '#found': 'found' },
    ExpressionAttributeValues: {
      ':by': { S: 'ada' },
      ':found': {
        M: Object.fromEntries(Object.entries(found).map(([place, value]) => [place, { S: value }])),
      },
    },
  });
}

describe('the sample', { timeout: 120_000 }, () => {
  it('is one in so many of the automatically accepted documents, newest batches first', async () => {
    const desk = await aQueueDesk();
    const { rows, last } = await everySample(desk, 2);
    const more = await everySample(desk, 10);
    expect(last.accepted).toBeGreaterThan(1_000);
    expect(last.batches).toBeGreaterThan(5);
    expect(Math.abs(rows.length - last.accepted / 50)).toBeLessThan(4 * Math.sqrt(last.accepted / 50));
    const ids = rows.map(({ documentId }) => documentId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(more.last.accepted).toBe(last.accepted);
    const moreIds = new Set(more.rows.map(({ documentId }) => documentId));
    expect(ids.filter((documentId) => !moreIds.has(documentId))).toEqual([]);
    // A batch's id depends on the time it was made.
    const batches = [...new Set(rows.map(({ batchId }) => batchId))];
    expect(batches).toEqual(batches.toSorted().toReversed());
    expect(rows.some(({ score }) => (score ?? 0) > 0.95)).toBe(true);
    expect(desk.receipts[0]).toMatchObject({ pattern: 'extraction.documentScores', index: 'table' });
  });

  it('reads a project once, and says so if a tenant has more projects than were read', async () => {
    const desk = await aQueueDesk();
    const before = await everySample(desk, 5);
    expect(before.last.cut).toBeNull();
    const TableName = tableNames(catalogue.extraction, 'sandbox')['main'];
    const put = (SK: string, more: object) =>
      desk.world.sandbox.aws.world.call('dynamodb', 'PutItem', {
        TableName,
        Item: { PK: { S: `TENANT#${tenantId}` }, SK: { S: SK }, ...more },
      });
    await put('PROJECT#a#SETTINGS', { projectId: { S: 'never-a-project' } });
    await put('PROJECT#dairy#SETTINGS', { projectId: { S: 'dairy' } });
    desk.sent();
    const after = await everySample(desk, 5);
    expect(after.last).toEqual(before.last);
    expect(JSON.stringify(desk.sent())).not.toContain('never-a-project');
    // DynamoDB returns 1 MB a page, so these items make more pages than are read.
    for (let n = 10; n < 30; n += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await put(`PROJECT#zz-${n}`, { note: { S: 'x'.repeat(390_000) } });
    }
    const { cut } = valueOf(await desk.call('review.sample', { tenantId, percent: 5 }));
    expect(cut).toMatch(/^Only \d+ projects of kestrel were read, so newer batches may be missing\.$/);
  });

  it('leaves out what was checked, and counts it', async () => {
    const desk = await aQueueDesk();
    const before = valueOf(await desk.call('review.sample', { tenantId, percent: 5 }));
    await check(desk, before.rows[0], {});
    const after = valueOf(await desk.call('review.sample', { tenantId, percent: 5 }));
    expect(after.rows).toEqual(before.rows.slice(1));
    expect([before.checked, after.checked]).toEqual([0, 1]);
    expect(after.accepted).toBe(before.accepted);
  });

  it('covers the person’s tenants, and its cursor belongs to its own question', async () => {
    const desk = await aQueueDesk();
    const { cursor } = valueOf(await desk.call('review.sample', { tenantId, percent: 5 }));
    expect(await desk.call('review.sample', { tenantId, percent: 6, cursor: cursor ?? '' })).toMatchObject({
      failure: { code: 'cursor-refused' },
    });
    desk.be({ who: aReviewer(['northwind']) });
    desk.sent();
    expect(await desk.call('review.sample', { tenantId, percent: 5 })).toMatchObject(outOfScope);
    expect(desk.sent()).toEqual([]);
  });
});

describe('observed accuracy', { timeout: 120_000 }, () => {
  const workflow = { tenantId, projectId: 'dairy', workflowId: 'milk-delivery-notes' };

  it('is learnt from the reviews of a workflow, and cached for an hour', async () => {
    const desk = await aQueueDesk();
    const [one, other] = await Promise.all([
      desk.call('review.accuracy', workflow),
      desk.call('review.accuracy', workflow),
    ]);
    const accuracy = valueOf(one);
    expect(valueOf(other)).toEqual(accuracy);
    expect(accuracy.documents).toBeGreaterThan(20);
    expect(accuracy.fields.length).toBeGreaterThan(5);
    expect(accuracy.fields.some(({ n, right }) => right < n)).toBe(true);
    for (const { n, verdict } of accuracy.fields) expect(verdict === 'too few').toBe(n < 30);
    expect(desk.receipts).toHaveLength(1);
    expect(desk.receipts[0]?.pages).toBe(desk.sent().length);

    expect(valueOf(await desk.call('review.accuracy', workflow)).readAt).toBe(accuracy.readAt);
    expect(desk.sent()).toEqual([]);
    await desk.world.clock.advance(3_600_001);
    expect(valueOf(await desk.call('review.accuracy', workflow)).readAt).not.toBe(accuracy.readAt);
    expect(desk.receipts).toHaveLength(2);
  });

  it('learns from a check of every field', async () => {
    const desk = await aQueueDesk();
    const { rows } = await everySample(desk, 20);
    const checked = rows.filter(({ workflowId }) => workflowId === workflow.workflowId).slice(0, 32);
    expect(checked).toHaveLength(32);
    for (const [at, row] of checked.entries())
      await check(desk, row, at % 8 === 0 ? { supplier: 'Unknown' } : {});
    const { fields } = valueOf(await desk.call('review.accuracy', workflow));
    const supplier = fields.find(({ field }) => field === 'supplier');
    expect(supplier?.n).toBeGreaterThanOrEqual(32);
    expect((supplier?.n ?? 0) - (supplier?.right ?? 0)).toBeGreaterThanOrEqual(4);
    expect(supplier?.verdict).not.toBe('too few');
  });

  it('is hidden from people without access to the tenant, even when cached', async () => {
    const desk = await aQueueDesk();
    valueOf(await desk.call('review.accuracy', workflow));
    desk.be({ who: aReviewer(['northwind']) });
    expect(await desk.call('review.accuracy', workflow)).toMatchObject(outOfScope);
  });

  it('that could not be read is read again', async () => {
    const desk = await aQueueDesk();
    await desk.fail([{ kind: 'throttle', mentions: '#BATCH#' }]);
    expect(await desk.call('review.accuracy', workflow)).toMatchObject({ failure: { code: 'throttled' } });
    expect(desk.receipts).toHaveLength(1);
    await desk.fail([]);
    expect((await desk.call('review.accuracy', workflow)).ok).toBe(true);
  });
});
