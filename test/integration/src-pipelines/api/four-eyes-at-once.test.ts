import { expect, it } from 'vitest';
import type { Caller } from '#pipelines/api/call.ts';
import { findBatch, getDocument } from '#pipelines/extraction/read-items.ts';
import { anApi, reviewer, type Answered } from '#test/builders/an-api.ts';
import { readPassport } from './read-passport.ts';
import { ada, ben, cleo, fourEyes } from './reviewers.ts';

const crowd: readonly Caller[] = Array.from({ length: 8 }, (_, index) => ({
  ...reviewer,
  sub: `reviewer-${index + 1}`,
}));

it('when many decide first at once, one opinion counts, and no answer reveals it', async () => {
  const api = await anApi({ crowd: 'first opinions' });
  const { planted, approve } = await fourEyes(api);
  const answers = await Promise.all(
    crowd.map((as) => approve(as, 3, [{ field: 'total', value: `secret ${as.sub}` }])),
  );
  expect(countStatuses(answers)).toEqual({ 200: 1, 412: 7 });
  for (const { text } of answers) expect(text).not.toContain('secret');
  const { opinions, version } = (await getDocument(api.parts, planted.at(0))) ?? {};
  expect([opinions?.length, version]).toEqual([1, 4]);
  expect(await readPassport(api, planted.at(0))).toHaveLength(1);
});

it('of two simultaneous second opinions, one counts', async () => {
  const api = await anApi({ crowd: 'second opinions' });
  const { planted, approve } = await fourEyes(api);
  await approve(ada, 3, [{ field: 'total', value: '13.50' }]);
  const answers = await Promise.all([
    approve(ben, 4, [{ field: 'total', value: '13.50' }]),
    approve(cleo, 4, [{ field: 'total', value: '18.50' }]),
  ]);
  expect(countStatuses(answers)).toEqual({ 200: 1, 412: 1 });
  const { status, opinions } = (await getDocument(api.parts, planted.at(0))) ?? {};
  expect([
    ['SUCCEEDED', undefined],
    ['REVIEW_REQUIRED', 2],
  ]).toContainEqual([status, opinions?.length]);
  const counts = (await findBatch(api.parts, planted.batch.batchId))?.counts;
  expect(counts).toMatchObject({ [String(status)]: 1 });
});

it('when the first undoes while the second decides, one of the two is too late', async () => {
  const api = await anApi({ crowd: 'undo and decide' });
  const { planted, approve, ask } = await fourEyes(api);
  await approve(ada, 3);
  const [undone, decided] = await Promise.all([ask('undoReview', ada, 4), approve(ben, 4)]);
  expect(countStatuses([undone, decided])).toEqual({ 200: 1, 412: 1 });
  const { status, opinions } = (await getDocument(api.parts, planted.at(0))) ?? {};
  expect([status, opinions]).toEqual([decided.status === 200 ? 'SUCCEEDED' : 'REVIEW_REQUIRED', undefined]);
});

it('an opinion sent twice with one key is given once', async () => {
  const api = await anApi({ crowd: 'opinions twice' });
  const { planted } = await fourEyes(api);
  const sent = {
    as: ada,
    key: 'one-intent',
    params: planted.at(0),
    ifMatch: 3,
    body: { decision: 'approve' },
  };
  const answers = await Promise.all([api.call('reviewDocument', sent), api.call('reviewDocument', sent)]);
  answers.push(await api.call('reviewDocument', sent));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await getDocument(api.parts, planted.at(0)))?.opinions).toHaveLength(1);
});

/** Counts the answers by status. */
function countStatuses(answers: readonly Answered[]): Readonly<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
