import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Caller } from '#pipelines/api/call.ts';
import { findBatch, getDocument } from '#pipelines/extraction/read-items.ts';
import { buildExecutionArn } from '#pipelines/extraction/state-machine.ts';
import { operations, type OperationName } from '#shared/pipeline-api/operations.ts';
import { admin, anApi, reviewer, type SentCall } from '#test/builders/an-api.ts';
import { plantBatch } from '#test/builders/extraction-items.ts';
import { everyCall } from './every-call.ts';
import { readPassport, countRecords } from './read-passport.ts';

const changes = (Object.keys(operations) as OperationName[]).filter((name) => 'changes' in operations[name]);
/** Some tests send hundreds of requests, which takes long on a busy machine. */
const patience = { timeout: 30_000 };

const reviewers = (count: number): Caller[] =>
  Array.from({ length: count }, (_, index) => ({ ...reviewer, sub: `reviewer-${index + 1}` }));

it('of 20 simultaneous claims of a document, one succeeds', async () => {
  const api = await anApi({ crowd: 'claims' });
  const { at } = await plantBatch(api, [{}]);
  const answers = await Promise.all(
    reviewers(20).map((as) => api.call('claimDocument', { as, params: at(0), ifMatch: 3 })),
  );
  const [winner, ...more] = answers.filter(({ status }) => status === 200);
  expect(more).toEqual([]);
  const losers = answers.filter((answer) => answer !== winner);
  expect(new Set(losers.map(({ body }) => body.code))).toEqual(new Set(['stale-version']));
  for (const { body } of losers) expect(body.current).toEqual(winner?.body.document);
  expect(await readPassport(api, at(0))).toMatchObject([
    { what: 'claimed', actor: winner?.body.document.claimedBy },
  ]);
});

it('of 100 simultaneous reviews of a document, one decides, and 99 see the result', patience, async () => {
  const api = await anApi({ crowd: 'reviews' });
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
  expect(await readPassport(api, at(0))).toHaveLength(1);
  const { counts } = (await findBatch(api.parts, batch.batchId)) ?? {};
  expect(counts).toMatchObject({ REVIEW_REQUIRED: 1, [document.status]: 1 });
});

it('simultaneous reviews of many documents of one batch leave counts that equal a recount', async () => {
  const api = await anApi({ crowd: 'batch' });
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

/** Sends each of ten calls twenty times, and once in a second world for comparison. */
it('a change sent 20 times at once with one key is made once and answered alike', patience, async () => {
  const [api, twin] = [await anApi({ crowd: 'twins' }), await anApi()];
  const [{ calls }, once] = [await everyCall(api), await everyCall(twin)];
  for (const name of changes) {
    const sent = { ...calls[name], key: `once-${name}` };
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.call(name, sent)));
    expect((await twin.call(name, once.calls[name])).status).toBe(answers[0]?.status);
    expect([name, answers[0]?.status]).toEqual([name, operations[name].answers.status]);
    expect([name, ...new Set(answers.map(({ status, text }) => `${status} ${text}`))]).toHaveLength(2);
    const replayed = answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true');
    expect([name, replayed.length]).toEqual([name, 19]);
    expect([name, countRecords(api)]).toEqual([name, countRecords(twin)]);
  }
});

/** This test sends twenty-three requests of every kind. */
it('repeats the answer to each change for 24 hours, whatever has happened since', patience, async () => {
  const api = await anApi();
  const { calls, at } = await everyCall(api);
  const first = new Map<string, string>();
  for (const name of changes) first.set(name, (await api.call(name, { ...calls[name], key: name })).text);
  await api.call('claimDocument', { as: reviewer, params: at(1), ifMatch: 4 });
  await api.advance(60);
  const after = countRecords(api);
  for (const name of changes) {
    const { text, headers } = await api.call(name, { ...calls[name], key: name });
    expect([name, text, headers['idempotency-replayed']]).toEqual([name, first.get(name), 'true']);
  }
  expect(countRecords(api)).toEqual(after);
  await api.advance(24 * 3_600);
  const { status, headers } = await api.call('claimDocument', {
    ...calls.claimDocument,
    key: 'claimDocument',
  });
  expect([status, headers['idempotency-replayed']]).toEqual([412, undefined]);
});

it('keeps the keys of two callers apart, and refuses a key reused for another request', async () => {
  const api = await anApi();
  const { workflowAt } = await plantBatch(api, []);
  const submit = (as: typeof admin, fileName: string, more: SentCall = {}) =>
    api.call('submitBatch', { as, key: 'k', body: { ...workflowAt, documents: [{ fileName }] }, ...more });
  const [mine, theirs] = [await submit(admin, 'a.pdf'), await submit(reviewer, 'a.pdf')];
  expect(mine.body.batch.batchId).not.toBe(theirs.body.batch.batchId);
  expect((await submit(admin, 'b.pdf')).body.code).toBe('key-reused');
  // A refusal is not stored, so the key is free for the corrected request.
  const unknown = {
    body: { ...workflowAt, workflowId: 'nowhere', documents: [{ fileName: 'c.pdf' }] },
    key: 'k2',
  };
  expect((await submit(admin, 'c.pdf', unknown)).status).toBe(404);
  expect((await submit(admin, 'c.pdf', { key: 'k2' })).status).toBe(202);
});

it('a document too large to be stored twice is read again for a repeated request', async () => {
  const api = await anApi();
  const text = 'ü'.repeat(176_000);
  const fields = {
    notes: { value: text, confidence: 1, readBy: 'textract', page: 1, box: [0, 0, 1, 1] },
  } as const;
  const { at } = await plantBatch(api, [{ fields }]);
  const first = await api.call('claimDocument', { params: at(0), ifMatch: 3, key: 'k' });
  const again = await api.call('claimDocument', { params: at(0), ifMatch: 3, key: 'k' });
  expect([again.headers['idempotency-replayed'], again.body]).toEqual(['true', first.body]);
});

it('a reprocess of more ids than fit into one stored answer is answered alike when it is repeated', async () => {
  const api = await anApi();
  const failed = { status: 'FAILED' } as const;
  const { at, batch } = await plantBatch(api, [failed, {}, failed]);
  const [started, waiting, other] = [at(0).documentId, at(1).documentId, at(2).documentId];
  const unknown = Array.from({ length: 1_400 }, (_, index) => `${index}-${'x'.repeat(240)}`);
  const documentIds = [started, ...unknown, waiting, other, started];
  const sent = { params: { batchId: batch.batchId }, body: { documentIds }, key: 'k' };
  const first = await api.call('reprocessDocuments', sent);
  expect(first.text.length).toBeGreaterThan(350_000);
  // The answer does not tell how the documents have ended since.
  await api.advance(120);
  const again = await api.call('reprocessDocuments', sent);
  expect([again.status, again.headers['idempotency-replayed']]).toEqual([202, 'true']);
  expect(again.text).toBe(first.text);
  const { documents, ...about } = again.body as { documents: { documentId: string; outcome: string }[] };
  expect(about).toEqual({ run: 2, executionArn: buildExecutionArn(api.parts, batch.batchId, 2) });
  expect(documents.map(({ documentId }) => documentId)).toEqual(documentIds);
  expect([0, 1, 1_401, 1_402, 1_403].map((place) => documents[place]?.outcome)).toEqual([
    'started',
    'not found',
    'waits for review',
    'started',
    'started',
  ]);
});

/**
 * Claims, reviews and undos come in any order, each one to three times, and the repetitions change nothing.
 */
it('requests sent repeatedly have the effect of being sent once', patience, async () => {
  const [api, twin] = [await anApi({ crowd: 'twins' }), await anApi()];
  const step = fc.record({
    name: fc.constantFrom(
      'claimDocument',
      'releaseDocument',
      'reviewDocument',
      'undoReview',
      'reprocessDocuments',
    ),
    document: fc.nat(2),
    who: fc.constantFrom(admin, { ...admin, sub: 'another' }),
    times: fc.integer({ min: 1, max: 3 }),
    atOnce: fc.boolean(),
  } as const);
  let world = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      world += 1;
      const batchId = `batch-${world}`;
      const ids = [0, 1, 2].map((index) => ({ documentId: `doc-${index}-of-${batchId}` }));
      const planted = await plantBatch(api, ids, { batchId });
      await plantBatch(twin, ids, { batchId });
      const versions = [3, 3, 3];
      for (const [index, { name, document, who, times, atOnce }] of steps.entries()) {
        const sent = {
          as: who,
          key: `${batchId}-${index}`,
          ...(name === 'reprocessDocuments'
            ? { params: { batchId }, body: { documentIds: [planted.at(document).documentId] } }
            : { params: planted.at(document), ifMatch: versions[document] ?? 0 }),
          ...(name === 'reviewDocument' && { body: { decision: 'approve' } }),
        };
        const send = () => api.call(name, sent);
        const answers = atOnce
          ? await Promise.all(Array.from({ length: times }, send))
          : [await send(), ...(times > 1 ? [await send()] : [])];
        const once = await twin.call(name, sent);
        for (const { status, body } of answers) {
          expect([status, body.code]).toEqual([once.status, once.body.code]);
        }
        if (once.body.document) versions[document] = once.body.document.version;
        if (once.body.documents?.[0].outcome === 'started')
          versions[document] = (versions[document] ?? 0) + 1;
      }
      expect(countRecords(api)).toEqual(countRecords(twin));
    }),
    { numRuns: 8 },
  );
});
