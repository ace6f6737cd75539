import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { documentsPartition } from '#pipelines/extraction/keys.ts';
import { parseDocument } from '#pipelines/extraction/read-items.ts';
import { toItem } from '#pipelines/plain-items.ts';
import { anApi, reviewer, type Api } from '#test/builders/an-api.ts';
import { plantBatch } from '#test/builders/extraction-items.ts';

it.each([
  ['that says since when it waits', '2026-01-04T08:00:00.000Z'],
  ['from before that was written down', undefined],
])(
  'a document %s keeps its place in the review queue through a claim, a release and an undo',
  async (_, statusSince) => {
    const api = await anApi();
    const { at } = await plantBatch(api, [{ ...(statusSince !== undefined && { statusSince }) }, {}]);
    const before = await queue(api, at(0));
    expect(before).toHaveLength(2);
    const call = async (name: 'claimDocument' | 'releaseDocument' | 'undoReview', ifMatch: number) => {
      await api.advance(1);
      expect((await api.call(name, { as: reviewer, params: at(0), ifMatch })).status).toBe(200);
      return queue(api, at(0));
    };
    expect(await call('claimDocument', 3)).toEqual(before);
    expect(await call('releaseDocument', 4)).toEqual(before);
    const decided = {
      as: reviewer,
      params: at(0),
      ifMatch: 5,
      body: { decision: 'approve', corrections: [] },
    };
    expect((await api.call('reviewDocument', decided)).status).toBe(200);
    expect(await queue(api, at(0))).toHaveLength(1);
    expect(await call('undoReview', 6)).toEqual(before);
  },
);

async function queue(
  { clients, parts }: Api,
  { tenantId, batchId }: { tenantId: string; batchId: string },
): Promise<unknown[]> {
  const { Items = [] } = await clients.dynamodb.send(
    new QueryCommand({
      TableName: parts.names.extraction.table,
      IndexName: 'GSI2',
      KeyConditionExpression: 'GSI2PK = :waiting',
      ExpressionAttributeValues: toItem({
        ':waiting': `${documentsPartition(tenantId, batchId)}#STATUS#REVIEW_REQUIRED`,
      }),
    }),
  );
  return Items.map((kept) => [parseDocument(kept).documentId, kept['GSI2SK']?.S]);
}
