import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { ok } from '#shared/contract/result.ts';
import { readPastedId, type IdKind } from '#shared/domain/recognise-id.ts';
import { planExecution } from '#main/jobs/plans/plan-execution.ts';
import { readsSoFar } from '#main/reads/paid-reads.ts';
import { scopedDoors } from '#main/aws/scope/scoped-doors.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { buildPerson } from '#test/unit/src-main/aws/scope/a-person.ts';
import { aDesk, type Desk } from './a-desk.ts';

const uuid = 'f47ac10b-58cc-4372-a567-0e02b2c3d479';
const table = 'autowired-sandbox';

const anyForm = [
  'KB-big-900',
  uuid,
  '01JC9NZK41RDV5T2M8Q6W3X7YZ',
  '4711',
  'поставка 7',
  'a/b%2Fc:d?e',
  'KB(1)',
  'KB-1.',
  'x'.repeat(256),
  '批'.repeat(200),
  'KB-r2',
];

/**
 * The batch has the domain's keys and no attribute but the status, because another pipeline writes what it
 * likes.
 */
async function plantBatch({ world }: Desk, batchId: string, tenantId = 'acme', more: object = {}) {
  const Item = {
    PK: { S: `TENANT#${tenantId}#PROJECT#p-of-${tenantId}` },
    SK: { S: `BATCH#${batchId}` },
    GSI3PK: { S: batchId },
    GSI3SK: { S: 'BATCH' },
    status: { S: 'FAILED' },
    ...more,
  };
  await world.dynamodb.send(new PutItemCommand({ TableName: table, Item }));
}

/** Looks up the pasted text as the page does. */
async function paste(desk: Desk, pasted: string, as?: IdKind) {
  desk.sent();
  const answer = await desk.call('lookup.find', { asks: [...readPastedId(pasted, as).asks] });
  const sent = desk.sent();
  return { answer: valueOf(answer), sent, rru: answer.receipt?.rru };
}

describe('an id of another deployment', { timeout: 60_000 }, () => {
  it('finds its batch by one query of half a unit, whatever it looks like', async () => {
    const desk = await aDesk();
    for (const batchId of anyForm) {
      await plantBatch(desk, batchId);
      const { answer, sent } = await paste(desk, batchId);
      expect(answer.lookup).toMatchObject({ found: 'batch', batch: { tenantId: 'acme', batchId } });
      // A full stop at the end may end a sentence, so the id is first looked up without it, in vain.
      const queries = batchId.endsWith('.') ? 2 : 1;
      expect(sent).toEqual(Array.from({ length: queries }, () => 'Query GSI3'));
      expect(answer.asked.every(({ receipt }) => receipt?.rru === 0.5)).toBe(true);
    }
  });

  it('finds a batch whose id looks like that of a document, a file, a download batch or a tenant', async () => {
    const desk = await aDesk();
    for (const batchId of ['doc-900', 'positions-2026-02-28', `batch-2026-02-28-${uuid}`, 'tenant-900']) {
      await plantBatch(desk, batchId);
      const { answer, rru } = await paste(desk, batchId);
      expect(answer.lookup).toMatchObject({ found: 'batch', batch: { batchId } });
      expect(rru).toBeLessThanOrEqual(1);
    }
  });

  it('distinguishes ids that differ only in case', async () => {
    const desk = await aDesk();
    await plantBatch(desk, 'KB-a');
    expect((await paste(desk, 'KB-A')).answer.lookup).toEqual({ found: 'nothing' });
  });

  it('may be a file or a download batch of any form', async () => {
    const desk = await aDesk();
    const put = (TableName: string, Item: Record<string, { S: string }>) =>
      desk.world.dynamodb.send(new PutItemCommand({ TableName, Item }));
    await put('data-download-jobs', {
      FileID: { S: 'F 77' },
      Status: { S: 'failed' },
      BatchID: { S: 'D 9' },
    });
    await put('data-download-batches', { BatchID: { S: 'D 9' }, Status: { S: 'queued' } });
    const file = await paste(desk, 'F 77');
    expect(file.answer.lookup).toMatchObject({ found: 'file', fileId: 'F 77', batchId: 'D 9' });
    expect(file.sent).toEqual(['Query GSI3', 'GetItem']);
    const batch = await paste(desk, 'D 9');
    expect(batch.answer.lookup).toMatchObject({ found: 'download batch', batchId: 'D 9', status: 'queued' });
    expect(batch).toMatchObject({ sent: ['Query GSI3', 'GetItem', 'GetItem'], rru: 1.5 });
  });

  it('that exists nowhere says what was searched and what was not, at half a unit a question', async () => {
    const desk = await aDesk();
    const { answer, sent, rru } = await paste(desk, uuid);
    expect(answer.lookup).toEqual({ found: 'nothing' });
    expect(answer.asked.map(({ ask, receipt }) => [ask.kind, receipt?.rru])).toEqual([
      ['batch', 0.5],
      ['message', 0.5],
      ['file', 0.5],
      ['download batch', 0.5],
    ]);
    expect(answer.unasked.map(({ ask, why }) => [ask.kind, why])).toEqual([['document', 'no-index']]);
    expect(sent).toEqual(['Query GSI3', 'BatchGetItem', 'GetItem', 'GetItem']);
    expect(rru).toBe(2);
  });

  it('of an execution leads to the run, by its name or its ARN, with a batch id of any form', async () => {
    const desk = await aDesk();
    const prefix = 'arn:aws:states:local:000000000000:execution:autowire-batch-processing-sandbox:';
    for (const batchId of ['KB-big-900', 'KB-big-900-r2', 'größe@7', uuid]) {
      await plantBatch(desk, batchId, 'acme', { run: { N: '4' } });
      for (const pasted of [`${prefix}${batchId}-r3`, `${batchId}-r3`]) {
        const { answer } = await paste(desk, pasted);
        expect(answer.lookup).toMatchObject({ found: 'execution', run: 3, batch: { batchId } });
      }
    }
    // A batch's id may look like an execution's name, so the whole id is tried first.
    expect((await paste(desk, 'KB-big-900-r2')).answer.lookup).toMatchObject({ found: 'batch' });
    // The name alone may be a coincidence, and the batch has no such run.
    expect((await paste(desk, 'KB-big-900-r5')).answer.lookup).toEqual({ found: 'nothing' });
  });

  it('continues if one kind may not be read, and says so', async () => {
    const desk = await aDesk();
    const denied = { id: 'x', kind: 'denied', service: 'dynamodb', mentions: 'data-download-jobs' } as const;
    desk.world.sandbox.aws.world.faults.set([denied]);
    const { answer } = await paste(desk, 'KB-big-900');
    expect(answer.asked.map(({ ask }) => ask.kind)).toEqual(['batch', 'download batch']);
    expect(answer.unasked).toMatchObject([
      { ask: { kind: 'file' }, why: 'refused' },
      { ask: { kind: 'document' }, why: 'no-index' },
    ]);
  });

  it('is not searched in downloads by a person with access to some tenants only', async () => {
    const desk = await aDesk(buildPerson('acme'));
    const { answer, sent } = await paste(desk, 'KB-big-900');
    expect(sent).toEqual(['Query GSI3']);
    expect(answer.unasked.map(({ why }) => why)).toEqual(['not-yours', 'not-yours', 'no-index']);
  });
});

describe('a batch id that two tenants have', { timeout: 60_000 }, () => {
  async function aSharedId() {
    const desk = await aDesk();
    await plantBatch(desk, '4711', 'acme', { createdAt: { S: '2026-01-02T03:04:05.000Z' } });
    await plantBatch(desk, '4711', 'kestrel');
    return desk;
  }

  it('offers a choice, for one query', async () => {
    const desk = await aSharedId();
    for (const pasted of ['4711', '4711-r1']) {
      const { answer } = await paste(desk, pasted);
      expect(answer.lookup).toMatchObject({
        found: 'several',
        run: pasted === '4711' ? null : 1,
        more: false,
        batches: [{ tenantId: 'acme', createdAt: '2026-01-02T03:04:05.000Z' }, { tenantId: 'kestrel' }],
      });
    }
    expect((await paste(desk, '4711')).rru).toBe(0.5);
    // The key contains the tenant.
    expect((await paste(desk, 'TENANT#kestrel#BATCH#4711')).answer.lookup).toMatchObject({
      found: 'batch',
      batch: { tenantId: 'kestrel' },
    });
  });

  it('is read completely if a page holds less than all of them', async () => {
    const desk = await aDesk();
    const note = { S: 'x'.repeat(390_000) };
    const tenants = ['a', 'b', 'c', 'd'];
    for (const tenantId of tenants) await plantBatch(desk, '4712', tenantId, { note });
    const { answer, sent } = await paste(desk, '4712');
    expect(answer.lookup).toMatchObject({ found: 'several', more: false });
    expect(answer.lookup).toMatchObject({ batches: tenants.map((tenantId) => ({ tenantId })) });
    expect(sent).toEqual(['Query GSI3', 'Query GSI3']);
    desk.be({ who: buildPerson('d') });
    expect((await paste(desk, '4712')).answer.lookup).toMatchObject({
      found: 'batch',
      batch: { tenantId: 'd' },
    });
  });

  it('is opened by the tenant, and never by a guess', async () => {
    const desk = await aSharedId();
    for (const tenantId of ['acme', 'kestrel']) {
      const read = await desk.call('batches.byId', { batchId: '4711', tenantId });
      expect(valueOf(read)).toMatchObject({ tenantId });
      const other = tenantId === 'acme' ? 'kestrel' : 'acme';
      expect(valueOf(read).problems.at(-1)).toContain(`also the id of a batch of ${other}`);
    }
    expect(await desk.call('batches.byId', { batchId: '4711' })).toMatchObject({
      failure: { code: 'invalid-input', issues: [{ problem: 'is the id of more than one batch' }] },
    });
    expect(await desk.call('batches.byId', { batchId: '4711', tenantId: 'northwind' })).toMatchObject({
      failure: { code: 'not-found' },
    });
  });

  it('is one batch for a person with access to one of the tenants, who does not learn of the other', async () => {
    const desk = await aSharedId();
    desk.be({ who: buildPerson('acme') });
    const shared = await paste(desk, '4711');
    expect(shared.answer.lookup).toMatchObject({ found: 'batch', batch: { tenantId: 'acme' } });
    await plantBatch(desk, '4712', 'acme');
    const own = await paste(desk, '4712');
    expect(JSON.stringify([shared.answer.asked, shared.answer.unasked])).not.toContain('kestrel');
    expect(shared.answer.asked.map(({ receipt }) => receipt?.items)).toEqual(
      own.answer.asked.map(({ receipt }) => receipt?.items),
    );
    const read = valueOf(await desk.call('batches.byId', { batchId: '4711' }));
    expect(read).toMatchObject({ tenantId: 'acme' });
    expect(read.problems.join()).not.toMatch(/kestrel|also the id/);
  });

  it('has executions of an unknown tenant: no plan is made for them, and only a person with both tenants sees them', async () => {
    const desk = await aSharedId();
    const { reader, executions } = desk.doors();
    const described: string[] = [];
    const recording = {
      ...desk.doors(),
      executions: {
        ...executions,
        describe: ({ batchId }: { readonly batchId: string }) => {
          described.push(batchId);
          return Promise.resolve(ok({} as never));
        },
      },
    };
    const reads = readsSoFar();
    const [book] = priceBooks;
    for (const kind of ['redrive-execution', 'stop-execution'] as const) {
      const target = { kind, batchId: '4711', run: 1 };
      const parts = { reader, reads, book, now: 0, executions: recording.executions };
      expect(await planExecution(target, parts)).toMatchObject({ failure: { code: 'invalid-input' } });
    }
    expect(described).toEqual([]);

    await plantBatch(desk, '4712', 'acme');
    const one = scopedDoors(recording, buildPerson('acme'));
    // Reading the person's own batch does not prove that no other tenant has one with the same id.
    await one.reader.run('extraction.batchById', { batchId: '4711' });
    expect(await one.executions.describe({ batchId: '4711', run: 1 })).toMatchObject({
      failure: { code: 'not-found' },
    });
    expect(await one.executions.describe({ batchId: '4712', run: 1 })).toMatchObject({ ok: true });
    const both = scopedDoors(recording, buildPerson('acme', 'kestrel'));
    expect(await both.executions.describe({ batchId: '4711', run: 1 })).toMatchObject({ ok: true });
    expect(described).toEqual(['4712', '4711']);
  });
});
