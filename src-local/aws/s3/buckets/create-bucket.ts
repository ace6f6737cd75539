import { AwsError } from '../../protocol/aws-error.ts';
import type { World } from '../../../world/world.ts';
import { emptyAnswer } from '../protocol/answers.ts';
import { malformedXml, notImplemented } from '../protocol/refusals.ts';
import type { S3Operation } from '../protocol/s3-operation.ts';
import { membersOf, readXml, textOf } from '../protocol/xml-read.ts';
import type { Tag } from '../records.ts';
import { bucketTagLimit, tagsOf } from '../tagging/tag-set.ts';
import { checkBucketName } from './bucket-name.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_CreateBucket.html */
export const createBucket: S3Operation = {
  name: 'CreateBucket',
  method: 'PUT',
  on: 'bucket',
  headers: {
    // What every bucket has that says nothing of it.
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

/** A habit of the first region, which the page above keeps for old clients. */
function creatingAgainIsFine({ region }: World): boolean {
  return region === 'us-east-1';
}

function readConfiguration(bytes: Uint8Array): { location: string | undefined; tags: Tag[] } {
  if (bytes.length === 0) return { location: undefined, tags: [] };
  const members = membersOf(readXml(bytes, 'CreateBucketConfiguration'), [
    'LocationConstraint',
    'Location',
    'Bucket',
    'Tags',
  ]);
  // Both are of directory buckets.
  for (const name of ['Location', 'Bucket']) if (members.has(name)) throw notImplemented('XML element', name);
  const location = textOf(members, 'LocationConstraint') || undefined;
  if (location !== undefined && !/^[A-Za-z\d-]+$/.test(location)) throw malformedXml();
  const [tags] = members.get('Tags') ?? [];
  return { location, tags: tags ? tagsOf(tags, bucketTagLimit) : [] };
}
