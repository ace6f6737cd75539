import { expect, it } from 'vitest';
import { findBatch, getDocument } from '#pipelines/extraction/read-items.ts';
import { keyOf } from '#pipelines/extraction/keys.ts';
import { anApi } from '#test/builders/an-api.ts';
import { readPassport } from './read-passport.ts';
import { ada, ben, cleo, fourEyes } from './reviewers.ts';

const corrections = [{ field: 'total', value: '13.50' }];

it('the first opinion can be undone during the hold, and then its reviewer may decide again', async () => {
  const api = await anApi();
  const { planted, approve, ask } = await fourEyes(api, {
    assignedTo: 'ada',
    assignedBy: 'ben',
    assignedNote: 'Yours',
    assignedAt: '2026-01-05T08:00:00.000Z',
  });
  const before = await getDocument(api.parts, planted.at(0));
  expect((await approve(ada, 3, corrections)).body.document).not.toHaveProperty('assignedTo');
  await api.advance(9.999);
  expect((await ask('undoReview', ben, 4)).body.code).toBe('not-your-review');
  expect((await ask('undoReview', ada, 4)).status).toBe(200);
  expect(await getDocument(api.parts, planted.at(0))).toEqual({
    ...before,
    version: 5,
    updatedAt: '2026-01-05T09:00:09.999Z',
    statusSince: before?.updatedAt,
  });
  expect((await ask('undoReview', ada, 5)).body.code).toBe('not-your-review');
  expect((await approve(ada, 5)).status).toBe(200);
  const lines = await readPassport(api, planted.at(0));
  expect(lines.slice(0, 2).map(({ what }) => what)).toEqual(['first opinion', 'undone']);
});

it('the first opinion cannot be undone after the hold', async () => {
  const api = await anApi();
  const { approve, ask } = await fourEyes(api);
  await approve(ada, 3);
  await api.advance(10);
  const { status, body } = await ask('undoReview', ada, 4);
  expect([status, body.code, body.detail]).toEqual([
    409,
    'hold-over',
    expect.stringContaining('others will decide'),
  ]);
});

it('a person who has claimed it meanwhile keeps the claim, and sees that it has changed', async () => {
  const api = await anApi();
  const { approve, ask } = await fourEyes(api);
  await approve(ada, 3, corrections);
  await ask('claimDocument', ben, 4);
  expect((await ask('undoReview', ada, 5)).body.document).toMatchObject({ version: 6, claimedBy: 'ben' });
  expect((await approve(ben, 5)).body.code).toBe('stale-version');
});

it('a second opinion that differs cannot be undone: the first would influence the next', async () => {
  const api = await anApi();
  const { approve, ask } = await fourEyes(api);
  await approve(ada, 3, corrections);
  await approve(ben, 4);
  expect((await ask('undoReview', ben, 5)).body.code).toBe('hold-over');
  expect((await ask('undoReview', ada, 5)).body.code).toBe('not-your-review');
});

it('a second opinion that agrees can be undone, and the first stays as before', async () => {
  const api = await anApi();
  const { planted, approve, ask } = await fourEyes(api);
  await approve(ada, 3, corrections);
  const before = await getDocument(api.parts, planted.at(0));
  await approve(ben, 4, corrections);
  const { document } = (await ask('undoReview', ben, 5)).body;
  expect(document).not.toHaveProperty('opinions');
  // A caller who may not see the opinion learns from this that there is one.
  expect(document).toHaveProperty('holdUntil', before?.holdUntil);
  const after = await getDocument(api.parts, planted.at(0));
  expect(after).toMatchObject({ status: 'REVIEW_REQUIRED', opinions: before?.opinions });
  expect(after?.fields).toEqual(before?.fields);
  expect(await findBatch(api.parts, planted.batch.batchId)).toMatchObject({
    counts: { REVIEW_REQUIRED: 1, SUCCEEDED: 0 },
  });
  // The undo does not turn the first opinion into a decision, so its author still needs a second person.
  expect((await approve(ada, 6, corrections)).body.code).toBe('not-twice-by-you');
  expect((await approve(cleo, 6, corrections)).body.document.status).toBe('SUCCEEDED');
});

it('an assignment made meanwhile stays', async () => {
  const api = await anApi();
  const { planted, approve, ask } = await fourEyes(api, { assignedTo: 'ben', assignedBy: 'ada' });
  await api.put({ ...keyOf.userInTenant('northwind', 'cleo'), role: 'reviewer' });
  await approve(ada, 3, corrections);
  const sent = { as: ada, params: planted.at(0), ifMatch: 4, body: { to: 'cleo' } };
  expect((await api.call('handOverDocument', sent)).status).toBe(200);
  expect((await ask('undoReview', ada, 5)).body.document).toMatchObject({
    assignedTo: 'cleo',
    assignedBy: 'ada',
  });
});
