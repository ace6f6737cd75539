import { expect, it } from 'vitest';
import { findBatch } from '#local/pipelines/extraction/items/read-items.ts';
import { keyOf } from '#local/pipelines/extraction/items/keys.ts';
import { anApi, reviewer, type Answered, type Api } from '#test/builders/an-api.ts';
import { plantBatch } from '#test/builders/extraction-items.ts';
import { itemsIn } from './history-of.ts';

it('writes a batch, its documents and the project’s count together, and says where the files go', async () => {
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
  const [, project] = await itemsIn(api, `TENANT#${workflowAt.tenantId}`).then((items) => [
    undefined,
    items[0],
  ]);
  expect(project).toMatchObject({ batchCount: 2, version: 2 });
});

it('a file can be put where it says, by whoever has the address, for fifteen minutes', async () => {
  const api = await anApi();
  const { workflowAt } = await plantBatch(api, []);
  const [first, second] = (await submit(api, workflowAt, 2)).body.documents;
  expect((await upload(api, first.uploadUrl, 'a file')).status).toBe(200);
  await api.advance(15 * 60 + 1);
  expect((await upload(api, second.uploadUrl, 'too late')).status).toBe(403);
});

it('a larger batch than a transaction holds is there as a whole, and its documents go where it never comes to be', async () => {
  const api = await anApi();
  const { workflowAt } = await plantBatch(api, []);
  const { body } = await submit(api, workflowAt, 120, 'once');
  const { tenantId, batchId } = body.batch;
  const items = await itemsIn(api, keyOf.document(tenantId, batchId, '').PK);
  expect(items.map(({ fileName }) => fileName)).toEqual(fileNames(120));
  expect(items.filter(({ ttl }) => ttl !== undefined).length).toBeGreaterThan(20);
  // The addresses are told again as they were, and once they have run out, fresh ones.
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
