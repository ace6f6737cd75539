import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import type { Caller } from '#pipelines/api/call.ts';
import { keyOf } from '#pipelines/extraction/keys.ts';
import { fromItem } from '#pipelines/plain-items.ts';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';
import { admin, anApi, reviewer, support, type Api, type SentCall } from '#test/builders/an-api.ts';
import { everyCall } from './every-call.ts';

const held: Caller = { ...support, sub: 'held', tenants: ['northwind'] };
const head = { chain: 'a-console', sequence: 9, hash: 'a'.repeat(64) };
const now = new Date(startOfTime).toISOString();

const anAction = (sequence: number, more: object = {}) => ({
  sequence,
  at: now,
  operation: 'plans.start',
  outcome: 'ok',
  ids: { tenantId: 'northwind', batchId: 'b-1', jobId: `plan-${sequence}` },
  facts: { jobKind: 'reprocess', total: '35' },
  ...more,
});

function tell(api: Api, actions: readonly object[], sent: SentCall = {}) {
  return api.call('anchorAudit', { as: support, body: { ...head, actions }, ...sent });
}

async function list(api: Api, index: 1 | 2 | 3, partition: string) {
  const { Items = [] } = await api.parts.clients.dynamodb.send(
    new QueryCommand({
      TableName: api.parts.names.extraction.table,
      IndexName: `GSI${index}`,
      KeyConditionExpression: `GSI${index}PK = :partition`,
      ExpressionAttributeValues: { ':partition': { S: partition } },
    }),
  );
  return Items.map(fromItem);
}

it('keeps what was told by day, batch and person, and once however often it is told', async () => {
  const api = await anApi();
  const { status, body } = await tell(api, [anAction(3), anAction(5)]);
  expect([status, body.kept, body.notKept]).toEqual([201, 2, []]);
  expect((await tell(api, [anAction(3), anAction(5), anAction(7)])).body).toMatchObject({ kept: 3 });
  // Another hand may not change what was told.
  await tell(api, [anAction(3, { outcome: 'not-found' })]);
  for (const [index, partition] of [
    [1, `ACTIVITY#${now.slice(0, 10)}`],
    [2, 'TENANT#northwind#BATCH#b-1#ACTIVITY'],
    [3, 'PERSON#support#ACTIVITY'],
  ] as const) {
    const kept = await list(api, index, partition);
    expect(new Set(kept.map(({ sequence }) => sequence))).toEqual(new Set([3, 5, 7]));
    expect(kept).toHaveLength(3);
    expect(kept.every(({ outcome, personId }) => outcome === 'ok' && personId === 'support')).toBe(true);
  }
});

it('lists a job over several batches on each of them, and once on its day', async () => {
  const api = await anApi();
  const batches = Array.from({ length: 25 }, (_, at) => ({
    tenantId: at % 2 === 0 ? 'northwind' : 'alder-finch',
    projectId: 'p-1',
    batchId: `b-${at}`,
  }));
  const ids = { jobId: 'plan-many' };
  const facts = { jobKind: 'reprocess-many', total: '90', batches: '25' };
  // Six of them are more than one transaction has room for.
  const actions = [1, 2, 3, 4, 5, 6].map((sequence) => anAction(sequence, { ids, facts, batches }));
  const { status, body } = await tell(api, actions);
  expect([status, body.kept, body.notKept]).toEqual([201, 6, []]);
  expect((await tell(api, actions)).body).toMatchObject({ kept: 6 });
  for (const { tenantId, batchId } of batches) {
    const kept = await list(api, 2, `TENANT#${tenantId}#BATCH#${batchId}#ACTIVITY`);
    expect(kept).toHaveLength(6);
    expect(kept[0]).toMatchObject({
      batchId,
      projectId: 'p-1',
      jobId: 'plan-many',
      facts,
      personId: 'support',
    });
  }
  expect(await list(api, 1, `ACTIVITY#${now.slice(0, 10)}`)).toHaveLength(6);
  expect(await list(api, 3, 'PERSON#support#ACTIVITY')).toHaveLength(6);
});

it('lists such a job on no batch of a tenant that the caller may not see, and takes at most 25 batches', async () => {
  const api = await anApi();
  const own = { tenantId: 'northwind', projectId: 'p-1', batchId: 'b-1' };
  const foreign = { tenantId: 'alder-finch', projectId: 'p-2', batchId: 'b-2' };
  const ids = { tenantId: 'northwind', jobId: 'plan-many' };
  const { body } = await tell(api, [anAction(1, { ids, batches: [own, own, foreign] })], { as: held });
  expect(body).toMatchObject({ kept: 1, notKept: [] });
  expect(await list(api, 2, 'TENANT#northwind#BATCH#b-1#ACTIVITY')).toHaveLength(1);
  expect(await list(api, 2, 'TENANT#alder-finch#BATCH#b-2#ACTIVITY')).toEqual([]);
  const many = Array.from({ length: 26 }, (_, at) => ({ ...own, batchId: `b-${at}` }));
  expect((await tell(api, [anAction(2, { ids, batches: many })])).body.code).toBe('malformed-request');
});

it('lists the batches of a tenant that people work on, until the work is done', async () => {
  const api = await anApi();
  const { calls, batch } = await everyCall(api);
  const { tenantId, batchId } = batch;
  const call = { ...calls.workOnBatch, as: support };
  const first = await api.call('workOnBatch', { ...call, body: { workedOnBy: 'support' } });
  expect(Object.keys(first.body.work as object).filter((name) => /^(PK|SK|GSI)/.test(name))).toEqual([]);
  const listed = () => list(api, 1, `TENANT#${tenantId}#WORK`);
  expect(await listed()).toMatchObject([
    { PK: `TENANT#${tenantId}#BATCH#${batchId}`, workedOnBy: 'support' },
  ]);
  await api.call('workOnBatch', { ...call, ifMatch: 1, body: { workedOnBy: 'admin' } });
  expect(await listed()).toMatchObject([{ workedOnBy: 'admin' }]);
  await api.call('workOnBatch', { ...call, ifMatch: 2, body: { workedOnBy: null, note: 'Sent again' } });
  expect(await listed()).toEqual([]);
});

it('keeps no action about a tenant that the caller may not see, none too old and none ahead, and the others', async () => {
  const api = await anApi();
  const foreign = anAction(2, { ids: { tenantId: 'alder-finch', batchId: 'b-2' } });
  const old = anAction(3, { at: '2024-01-01T00:00:00.000Z' });
  const ahead = anAction(4, { at: new Date(startOfTime + 2 * 86_400_000).toISOString() });
  const { body } = await tell(api, [anAction(1), foreign, old, ahead], { as: held });
  expect(body).toMatchObject({
    kept: 1,
    notKept: [
      { sequence: 2, why: 'tenant-not-yours' },
      { sequence: 3, why: 'too-old' },
      { sequence: 4, why: 'in-the-future' },
    ],
  });
  expect(await list(api, 2, 'TENANT#alder-finch#BATCH#b-2#ACTIVITY')).toEqual([]);
  expect(await list(api, 3, 'PERSON#held#ACTIVITY')).toHaveLength(1);
});

it('takes no person that a body names, and a head without actions as before', async () => {
  const api = await anApi();
  const { body } = await tell(api, [anAction(1, { personId: 'admin' })]);
  expect(body.code).toBe('malformed-request');
  const alone = await api.call('anchorAudit', { as: support, body: head });
  expect(Object.keys(alone.body as object)).toEqual(['anchoredAt']);
});

it('notes who works on a batch on the version that was seen, and keeps each change as activity', async () => {
  const api = await anApi();
  const { calls, batch } = await everyCall(api);
  const call = calls.workOnBatch;
  const first = await api.call('workOnBatch', { ...call, as: support, body: { workedOnBy: 'support' } });
  expect(first.body.work).toMatchObject({ version: 1, workedOnBy: 'support', batchId: batch.batchId });
  const late = await api.call('workOnBatch', { ...call, body: { workedOnBy: 'admin' } });
  expect([late.status, late.body.current]).toMatchObject([412, { version: 1, workedOnBy: 'support' }]);
  await api.call('workOnBatch', { ...call, ifMatch: 1, body: { workedOnBy: 'admin', note: 'Over to you' } });
  const ended = await api.call('workOnBatch', { ...call, ifMatch: 2, body: { workedOnBy: null } });
  expect(ended.body.work).not.toHaveProperty('workedOnBy');
  const kept = await list(api, 2, `TENANT#northwind#BATCH#${batch.batchId}#ACTIVITY`);
  expect(kept.map(({ facts, note }) => [facts, note])).toEqual(
    expect.arrayContaining([
      [{ to: 'support' }, undefined],
      [{ to: 'admin' }, 'Over to you'],
      [undefined, undefined],
    ]),
  );
});

it('writes a note once for one key, on a batch for all who see it, on a cause for those who see all', async () => {
  const api = await anApi();
  const { calls, batch } = await everyCall(api);
  const sent = { ...calls.addNote, as: { ...reviewer, tenants: ['northwind'] }, key: 'a-note' } as const;
  const [first, again] = [await api.call('addNote', sent), await api.call('addNote', sent)];
  expect([first.status, again.text]).toEqual([201, first.text]);
  expect(await list(api, 2, `TENANT#northwind#BATCH#${batch.batchId}#ACTIVITY`)).toMatchObject([
    { operation: 'activity.note', note: 'Called the carrier', personId: 'reviewer' },
  ]);
  const aboutCause = { about: { fingerprint: 'b8cf51' }, text: 'Quota asked for' };
  expect((await api.call('addNote', { as: held, body: aboutCause })).body.code).toBe('all-tenants-required');
  await api.call('addNote', { as: admin, body: aboutCause });
  expect(await list(api, 2, 'CAUSE#b8cf51#ACTIVITY')).toMatchObject([{ note: 'Quota asked for' }]);
});

it('keeps who worked on a cause before as activity of the cause', async () => {
  const api = await anApi();
  await api.put({
    ...keyOf.knownCause('b8cf51'),
    version: 1,
    firstAt: now,
    pattern: 'x',
    createdAt: now,
    updatedAt: now,
  });
  const params = { fingerprint: 'b8cf51' };
  await api.call('workOnCause', { params, ifMatch: 1, body: { workedOnBy: 'support' } });
  await api.call('workOnCause', { params, ifMatch: 2, body: { workedOnBy: 'admin', note: 'Taken over' } });
  const kept = await list(api, 2, 'CAUSE#b8cf51#ACTIVITY');
  expect(kept).toHaveLength(2);
  expect(kept.map(({ operation }) => operation)).toEqual(['incidents.work', 'incidents.work']);
});
