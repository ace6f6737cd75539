import { emptyAnswer, xmlAnswer } from '../protocol/answers.ts';
import type { S3Operation } from '../protocol/s3-operation.ts';
import { readTagging } from './read-tagging.ts';
import { objectTagLimit, tagSetElement } from './tag-set.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObjectTagging.html */
export const putObjectTagging: S3Operation = {
  name: 'PutObjectTagging',
  method: 'PUT',
  on: 'object',
  marks: ['tagging'],
  run(engine, { bucket, key, body }) {
    const object = engine.object(bucket, key);
    const tags = readTagging(body.bytes, objectTagLimit);
    engine.setObject(bucket, key, { ...object, tags });
    return emptyAnswer(200);
  },
};

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObjectTagging.html */
export const getObjectTagging: S3Operation = {
  name: 'GetObjectTagging',
  method: 'GET',
  on: 'object',
  marks: ['tagging'],
  run: (engine, { bucket, key }) => xmlAnswer('Tagging', tagSetElement(engine.object(bucket, key).tags)),
};

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjectTagging.html */
export const deleteObjectTagging: S3Operation = {
  name: 'DeleteObjectTagging',
  method: 'DELETE',
  on: 'object',
  marks: ['tagging'],
  run(engine, { bucket, key }) {
    engine.setObject(bucket, key, { ...engine.object(bucket, key), tags: [] });
    return emptyAnswer(204);
  },
};
