import { expect, it } from 'vitest';
import { keyOf } from '#pipelines/extraction/keys.ts';
import { toStoredWorkflow } from '#pipelines/extraction/stored-items.ts';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';
import { anApi, type Api } from '#test/builders/an-api.ts';
import { aField, aWorkflow, plantBatch } from '#test/builders/extraction-items.ts';
import { claimedBy } from './every-call.ts';
import { readPassport } from './read-passport.ts';
import { ada, ben, cleo } from './reviewers.ts';

it('claims the document that has waited longest, without its values', async () => {
  const api = await anApi();
  const { at } = await plantBatch(api, [waitingFor(1), { ...waitingFor(3), fields: { total: aField('1') } }]);
  const { status, body } = await next(api);
  expect([status, body.document, body.skipped]).toMatchObject([
    200,
    {
      documentId: at(1).documentId,
      projectId: 'project-of-northwind',
      workflowId: 'workflow-of-northwind',
      version: 4,
      claimedBy: 'ada',
      claimExpiresAt: '2026-01-05T09:10:00.000Z',
    },
    { held: 0, decided: 0, fourEyes: 0, handedOver: 0 },
  ]);
  expect(body.document).not.toHaveProperty('fields');
  expect(await readPassport(api, at(1))).toMatchObject([{ what: 'claimed', actor: 'ada' }]);
});

it('says why the documents before it were not given, and what is left when none is free', async () => {
  const api = await anApi();
  const opinion = { by: 'ada', at: time(-1), decision: 'approve', corrections: [] } as const;
  const { at } = await plantBatch(api, [
    { ...waitingFor(9), ...claimedBy('ben') },
    { ...waitingFor(8), opinions: [opinion], holdUntil: time(-1) },
    { ...waitingFor(7), assignedTo: 'cleo', assignedBy: 'ben', assignedAt: time(-1) },
    waitingFor(6),
  ]);
  const skipped = { held: 1, decided: 0, fourEyes: 1, handedOver: 1 };
  const given = await next(api);
  expect([given.body.document.documentId, given.body.skipped]).toEqual([at(3).documentId, skipped]);
  const none = await next(api, { not: [at(3)] });
  expect(none.body).toEqual({ document: null, skipped, isAll: true });
});

it('gives a document that was handed over to the caller before every other one', async () => {
  const api = await anApi();
  await api.put({ ...keyOf.userInTenant('northwind', 'ada'), name: 'Ada', role: 'reviewer', version: 1 });
  const { at } = await plantBatch(api, [waitingFor(9), waitingFor(1)]);
  await api.call('handOverDocument', { as: ben, params: at(1), ifMatch: 3, body: { to: 'ada' } });
  expect((await next(api)).body.document.documentId).toBe(at(1).documentId);
  expect((await next(api, { not: [at(1)] })).body.document.documentId).toBe(at(0).documentId);
});

it('follows priority, then the due time of each workflow, then the time waited', async () => {
  const api = await anApi();
  const urgent = await plantWith(api, 'urgent', { priority: 'high' }, waitingFor(1));
  const soon = await plantWith(api, 'soon', { dueHours: 2 }, waitingFor(3));
  const old = await plantWith(api, 'old', {}, waitingFor(9));
  const low = await plantWith(api, 'low', { priority: 'low' }, waitingFor(20));
  const given: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    const { body } = await next(api, { not: given.map((batchId) => ({ ...soon.at(0), batchId })) });
    if (body.document !== null) given.push(body.document.batchId);
  }
  expect(given).toEqual([urgent, soon, old, low].map(({ batch }) => batch.batchId));
});

it('keeps the filters of the queue', async () => {
  const api = await anApi();
  const flagged = { total: { ...aField('1,200.00'), flags: ['check failed'] as const } };
  const { at } = await plantBatch(api, [
    { ...waitingFor(9), fields: {} },
    { ...waitingFor(8), fields: { total: aField('99.50') } },
    { ...waitingFor(1), fields: flagged },
  ]);
  const find = async (body: object) => (await next(api, body)).body.document;
  expect(await find({ flags: ['below threshold'] })).toBeNull();
  expect(await find({ flags: ['check failed'], olderThanMinutes: 300 })).toBeNull();
  expect(await find({ amountFrom: 5_000 })).toBeNull();
  expect(await find({ workflowId: 'another' })).toBeNull();
  expect(await find({ flags: ['check failed'] })).toMatchObject({ documentId: at(2).documentId });
  expect(await find({ amountFrom: 50, amountTo: 100 })).toMatchObject({ documentId: at(1).documentId });
});

it('gives ahead only while enough are free for everyone who reviews', async () => {
  const api = await anApi();
  const { at } = await plantBatch(api, [
    { ...waitingFor(9), ...claimedBy('ben') },
    { ...waitingFor(8), ...claimedBy('ada') },
    waitingFor(7),
    waitingFor(6),
  ]);
  const own = [at(1)];
  const given = await next(api, { ahead: true, not: own });
  expect([at(2).documentId, at(3).documentId]).toContain(given.body.document.documentId);
  const { documentId } = given.body.document as { documentId: string };
  const rest = { not: [...own, { ...at(2), documentId }] };
  expect((await next(api, { ahead: true, ...rest })).body.document).toBeNull();
  expect((await next(api, rest)).body.document).toMatchObject({ claimedBy: 'ada' });
});

it('the same request gets the same document, and a tenant of others is never given', async () => {
  const api = await anApi();
  await plantBatch(api, [waitingFor(1), waitingFor(2)]);
  await plantBatch(api, [waitingFor(9)], { tenantId: 'kestrel' });
  const held = { ...ada, tenants: ['northwind'] };
  const sent = { as: held, key: 'one-intent', body: {} };
  const [one, again] = [await api.call('nextDocument', sent), await api.call('nextDocument', sent)];
  expect(one.body.document.tenantId).toBe('northwind');
  expect([again.body, again.headers['idempotency-replayed']]).toEqual([one.body, 'true']);
  const elsewhere = await api.call('nextDocument', { as: held, body: { tenantIds: ['kestrel'] } });
  expect(elsewhere.body.document).toBeNull();
});

it('finds the documents of all tenants by what needs attention', async () => {
  const api = await anApi();
  const { batch, at } = await plantBatch(api, [waitingFor(2)], { tenantId: 'kestrel' });
  expect((await api.call('nextDocument', { as: cleo, body: {} })).body.document).toBeNull();
  await api.put({
    PK: 'ATTENTION#3',
    SK: `BATCH#kestrel#${batch.batchId}`,
    GSI1PK: 'ATTENTION#REVIEW#3',
    GSI1SK: time(-2),
    tenantId: 'kestrel',
    projectId: batch.projectId,
    workflowId: batch.workflowId,
    batchId: batch.batchId,
  });
  const { body } = await api.call('nextDocument', { as: cleo, body: {} });
  expect(body.document.documentId).toBe(at(0).documentId);
});

function next(api: Api, body: object = {}) {
  return api.call('nextDocument', { as: ada, body: { tenantIds: ['northwind'], ...body } });
}

/** Plants a batch with one document, of a workflow of its own. */
async function plantWith(api: Api, name: string, workflow: object, document: object) {
  const planted = await plantBatch(api, [{ documentId: planted1, ...document }], {
    batchId: `batch-${name}`,
  });
  const own = aWorkflow({ workflowId: `workflow-${name}`, ...workflow });
  await api.put(toStoredWorkflow(own));
  const { PK, SK } = keyOf.batch('northwind', planted.batch.projectId, planted.batch.batchId);
  await api.put({
    ...(planted.batch as object),
    PK,
    SK,
    GSI2PK: 'TENANT#northwind#STATUS#REVIEW_REQUIRED',
    GSI2SK: time(-30),
    createdAt: time(-30),
    workflowId: own.workflowId,
  });
  return planted;
}

const planted1 = 'doc-1-of-northwind';

function waitingFor(hours: number) {
  return { createdAt: time(-hours), updatedAt: time(-hours), statusSince: time(-hours) };
}

function time(hours: number): string {
  return new Date(startOfTime + hours * 3_600_000).toISOString();
}
