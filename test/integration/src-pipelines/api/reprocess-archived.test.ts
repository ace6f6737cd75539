import type { HeadObjectCommandOutput } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { pipelineLifecycle } from '#shared/pricing/infrastructure-cost.ts';
import { anApi } from '#test/builders/an-api.ts';
import { plantBatch } from '#test/builders/extraction-items.ts';
import { getDocument } from '#pipelines/extraction/read-items.ts';

const day = 86_400_000;
const [{ days }] = pipelineLifecycle;

it('leaves a document whose file is in the archive as it is, and takes the others', async () => {
  const { answer, api, planted } = await reprocessAfter(days + 1, (key) =>
    key.includes('doc-archived') ? { StorageClass: 'GLACIER' } : { StorageClass: 'GLACIER_IR' },
  );
  expect(answer.body).toMatchObject({
    run: 2,
    documents: [
      { documentId: 'doc-archived', outcome: 'its file is archived' },
      { documentId: 'doc-readable', outcome: 'started' },
    ],
  });
  const left = await getDocument(api.parts, planted.at(0));
  expect(left).toEqual(planted.documents[0]);
});

it('takes a document whose file was restored, and tells of one whose file is gone in its run', async () => {
  const restored = 'ongoing-request="false", expiry-date="Fri, 21 Dec 2026 00:00:00 GMT"';
  const { answer } = await reprocessAfter(days + 1, (key) =>
    key.includes('doc-archived') ? { StorageClass: 'GLACIER', Restore: restored } : undefined,
  );
  expect(answer.body.documents).toMatchObject([{ outcome: 'started' }, { outcome: 'started' }]);
});

it('asks S3 for no file that is too young to be archived', async () => {
  const { asked, answer } = await reprocessAfter(days - 1, () => ({ StorageClass: 'GLACIER' }));
  expect(asked).toEqual([]);
  expect(answer.body.documents).toMatchObject([{ outcome: 'started' }, { outcome: 'started' }]);
});

/** Only the class of the objects differs, which the embedded S3 does not have. */
async function reprocessAfter(
  daysLater: number,
  head: (key: string) => Partial<HeadObjectCommandOutput> | undefined,
) {
  const api = await anApi();
  const receivedAt = new Date(api.parts.now() - daysLater * day).toISOString();
  const documentIds = ['doc-archived', 'doc-readable'];
  const planted = await plantBatch(
    api,
    documentIds.map((documentId) => ({ documentId, receivedAt, status: 'SUCCEEDED' as const })),
  );
  const asked: string[] = [];
  const { clients } = api.parts;
  const { s3 } = clients;
  const heads = Object.assign(Object.create(s3) as typeof s3, {
    send(command: { readonly input: { readonly Key?: string } }) {
      const { Key = '' } = command.input;
      asked.push(Key);
      const answered = command.constructor.name === 'HeadObjectCommand' ? head(Key) : undefined;
      return answered ? Promise.resolve(answered) : s3.send(command as never);
    },
  });
  const answer = await api.callOn({ parts: { clients: { ...clients, s3: heads } } }, 'reprocessDocuments', {
    params: { batchId: planted.batch.batchId },
    body: { documentIds },
  });
  return { api, planted, answer, asked };
}
