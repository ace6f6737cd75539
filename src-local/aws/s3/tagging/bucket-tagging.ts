import { AwsError } from '../../protocol/aws-error.ts';
import { emptyAnswer, xmlAnswer } from '../protocol/answers.ts';
import type { S3Operation } from '../protocol/s3-operation.ts';
import { bucketTagLimit, tagSetElement } from './tag-set.ts';
import { readTagging } from './read-tagging.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketTagging.html */
export const putBucketTagging: S3Operation = {
  name: 'PutBucketTagging',
  method: 'PUT',
  on: 'bucket',
  marks: ['tagging'],
  run(engine, { bucket, body }) {
    engine.changeBucket(bucket, { tags: readTagging(body.bytes, bucketTagLimit) });
    return emptyAnswer(204);
  },
};

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketTagging.html */
export const getBucketTagging: S3Operation = {
  name: 'GetBucketTagging',
  method: 'GET',
  on: 'bucket',
  marks: ['tagging'],
  run(engine, { bucket }) {
    const { tags } = engine.bucket(bucket);
    if (tags.length > 0) return xmlAnswer('Tagging', tagSetElement(tags));
    const fields = { BucketName: bucket };
    throw new AwsError('NoSuchTagSet', 'The TagSet does not exist', { status: 404, fields });
  },
};

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteBucketTagging.html */
export const deleteBucketTagging: S3Operation = {
  name: 'DeleteBucketTagging',
  method: 'DELETE',
  on: 'bucket',
  marks: ['tagging'],
  run(engine, { bucket }) {
    engine.changeBucket(bucket, { tags: [] });
    return emptyAnswer(204);
  },
};
