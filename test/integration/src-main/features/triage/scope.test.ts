import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { Result } from '#shared/contract/result.ts';
import type { z } from 'zod';
import type { readingSchema } from '#shared/contract/explorer.ts';
import { tableNames } from '#main/aws/table-names.ts';
import { openExplorer } from '#main/features/explorer/explorer-handlers.ts';
import { aGate, trusted } from '#test/builders/a-gate.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aConnectionSummary, aSession } from '#test/builders/a-session.ts';
import { buildPerson } from '#test/unit/src-main/aws/scope/a-person.ts';
import { aDesk, type Desk } from './a-desk.ts';

const jonas = buildPerson('northwind');
const everybody = aSession().who;

async function findBatch({ call }: Desk, tenantId: string) {
  const { rows } = valueOf(await call('batches.byStatus', { tenantId, status: 'FAILED' }));
  const [batch] = rows;
  if (batch === undefined) throw new Error(`${tenantId} has no failed batch.`);
  return batch;
}

describe('a person of one tenant', { timeout: 60_000 }, () => {
  it('gets the same answer for another tenant’s batch as for an absent one', async () => {
    const desk = await aDesk();
    const { batchId } = await findBatch(desk, 'kestrel');
    const own = await findBatch(desk, 'northwind');
    desk.be({ who: jonas });
    const told = async (id: string) => {
      const answer = await desk.call('batches.byId', { batchId: id });
      const { lookup } = valueOf(await desk.call('lookup.find', { asks: [{ kind: 'batch', id }] }));
      return JSON.parse(
        JSON.stringify({
          answer: answer.ok ? answer : { ...answer.failure, reference: '' },
          lookup,
        }).replaceAll(id, 'ID'),
      ) as unknown;
    };
    expect(await told(batchId)).toEqual(await told('batch-unknown'));
    expect(valueOf(await desk.call('batches.byId', { batchId: own.batchId })).batchId).toBe(own.batchId);
    const costs = desk.receipts.slice(-5).map(({ items, bytes, rru }) => ({ items, bytes, rru }));
    expect(costs.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => ({ items: 0, bytes: 0, rru: 0.5 })));
  });

  it('is refused by name, before anything is read, for every request about another tenant', async () => {
    const desk = await aDesk();
    desk.be({ who: jonas });
    desk.sent();
    const tenant = { tenantId: 'kestrel' };
    const batch = { ...tenant, batchId: 'b' };
    const document = { ...batch, documentId: 'd' };
    const answers: readonly Result<unknown>[] = [
      await desk.call('tenants.read', tenant),
      await desk.call('projects.ofTenant', tenant),
      await desk.call('users.ofTenant', tenant),
      await desk.call('workflows.ofProject', { ...tenant, projectId: 'p' }),
      await desk.call('batches.byStatus', { ...tenant, status: 'FAILED' }),
      await desk.call('batches.ofProject', { ...tenant, projectId: 'p' }),
      await desk.call('batches.read', { ...batch, projectId: 'p' }),
      await desk.call('batches.deliveries', batch),
      await desk.call('documents.byStatus', { ...batch, status: 'FAILED' }),
      await desk.call('documents.ofBatch', batch),
      await desk.call('documents.read', document),
      await desk.call('documents.reveal', { ...document, field: 'total' }),
      await desk.call('documents.revealFields', { ...document, fields: ['total'] }),
      await desk.call('documents.findGood', { ...document, projectId: 'p', workflowId: 'w' }),
      await desk.call('documents.passport', { ...tenant, documentId: 'd' }),
      await desk.call('lookup.find', { asks: [{ kind: 'tenant', id: 'kestrel' }] }),
      await desk.call('lookup.find', { asks: [{ kind: 'document', id: 'd', within: batch }] }),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({ failure: { code: 'tenant-out-of-scope', tenantId: 'kestrel' } });
    }
    expect(desk.sent()).toEqual([]);
  });

  it('has the same scope in the Explorer, also when continuing another person’s question', async () => {
    const desk = await aDesk();
    let who = everybody;
    const { handlers } = openExplorer({
      home: desk.home,
      systems: Object.values(catalogue),
      file: null,
      prepare() {},
      reader: () => desk.doors().reader,
      tableNames: (system) => tableNames(system, 'sandbox'),
      connection: () => aConnectionSummary(),
      who: () => who?.id ?? null,
      log: { info() {}, warn() {}, error() {}, fatal() {} },
      now: () => desk.world.clock.now(),
      randomBytes,
    });
    const { gate } = aGate({ handlers });
    const ask = async (pattern: string, params: object, more: object = {}) =>
      (await gate.call(trusted, {
        operation: 'explorer.ask',
        input: { system: 'extraction', pattern, params: [params], ...more },
      })) as Result<z.output<typeof readingSchema>>;

    const { batchId } = await findBatch(desk, 'kestrel');
    const failed = { tenantId: 'kestrel', status: 'FAILED' };
    const begun = valueOf(await ask('batchesByStatus', failed, { pageSize: 1 }));
    const message = valueOf(await ask('userByEmail', { email: 'çağla+everything@quill.example' }));
    expect([begun.items.length, message.items.length]).toEqual([1, 1]);

    who = jonas;
    desk.be({ who });
    const outOfScope = { failure: { code: 'tenant-out-of-scope', tenantId: 'kestrel' } };
    expect(await ask('batchesByStatus', failed, { cursor: begun.cursor ?? '' })).toMatchObject(outOfScope);
    const handle = begun.items[0]?.handle ?? '';
    const revealed = await gate.call(trusted, {
      operation: 'explorer.reveal',
      input: { handle: message.items[0]?.handle ?? '', attribute: 'email' },
    });
    expect(revealed).toMatchObject({ failure: { code: 'not-found' } });
    expect(handle).not.toBe('');
    for (const pageSize of [undefined, 1]) {
      const theirs = valueOf(await ask('batchById', { batchId }, { pageSize }));
      const absent = valueOf(await ask('batchById', { batchId: 'batch-none' }, { pageSize }));
      const shape = ({ items, cursor, throttled }: typeof theirs) => ({ items, cursor, throttled });
      expect(shape(theirs)).toEqual(shape(absent));
      expect(theirs.items).toEqual([]);
    }
    const tenants = valueOf(await ask('tenants', {}));
    expect(tenants.items.map(({ attributes }) => attributes['SK'])).toEqual([{ S: 'TENANT#northwind' }]);
    expect(tenants.asked.conditions.at(-1)).toEqual({
      attribute: 'tenant',
      says: 'is northwind; what is of others is left out',
    });
  });
});
