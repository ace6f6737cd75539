import { expect, it } from 'vitest';
import type { Caller } from '#local/pipelines/api/call.ts';
import { findBatch, getDocument } from '#local/pipelines/extraction/items/read-items.ts';
import { operations, type OperationName } from '#shared/pipeline-api/operations.ts';
import { anApi, reviewer } from '#test/builders/an-api.ts';
import { plantBatch } from '#test/builders/extraction-items.ts';
import { everyCall } from './every-call.ts';
import { historyOf, sizeOf } from './history-of.ts';

const reviewers = (count: number): Caller[] =>
  Array.from({ length: count }, (_, index) => ({ ...reviewer, sub: `reviewer-${index + 1}` }));

it('of 20 who claim a document at once, one gets it', async () => {
  const api = await anApi();
  const { at } = await plantBatch(api, [{}]);
  const answers = await Promise.all(
    reviewers(20).map((as) => api.call('claimDocument', { as, params: at(0), ifMatch: 3 })),
  );
  const [winner, ...more] = answers.filter(({ status }) => status === 200);
  expect(more).toEqual([]);
  const losers = answers.filter((answer) => answer !== winner);
  expect(new Set(losers.map(({ body }) => body.code))).toEqual(new Set(['stale-version']));
  for (const { body } of losers) expect(body.current).toEqual(winner?.body.document);
  expect(await historyOf(api, at(0))).toMatchObject([
    { what: 'claimed', actor: winner?.body.document.claimedBy },
  ]);
});

it(
  'of 100 who review a document at once, one decides, and 99 see what it has become',
  { timeout: 10_000 },
  async () => {
    const api = await anApi();
    const { at, batch } = await plantBatch(api, [{}, {}]);
    const answers = await Promise.all(
      reviewers(100).map((as, index) => {
        const reject = { decision: 'reject', reason: 'Not an invoice' };
        const approve = { decision: 'approve', corrections: [{ field: 'total', value: String(index) }] };
        const body = index % 2 === 0 ? approve : reject;
        return api.call('reviewDocument', { as, params: at(0), ifMatch: 3, body });
      }),
    );
    const winners = answers.filter(({ status }) => status === 200);
    const losers = answers.filter(({ status }) => status === 412);
    expect([winners.length, losers.length]).toEqual([1, 99]);
    const document = winners[0]?.body.document;
    for (const { body } of losers) expect(body.current).toEqual(document);
    expect((await getDocument(api.parts, at(0)))?.version).toBe(4);
    expect(await historyOf(api, at(0))).toHaveLength(1);
    const { counts } = (await findBatch(api.parts, batch.batchId)) ?? {};
    expect(counts).toMatchObject({ REVIEW_REQUIRED: 1, [document.status]: 1 });
  },
);

it('reviews of many documents of one batch at once leave counts that equal a recount', async () => {
  const api = await anApi();
  const { at, batch, documents } = await plantBatch(
    api,
    Array.from({ length: 30 }, () => ({})),
  );
  const answers = await Promise.all(
    documents.map((_, index) => {
      const body = index < 20 ? { decision: 'approve' } : { decision: 'reject', reason: 'Not ours' };
      return api.call('reviewDocument', { params: at(index), ifMatch: 3, body });
    }),
  );
  expect(answers.map(({ status }) => status)).toEqual(documents.map(() => 200));
  expect(await findBatch(api.parts, batch.batchId)).toMatchObject({
    counts: { REVIEW_REQUIRED: 0, SUCCEEDED: 20, REJECTED: 10 },
    status: 'SUCCEEDED',
    version: batch.version + 30,
  });
});

const changes = (Object.keys(operations) as OperationName[]).filter((name) => 'changes' in operations[name]);

/** Each of ten calls twenty times, beside a world in which it comes once. */
it(
  'sent 20 times at once with one key, a change is made once and answered alike',
  { timeout: 20_000 },
  async () => {
    const [api, twin] = [await anApi(), await anApi()];
    const [{ calls }, once] = [await everyCall(api), await everyCall(twin)];
    for (const name of changes) {
      const sent = { ...calls[name], key: `once-${name}` };
      const answers = await Promise.all(Array.from({ length: 20 }, () => api.call(name, sent)));
      expect((await twin.call(name, once.calls[name])).status).toBe(answers[0]?.status);
      expect([name, answers[0]?.status]).toEqual([name, operations[name].answers.status]);
      expect([name, ...new Set(answers.map(({ status, text }) => `${status} ${text}`))]).toHaveLength(2);
      const replayed = answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true');
      expect([name, replayed.length]).toEqual([name, 19]);
      expect([name, sizeOf(api)]).toEqual([name, sizeOf(twin)]);
    }
  },
);
