import type { World } from '../../world/world.ts';
import { AwsError } from '../protocol/aws-error.ts';
import { emptyAnswer, formatIsoDate, ownerElement, xmlAnswer, notImplemented } from './answers.ts';
import { readToken, encodeContinuationToken } from './list-objects.ts';
import { compareUtf8 } from './object-keys.ts';
import { checkBucketName } from './s3-engine.ts';
import type { S3Operation } from './s3-operation.ts';
import type { Tag } from './s3-records.ts';
import { wholeNumber } from './s3-request.ts';
import { bucketTagLimit, readTags } from './tag-sets.ts';
import {
  malformedXml,
  createElement,
  escapeXml,
  groupChildren,
  readXml,
  textElement,
  readText,
} from './xml.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_CreateBucket.html */
export const createBucket: S3Operation = {
  name: 'CreateBucket',
  method: 'PUT',
  on: 'bucket',
  headers: {
    // These are the defaults of every bucket, so a request may name them.
    'x-amz-acl': ['private'],
    'x-amz-bucket-object-lock-enabled': ['false', 'False'],
    'x-amz-object-ownership': ['BucketOwnerEnforced'],
  },
  run(engine, { bucket, body }) {
    checkBucketName(bucket);
    const { world, buckets } = engine;
    const { location = world.region, tags } = readConfiguration(body.bytes);
    if (!buckets.has(bucket)) {
      buckets.set(bucket, { created: world.clock.now(), location, tags, notifications: [] });
    } else if (!creatingAgainIsFine(world)) {
      const message = 'Your previous request to create the named bucket succeeded and you already own it.';
      const fields = { BucketName: bucket };
      throw new AwsError('BucketAlreadyOwnedByYou', message, { status: 409, fields });
    }
    return emptyAnswer(200, { location: `/${bucket}` });
  },
};

/** The first region behaves like this, which the page above keeps for old clients. */
function creatingAgainIsFine({ region }: World): boolean {
  return region === 'us-east-1';
}

function readConfiguration(bytes: Uint8Array): { location: string | undefined; tags: Tag[] } {
  if (bytes.length === 0) return { location: undefined, tags: [] };
  const members = groupChildren(readXml(bytes, 'CreateBucketConfiguration'), [
    'LocationConstraint',
    'Location',
    'Bucket',
    'Tags',
  ]);
  // Both are for directory buckets.
  for (const name of ['Location', 'Bucket']) if (members.has(name)) throw notImplemented('XML element', name);
  const location = readText(members, 'LocationConstraint') || undefined;
  if (location !== undefined && !/^[A-Za-z\d-]+$/.test(location)) throw malformedXml();
  const [tags] = members.get('Tags') ?? [];
  return { location, tags: tags ? readTags(tags, bucketTagLimit) : [] };
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteBucket.html */
export const deleteBucket: S3Operation = {
  name: 'DeleteBucket',
  method: 'DELETE',
  on: 'bucket',
  run(engine, { bucket }) {
    if (engine.objects(bucket).size > 0) {
      const message = 'The bucket you tried to delete is not empty';
      const fields = { BucketName: bucket };
      throw new AwsError('BucketNotEmpty', message, { status: 409, fields });
    }
    engine.dropBucket(bucket);
    return emptyAnswer(204);
  },
};

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListBuckets.html */
export const listBuckets: S3Operation = {
  name: 'ListBuckets',
  method: 'GET',
  on: 'account',
  query: ['prefix', 'bucket-region', 'max-buckets', 'continuation-token'],
  run(engine, { query }) {
    const prefix = query.get('prefix') ?? '';
    const region = query.get('bucket-region');
    const max = wholeNumber(query, 'max-buckets', { least: 1, most: 10_000, otherwise: 10_000 });
    const token = query.get('continuation-token');
    const after = token === undefined ? '' : readToken(token).last;

    const matching = [...engine.buckets.entries()]
      .filter(([name, bucket]) => name.startsWith(prefix) && (region ?? bucket.location) === bucket.location)
      .filter(([name]) => name > after)
      .toSorted(([one], [other]) => compareUtf8(one, other));
    const page = matching.slice(0, max);
    const last = matching.length > max ? page.at(-1) : undefined;
    const buckets = page.map(([name, bucket]) =>
      createElement(
        'Bucket',
        textElement('Name', name),
        textElement('CreationDate', formatIsoDate(bucket.created)),
        textElement('BucketRegion', bucket.location),
      ),
    );
    return xmlAnswer(
      'ListAllMyBucketsResult',
      [
        ownerElement(engine.world),
        createElement('Buckets', ...buckets),
        textElement('Prefix', query.get('prefix')),
        textElement('ContinuationToken', last && encodeContinuationToken({ key: last[0] })),
      ].join(''),
    );
  },
};

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_HeadBucket.html */
export const headBucket: S3Operation = {
  name: 'HeadBucket',
  method: 'HEAD',
  on: 'bucket',
  run(engine, { bucket }) {
    const { location } = engine.bucket(bucket);
    return emptyAnswer(200, { 'x-amz-bucket-region': location, 'x-amz-access-point-alias': 'false' });
  },
};

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketLocation.html */
export const getBucketLocation: S3Operation = {
  name: 'GetBucketLocation',
  method: 'GET',
  on: 'bucket',
  marks: ['location'],
  run(engine, { bucket }) {
    const { location } = engine.bucket(bucket);
    // The first region has no name here.
    return xmlAnswer('LocationConstraint', location === 'us-east-1' ? '' : escapeXml(location));
  },
};
