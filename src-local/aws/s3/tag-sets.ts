import { AwsError } from '../protocol/aws-error.ts';
import { emptyAnswer, xmlAnswer, invalidArgument } from './answers.ts';
import type { S3Operation } from './s3-operation.ts';
import type { Tag } from './s3-records.ts';
import { parseQuery } from './s3-request.ts';
import {
  malformedXml,
  createElement,
  groupChildren,
  readXml,
  readRequiredText,
  textElement,
  type XmlElement,
} from './xml.ts';

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

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-tagging.html */
export const objectTagLimit = 10;
export const bucketTagLimit = 50;

/** The `Tag` elements of a `TagSet`, checked. */
export function readTags(tagSet: XmlElement, limit: number): Tag[] {
  const tags = (groupChildren(tagSet, ['Tag']).get('Tag') ?? []).map((element) => {
    const tag = groupChildren(element, ['Key', 'Value']);
    return { key: readRequiredText(tag, 'Key'), value: readRequiredText(tag, 'Value') };
  });
  return checkTags(tags, limit);
}

/** `x-amz-tagging`: tags as in a query. */
export function readTagsHeader(header: string, limit: number): Tag[] {
  const names = header.split('&').filter((pair) => pair !== '');
  const tags = [...parseQuery(header)].map(([key, value]) => ({ key, value }));
  if (names.length !== tags.length) {
    const message =
      'The header x-amz-tagging shall be encoded as UTF-8 then URLEncoded URL query parameters without tag name duplicates.';
    throw invalidArgument(message, 'x-amz-tagging', header);
  }
  return checkTags(tags, limit);
}

function tagSetElement(tags: readonly Tag[]): string {
  const elements = tags.map(({ key, value }) =>
    createElement('Tag', textElement('Key', key), textElement('Value', value)),
  );
  return createElement('TagSet', ...elements);
}

function checkTags(tags: Tag[], limit: number): Tag[] {
  if (tags.length > limit) {
    const kind = limit === objectTagLimit ? 'Object' : 'Bucket';
    throw new AwsError('BadRequest', `${kind} tags cannot be greater than ${limit}`);
  }
  const keys = new Set<string>();
  for (const { key, value } of tags) {
    const refusal = invalidKey(key) ?? invalidValue(value);
    if (refusal) throw new AwsError('InvalidTag', refusal, { fields: { TagKey: key } });
    if (keys.has(key)) {
      const message = 'Cannot provide multiple Tags with the same key';
      throw new AwsError('InvalidTag', message, { fields: { TagKey: key } });
    }
    keys.add(key);
  }
  return tags;
}

const allowed = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u;

function invalidKey(key: string): string | undefined {
  if (key.toLowerCase().startsWith('aws:')) return 'System tags cannot be added/updated by requester';
  const isGood = key.length >= 1 && key.length <= 128 && allowed.test(key);
  return isGood ? undefined : 'The TagKey you have provided is invalid';
}

function invalidValue(value: string): string | undefined {
  const isGood = value.length <= 256 && allowed.test(value);
  return isGood ? undefined : 'The TagValue you have provided is invalid';
}

function readTagging(bytes: Uint8Array, limit: number): Tag[] {
  const sets = groupChildren(readXml(bytes, 'Tagging'), ['TagSet']).get('TagSet') ?? [];
  const [tagSet] = sets;
  if (!tagSet || sets.length > 1) throw malformedXml();
  return readTags(tagSet, limit);
}
