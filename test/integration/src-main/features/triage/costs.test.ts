import { describe, expect, it } from 'vitest';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aDesk, type Desk } from './a-desk.ts';

const northwind = { tenantId: 'northwind' };

async function failedBatch({ call }: Desk) {
  const page = valueOf(await call('batches.byStatus', { ...northwind, status: 'FAILED' }));
  const batch = page.rows.find(({ counts }) => (counts.FAILED ?? 0) > 2);
  if (batch === undefined) throw new Error('The told world has no batch with failed documents.');
  return batch;
}

// The SDK is loaded once, which takes a while on a busy machine.
describe('the cost of looking', { timeout: 60_000 }, () => {
  it('is one query of half a unit for a batch by its id', async () => {
    const desk = await aDesk();
    const { batchId } = await failedBatch(desk);
    desk.sent();
    const answer = await desk.call('lookup.find', { asks: [{ kind: 'batch', id: batchId }] });
    expect(valueOf(answer).lookup).toMatchObject({ found: 'batch', batch: { batchId, problems: [] } });
    expect(answer).toMatchObject({ receipt: { pages: 1, items: 1, rru: 0.5 } });
    expect(desk.sent()).toEqual(['Query GSI3']);
    expect(valueOf(await desk.call('batches.byId', { batchId }))).toMatchObject({ batchId });
    expect(desk.sent()).toEqual(['Query GSI3']);
    expect(desk.receipts.slice(-2).every(({ rru }) => rru <= 1)).toBe(true);
  });

  it('is one query for a page of failed batches, and one for a page of its failed documents', async () => {
    const desk = await aDesk();
    const { batchId, counts } = await failedBatch(desk);
    expect(desk.sent()).toEqual(['Query GSI2']);
    const key = { ...northwind, batchId };
    const documents = await desk.call('documents.byStatus', { ...key, status: 'FAILED', pageSize: 100 });
    expect(desk.sent()).toEqual(['Query GSI2']);
    const { rows, cursor, throttled } = valueOf(documents);
    expect({ rows: rows.length, cursor, throttled }).toEqual({
      rows: counts.FAILED,
      cursor: null,
      throttled: 0,
    });
    expect(
      rows.every(({ status, error, problems }) => status === 'FAILED' && error !== null && !problems[0]),
    ).toBe(true);
    expect(documents.receipt?.rru).toBeLessThanOrEqual(rows.length);
  });

  it('is one request each for the base table, a document, its passport and the deliveries', async () => {
    const desk = await aDesk();
    const { batchId, projectId } = await failedBatch(desk);
    const key = { ...northwind, batchId };
    desk.sent();
    const all = valueOf(await desk.call('documents.ofBatch', { ...key, pageSize: 100 }));
    expect(desk.sent()).toEqual(['Query']);
    const { documentId } = all.rows.find(({ status }) => status === 'SUCCEEDED') ?? { documentId: '' };
    const open = valueOf(await desk.call('documents.read', { ...key, documentId }));
    expect(desk.sent()).toEqual(['GetItem']);
    const [field] = open.fields;
    const asked = { ...key, documentId, field: field?.name ?? '' };
    const revealed = valueOf(await desk.call('documents.reveal', asked));
    expect(desk.sent()).toEqual(['GetItem']);
    expect(revealed.value).not.toBe('');
    expect(JSON.stringify([all, open])).not.toContain(revealed.value);
    const passport = valueOf(await desk.call('documents.passport', { ...northwind, documentId }));
    expect(passport.rows.map(({ what }) => what)).toContain('processed');
    expect(desk.sent()).toEqual(['Query']);
    valueOf(await desk.call('batches.deliveries', key));
    expect(desk.sent()).toEqual(['Query']);
    valueOf(await desk.call('batches.read', { ...key, projectId }));
    expect(desk.sent()).toEqual(['GetItem']);
  });

  it('includes throttled calls that are tried again, and those that fail in the end', async () => {
    const desk = await aDesk();
    const { faults } = desk.world.sandbox.aws.world;
    faults.set([{ id: 'x', kind: 'throttle', service: 'dynamodb', times: 2 }]);
    const page = valueOf(await desk.call('batches.byStatus', { ...northwind, status: 'FAILED' }));
    expect(page.throttled).toBe(2);
    faults.set([{ id: 'x', kind: 'throttle', service: 'dynamodb' }]);
    expect(await desk.call('batches.byStatus', { ...northwind, status: 'FAILED' })).toMatchObject({
      failure: { code: 'throttled', attempts: 8 },
    });
    expect(await desk.call('lookup.find', { asks: [{ kind: 'batch', id: 'batch-1' }] })).toMatchObject({
      failure: { code: 'throttled' },
    });
  });

  it('is nothing for an invalid id, and an absent one is reported as absent', async () => {
    const desk = await aDesk();
    desk.sent();
    for (const id of ['a#b', '\ud800', 'é'.repeat(1_500)]) {
      expect(await desk.call('lookup.find', { asks: [{ kind: 'batch', id }] })).toMatchObject({
        failure: { code: 'invalid-input' },
      });
    }
    expect(await desk.call('batches.byId', { batchId: '' })).toMatchObject({
      failure: { code: 'invalid-input' },
    });
    expect(await desk.call('lookup.find', { asks: [{ kind: 'e-mail', id: 'absent' }] })).toMatchObject({
      failure: { code: 'invalid-input' },
    });
    expect(desk.sent()).toEqual([]);
    const unknown = await desk.call('lookup.find', { asks: [{ kind: 'batch', id: 'batch-unknown' }] });
    expect(unknown).toMatchObject({
      value: {
        lookup: { found: 'nothing' },
        asked: [{ ask: { kind: 'batch' }, receipt: { index: 'GSI3' } }],
      },
      receipt: { items: 0, rru: 0.5 },
    });
    const absent = await desk.call('batches.byId', { batchId: 'batch-unknown' });
    expect(absent).toMatchObject({ failure: { code: 'not-found' } });
    expect(desk.sent()).toEqual(['Query GSI3', 'Query GSI3']);
    expect(desk.receipts.at(-1)).toMatchObject({ items: 0, rru: 0.5 });
  });
});
