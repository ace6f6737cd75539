import { ListExecutionsCommand } from '@aws-sdk/client-sfn';
import { expect, it } from 'vitest';
import type { DocumentItem } from '#pipelines/extraction/item-shapes.ts';
import { keyOf } from '#pipelines/extraction/keys.ts';
import { findBatch, getDocument } from '#pipelines/extraction/read-items.ts';
import { buildExecutionArn, buildStateMachineArn } from '#pipelines/extraction/state-machine.ts';
import { anApi, reviewer, support, type Answered, type Api } from '#test/builders/an-api.ts';
import { aField, plantBatch, type PlantedBatch } from '#test/builders/extraction-items.ts';
import { clientsThatDie } from './clients-that-die.ts';
import { readPassport, itemsIn } from './read-passport.ts';

it('writes a batch, its documents and the project’s count together, and returns the upload addresses', async () => {
  const api = await anApi();
  const { workflowAt } = await plantBatch(api, []);
  const { body } = await submit(api, workflowAt, 3);
  const { batch, documents } = body;
  expect(batch).toMatchObject({
    status: 'QUEUED',
    documentCount: 3,
    run: 0,
    submittedBy: 'reviewer',
    reviewThreshold: 0.85,
  });
  expect(documents.map(({ fileName }: { fileName: string }) => fileName)).toEqual(fileNames(3));
  expect(await findBatch(api.parts, batch.batchId)).toEqual(batch);
  const [project] = await itemsIn(api, `TENANT#${workflowAt.tenantId}`);
  expect(project).toMatchObject({ batchCount: 2, version: 2 });
});

it('anyone with the address can upload the file for fifteen minutes', async () => {
  const api = await anApi();
  const { workflowAt } = await plantBatch(api, []);
  const [first, second] = (await submit(api, workflowAt, 2)).body.documents;
  expect((await upload(api, first.uploadUrl, 'a file')).status).toBe(200);
  await api.advance(15 * 60 + 1);
  expect((await upload(api, second.uploadUrl, 'too late')).status).toBe(403);
});

it('a batch larger than a transaction is written as a whole, and stays', async () => {
  const api = await anApi();
  const { workflowAt } = await plantBatch(api, []);
  const { body } = await submit(api, workflowAt, 120, 'once');
  const { tenantId, batchId } = body.batch;
  const items = await itemsIn(api, keyOf.document(tenantId, batchId, '').PK);
  expect(items.map(({ fileName }) => fileName)).toEqual(fileNames(120));
  expect(items.filter(({ ttl }) => ttl !== undefined)).toEqual([]);
  // A repeated request returns the same upload addresses, and fresh ones once they have expired.
  const again = await submit(api, workflowAt, 120, 'once');
  expect([again.headers['idempotency-replayed'], again.text]).toEqual(['true', JSON.stringify(body)]);
  await api.advance(15 * 60);
  const later = await submit(api, workflowAt, 120, 'once');
  expect(later.body.batch).toEqual(body.batch);
  const address = later.body.documents[119];
  expect({ ...address, uploadUrl: '' }).toEqual({ ...body.documents[119], uploadUrl: '' });
  expect((await upload(api, address.uploadUrl, 'a file')).status).toBe(200);
});

function submit(api: Api, workflow: object, count: number, key?: string): Promise<Answered> {
  const documents = fileNames(count).map((fileName) => ({ fileName }));
  return api.call('submitBatch', { as: reviewer, body: { ...workflow, documents }, ...(key && { key }) });
}

function fileNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `invoice ${index + 1} für März.pdf`);
}

function upload({ aws }: Api, address: string, text: string) {
  const { pathname, search, host } = new URL(address);
  return aws.dispatch({
    method: 'PUT',
    path: pathname,
    query: search.slice(1),
    headers: { host, 'content-length': String(text.length) },
    body: Buffer.from(text),
  });
}

const failed: Partial<DocumentItem> = {
  status: 'FAILED',
  error: { stage: 'gap-fill', code: 'ThrottlingException', message: 'Too many requests' },
};

it('reprocesses the batch of the caller’s tenant, and none if several of the caller’s tenants have that id', async () => {
  const api = await anApi();
  const ids = { batchId: 'the-same-id' };
  await plantBatch(api, [failed], { ...ids, tenantId: 'alder-finch' });
  const { documents, at } = await plantBatch(api, [failed], { ...ids, tenantId: 'northwind' });
  await plantBatch(api, [failed], { ...ids, tenantId: 'kestrel' });
  const call = {
    params: ids,
    body: { documentIds: documents.map(({ documentId }) => documentId) },
  };
  const both = await api.call('reprocessDocuments', { ...call, as: support });
  expect(both).toMatchObject({
    status: 404,
    body: { detail: expect.stringMatching(/^The id is of more than one batch/) },
  });
  expect(await getDocument(api.parts, at(0))).toMatchObject({ status: 'FAILED' });
  const held = { ...support, tenants: ['northwind'] };
  const { status, body } = await api.call('reprocessDocuments', { ...call, as: held });
  expect([status, body.documents[0].outcome]).toEqual([202, 'started']);
});

it('reports the result for each id, and starts a run for those that can have one', async () => {
  const api = await anApi();
  const { at, batch } = await plantBatch(api, [
    failed,
    { status: 'SUCCEEDED', score: 0.99, fields: { total: aField('1') }, reviewedBy: 'teo' },
    { status: 'REJECTED' },
    { status: 'REVIEW_REQUIRED' },
    { status: 'PROCESSING' },
    { status: 'QUEUED' },
  ]);
  const ids = [0, 1, 2, 3, 4, 5].map((index) => at(index).documentId);
  const answer = await reprocess(api, batch.batchId, [...ids, 'doc-nowhere', ids[0] ?? '']);
  expect(answer.body).toEqual({
    run: 2,
    executionArn: buildExecutionArn(api.parts, batch.batchId, 2),
    documents: [
      { documentId: ids[0], outcome: 'started' },
      { documentId: ids[1], outcome: 'started' },
      { documentId: ids[2], outcome: 'started' },
      { documentId: ids[3], outcome: 'waits for review' },
      { documentId: ids[4], outcome: 'already in work' },
      // The run of this document has ended without it.
      { documentId: ids[5], outcome: 'started' },
      { documentId: 'doc-nowhere', outcome: 'not found' },
      { documentId: ids[0], outcome: 'started' },
    ],
  });
  const again = await getDocument(api.parts, at(1));
  expect(again).toMatchObject({ status: 'PROCESSING', run: 2, version: 4 });
  expect(again).not.toHaveProperty('fields');
  expect(again).not.toHaveProperty('reviewedBy');
  expect(await readPassport(api, at(0))).toMatchObject([
    {
      what: 'reprocessed',
      actor: 'support',
      run: 2,
      reason: 'The quota was raised',
      requestId: answer.headers['request-id'],
      before: { status: 'FAILED', run: 1, code: 'ThrottlingException' },
    },
  ]);
  expect(await findBatch(api.parts, batch.batchId)).toMatchObject({
    run: 2,
    runs: { 1: 'SUCCEEDED', 2: 'RUNNING' },
    status: 'PROCESSING',
    counts: { PROCESSING: 5, REVIEW_REQUIRED: 1, FAILED: 0, SUCCEEDED: 0, REJECTED: 0, QUEUED: 0 },
  });
});

it('starts nothing for documents whose files have not all arrived, nor when nothing can be started', async () => {
  const api = await anApi();
  const { at, batch } = await plantBatch(api, [{ status: 'QUEUED' }], { run: 0 });
  const { documentId } = at(0);
  const { body } = await reprocess(api, batch.batchId, [documentId]);
  expect(body).toEqual({
    run: null,
    executionArn: null,
    documents: [{ documentId, outcome: 'already in work' }],
  });
  expect(await executions(api)).toEqual([]);
});

it('a run is processed to its end, and the counts are right', async () => {
  const api = await anApi();
  const { at, batch } = await plantBatch(api, [failed, failed, { status: 'SUCCEEDED' }]);
  await reprocess(api, batch.batchId, [at(0).documentId, at(1).documentId]);
  await api.advance(120);
  expect(await findBatch(api.parts, batch.batchId)).toMatchObject({
    status: 'SUCCEEDED',
    counts: { SUCCEEDED: 3, FAILED: 0, PROCESSING: 0 },
    runs: { 2: 'SUCCEEDED' },
  });
});

/** Fifty documents take two transactions. The client dies once at each of its calls to AWS. */
it(
  'a caller that dies at any point and retries with the key has started one run',
  { timeout: 30_000 },
  async () => {
    const api = await anApi();
    const counted = clientsThatDie(api.parts.clients, Number.POSITIVE_INFINITY);
    await askWith(api, counted.clients, await fifty(api, 'counted'), 'k');
    const calls = counted.made();
    expect(calls).toBeGreaterThan(8);
    for (let died = 1; died <= calls; died += 1) {
      const batchId = `batch-${died}`;
      const planted = await fifty(api, batchId);
      const { clients } = clientsThatDie(api.parts.clients, died);
      await askWith(api, clients, planted, batchId);
      const answer = await askWith(api, api.parts.clients, planted, batchId);
      expect([died, answer.status, answer.body.run]).toEqual([died, 202, 2]);
      expect(new Set(answer.body.documents.map(({ outcome }: { outcome: string }) => outcome))).toEqual(
        new Set(['started']),
      );
      expect((await executions(api)).filter((name) => name.startsWith(`${batchId}-`))).toEqual([
        `${batchId}-r2`,
      ]);
      expect(await findBatch(api.parts, batchId)).toMatchObject({
        run: 2,
        counts: { PROCESSING: 50, FAILED: 0 },
      });
      expect(await readPassport(api, planted.at(49))).toHaveLength(1);
    }
  },
);

it('a run that was recorded but never started begins when its documents are requested again', async () => {
  const api = await anApi();
  const planted = await plantBatch(api, [failed]);
  const { clients } = clientsThatDie(api.parts.clients, 'StartExecutionCommand');
  expect((await askWith(api, clients, planted, 'first')).status).toBe(503);
  expect(await executions(api)).toEqual([]);
  // Its request may still be at work, so it is given a minute.
  await askWith(api, api.parts.clients, planted, 'too early');
  expect(await executions(api)).toEqual([]);
  await api.advance(61);
  const { body } = await askWith(api, api.parts.clients, planted, 'second');
  expect(body).toMatchObject({ run: null, documents: [{ outcome: 'already in work' }] });
  expect(await executions(api)).toEqual([`${planted.batch.batchId}-r2`]);
});

it('a run that was recorded but never started begins also when the batch gets a newer run', async () => {
  const api = await anApi();
  const planted = await plantBatch(api, [failed, failed]);
  const [one, other] = planted.documents;
  if (one === undefined || other === undefined) throw new Error('No documents');
  const { clients } = clientsThatDie(api.parts.clients, 'StartExecutionCommand');
  await askWith(api, clients, { ...planted, documents: [one] }, 'first');
  await api.advance(61);
  const { body } = await askWith(api, api.parts.clients, { ...planted, documents: [other] }, 'second');
  expect(body).toMatchObject({ run: 3, documents: [{ outcome: 'started' }] });
  const { batchId } = planted.batch;
  expect((await executions(api)).toSorted()).toEqual([`${batchId}-r2`, `${batchId}-r3`]);
  await api.advance(300);
  expect(await findBatch(api.parts, batchId)).toMatchObject({
    status: 'SUCCEEDED',
    counts: { SUCCEEDED: 2, PROCESSING: 0, FAILED: 0 },
    runs: { 2: 'SUCCEEDED', 3: 'SUCCEEDED' },
  });
});

it('a request that continues finds its run begun by another, and leaves the rest as it was', async () => {
  const api = await anApi();
  const planted = await fifty(api, 'batch-of-fifty');
  // The second of two transactions is not made.
  const { clients } = clientsThatDie(api.parts.clients, await countCallsToTheFirstHalf(api));
  expect((await askWith(api, clients, planted, 'first')).status).toBe(503);
  await api.advance(61);
  const [document] = planted.documents;
  if (document === undefined) throw new Error('No document');
  await askWith(api, api.parts.clients, { ...planted, documents: [document] }, 'second');
  await api.advance(300);
  const { body } = await askWith(api, api.parts.clients, planted, 'first');
  const outcomes = body.documents.map(({ outcome }: { outcome: string }) => outcome);
  expect(outcomes).toEqual([...Array(32).fill('started'), ...Array(18).fill('its run has begun')]);
  expect(await getDocument(api.parts, planted.at(49))).toMatchObject({ status: 'FAILED', run: 1 });
  const ids = planted.documents.slice(32).map(({ documentId }) => documentId);
  expect((await reprocess(api, 'batch-of-fifty', ids)).body).toMatchObject({ run: 3 });
  await api.advance(300);
  expect(await findBatch(api.parts, 'batch-of-fifty')).toMatchObject({ counts: { SUCCEEDED: 50 } });
});

/** Counts the calls of a request up to the answer to its first transaction, which two transactions need. */
async function countCallsToTheFirstHalf(api: Api): Promise<number> {
  const before = clientsThatDie(api.parts.clients, 'TransactWriteItemsCommand');
  await askWith(api, before.clients, await fifty(api, 'counted-fifty'), 'counted-fifty');
  return before.made();
}

it('two different simultaneous requests for the same documents divide them between their runs', async () => {
  const api = await anApi({ crowd: 'two' });
  const { at, batch } = await plantBatch(api, [failed, failed, failed, failed]);
  const ids = [0, 1, 2, 3].map((index) => at(index).documentId);
  const answers = await Promise.all([reprocess(api, batch.batchId, ids), reprocess(api, batch.batchId, ids)]);
  const outcomes = answers.flatMap(({ body }) => body.documents as { documentId: string; outcome: string }[]);
  for (const id of ids) {
    const own = outcomes.filter(({ documentId }) => documentId === id).map(({ outcome }) => outcome);
    expect(own.toSorted()).toEqual(['already in work', 'started']);
  }
  expect((await readPassport(api, at(0))).length).toBe(1);
});

it('starts a run of more documents than one transaction takes, by the calls that its role allows', async () => {
  const api = await anApi();
  const { documents } = await fifty(api, 'batch-of-fifty');
  const { status, body } = await reprocess(
    api,
    'batch-of-fifty',
    documents.map(({ documentId }) => documentId),
  );
  const outcomes = (body.documents as { outcome: string }[]).map(({ outcome }) => outcome);
  expect([status, new Set(outcomes)]).toEqual([202, new Set(['started'])]);
});

function reprocess(api: Api, batchId: string, documentIds: readonly string[]) {
  const body = { documentIds, reason: 'The quota was raised' };
  return api.call('reprocessDocuments', { as: support, params: { batchId }, body });
}

function fifty(api: Api, batchId: string): Promise<PlantedBatch> {
  const documents = Array.from({ length: 50 }, (_, index) => ({
    ...failed,
    documentId: `doc-${index}-of-${batchId}`,
  }));
  return plantBatch(api, documents, { batchId });
}

function askWith(
  api: Api,
  clients: Api['parts']['clients'],
  { batch, documents }: PlantedBatch,
  key: string,
) {
  const documentIds = documents.map(({ documentId }) => documentId);
  return api.callOn({ parts: { clients } }, 'reprocessDocuments', {
    key,
    params: { batchId: batch.batchId },
    body: { documentIds },
  });
}

async function executions({ parts }: Api): Promise<string[]> {
  const { executions: all = [] } = await parts.clients.sfn.send(
    new ListExecutionsCommand({ stateMachineArn: buildStateMachineArn(parts) }),
  );
  return all.map(({ name = '' }) => name);
}
