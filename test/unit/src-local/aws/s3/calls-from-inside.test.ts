import { GetBucketTaggingCommand, ListBucketsCommand } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';

describe('another service that calls S3', () => {
  it('makes a bucket, tags it and deletes it, as a client would', async () => {
    const { aws, s3 } = aPocketAws();
    const call = (operation: string, input: object = {}) =>
      aws.world.call('s3', operation, { Bucket: 'files', ...input });
    await call('CreateBucket');
    const TagSet = [{ Key: 'a.b:c', Value: 'd=e' }];
    await call('PutBucketTagging', { Tagging: { TagSet } });
    expect((await s3.send(new GetBucketTaggingCommand({ Bucket: 'files' }))).TagSet).toEqual(TagSet);
    await call('DeleteBucket');
    expect((await s3.send(new ListBucketsCommand({}))).Buckets ?? []).toEqual([]);
  });

  it('is refused by the name of the code that a client gets', async () => {
    const { aws } = aPocketAws();
    await expect(aws.world.call('s3', 'HeadBucket', { Bucket: 'gone' })).rejects.toMatchObject({
      name: 'NoSuchBucket',
    });
    await expect(aws.world.call('s3', 'PutBucketPolicy', { Bucket: 'gone' })).rejects.toMatchObject({
      name: 'UnknownOperationException',
    });
  });
});
