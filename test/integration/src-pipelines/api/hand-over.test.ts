import { expect, it } from 'vitest';
import { keyOf } from '#pipelines/extraction/keys.ts';
import { getDocument } from '#pipelines/extraction/read-items.ts';
import { anApi, type Api, type SentCall } from '#test/builders/an-api.ts';
import { plantBatch } from '#test/builders/extraction-items.ts';
import { claimedBy } from './every-call.ts';
import { readPassport } from './read-passport.ts';
import { ada, ben, cleo, fourEyes } from './reviewers.ts';

it('hands a document to a colleague with a note, and releases it', async () => {
  const api = await withPeople();
  const { at, documents } = await plantBatch(api, [{ ...claimedBy('ada') }]);
  const { status, body } = await handOver(api, { params: at(0), body: { to: 'ben', note: 'Is this a 7?' } });
  expect([status, body.document]).toMatchObject([
    200,
    {
      version: 4,
      status: 'REVIEW_REQUIRED',
      assignedTo: 'ben',
      assignedBy: 'ada',
      assignedNote: 'Is this a 7?',
      assignedAt: '2026-01-05T09:00:00.000Z',
      // The hand-over does not change the document's place in the queue.
      statusSince: documents[0]?.updatedAt,
    },
  ]);
  expect(body.document).not.toHaveProperty('claimedBy');
  expect(await readPassport(api, at(0))).toMatchObject([
    { what: 'handed over', actor: 'ada', reason: 'Is this a 7?', after: { assignedTo: 'ben' } },
  ]);
});

it('a hand-over can be passed on, which replaces the first note', async () => {
  const api = await withPeople();
  const { at } = await plantBatch(api, [{}]);
  await handOver(api, { params: at(0), body: { to: 'ben', note: 'Is this a 7?' } });
  const { body } = await handOver(api, { as: ben, params: at(0), ifMatch: 4, body: { to: 'cleo' } });
  expect(body.document).toMatchObject({ assignedTo: 'cleo', assignedBy: 'ben' });
  expect(body.document).not.toHaveProperty('assignedNote');
});

it('a hand-over is a hint, not a lock: others may claim it, and a decision clears it until it is undone', async () => {
  const api = await withPeople();
  const { at } = await plantBatch(api, [{}]);
  await handOver(api, { params: at(0), body: { to: 'ben', note: 'Is this a 7?' } });
  const claimed = await api.call('claimDocument', { as: cleo, params: at(0), ifMatch: 4 });
  expect(claimed.body.document).toMatchObject({ claimedBy: 'cleo', assignedTo: 'ben' });
  const released = await api.call('releaseDocument', { as: cleo, params: at(0), ifMatch: 5 });
  expect(released.body.document.assignedTo).toBe('ben');
  const sent = { as: cleo, params: at(0), ifMatch: 6, body: { decision: 'approve' } };
  const { body } = await api.call('reviewDocument', sent);
  for (const name of ['assignedTo', 'assignedBy', 'assignedNote', 'assignedAt']) {
    expect(body.document).not.toHaveProperty(name);
  }
  const undone = await api.call('undoReview', { as: cleo, params: at(0), ifMatch: 7 });
  expect(undone.body.document).toMatchObject({
    assignedTo: 'ben',
    assignedBy: 'ada',
    assignedNote: 'Is this a 7?',
    assignedAt: '2026-01-05T09:00:00.000Z',
  });
});

it.each([
  ['an unknown person', 'unknown'],
  ['a person without the reviewer role', 'mira'],
  ['a reviewer of another tenant', 'elsewhere'],
])('refuses a hand-over to %s', async (_, to) => {
  const api = await withPeople();
  const { at } = await plantBatch(api, [{}]);
  const { status, body } = await handOver(api, { params: at(0), body: { to } });
  expect([status, body.code, body.current.version]).toEqual([409, 'not-a-reviewer', 3]);
  expect((await getDocument(api.parts, at(0)))?.version).toBe(3);
});

it('refuses to hand over a document that another person holds, or one that is not in review', async () => {
  const api = await withPeople();
  const { at } = await plantBatch(api, [{ ...claimedBy('ben') }, { status: 'SUCCEEDED' }]);
  const codes = [0, 1].map(
    async (index) => (await handOver(api, { params: at(index), body: { to: 'cleo' } })).body.code,
  );
  expect(await Promise.all(codes)).toEqual(['claimed-by-another', 'not-in-review']);
});

it('a person with an opinion may hand the document on, but not to another with an opinion', async () => {
  const api = await withPeople();
  const { planted, approve } = await fourEyes(api);
  await approve(ada, 3, [{ field: 'total', value: '13.50' }]);
  const back = await handOver(api, { as: ben, params: planted.at(0), ifMatch: 4, body: { to: 'ada' } });
  expect([back.body.code, back.body.detail]).toEqual(['not-a-reviewer', expect.stringContaining('already')]);
  const on = await handOver(api, { params: planted.at(0), ifMatch: 4, body: { to: 'ben' } });
  expect(on.status).toBe(200);
  // The hand-over keeps the opinion.
  expect((await approve(ben, 5)).body.document.differs).toEqual(['total']);
});

async function withPeople(): Promise<Api> {
  const api = await anApi();
  for (const [tenantId, userId, role] of [
    ['northwind', 'ada', 'reviewer'],
    ['northwind', 'ben', 'reviewer'],
    ['northwind', 'cleo', 'admin'],
    ['northwind', 'mira', 'support'],
    ['kestrel', 'elsewhere', 'reviewer'],
  ] as const) {
    await api.put({ ...keyOf.userInTenant(tenantId, userId), name: userId, role, version: 1 });
  }
  return api;
}

function handOver(api: Api, sent: SentCall) {
  return api.call('handOverDocument', { as: ada, ifMatch: 3, ...sent });
}
