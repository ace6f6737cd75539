import { createBucket } from './buckets/create-bucket.ts';
import { deleteBucket } from './buckets/delete-bucket.ts';
import { getBucketLocation, headBucket, listBuckets } from './buckets/describe-buckets.ts';
import { listObjects, listObjectsV2 } from './listing/list-objects.ts';
import { multipartOperations } from './multipart/multipart-operations.ts';
import { getBucketNotification, putBucketNotification } from './notifications/bucket-notification.ts';
import { copyObject } from './objects/copy-object.ts';
import { deleteObject } from './objects/delete-object.ts';
import { deleteObjects } from './objects/delete-objects.ts';
import { getObject, headObject } from './objects/get-object.ts';
import { putObject } from './objects/put-object.ts';
import { methodNotAllowed, notImplemented } from './protocol/refusals.ts';
import type { S3Operation } from './protocol/s3-operation.ts';
import type { Target } from './protocol/s3-request.ts';
import { taggingOperations } from './tagging/tagging-operations.ts';

/** All that S3 does here. Of those that fit a request it is the one with the most marks. */
const operations: readonly S3Operation[] = [
  listBuckets,
  createBucket,
  headBucket,
  deleteBucket,
  getBucketLocation,
  listObjectsV2,
  listObjects,
  getBucketNotification,
  putBucketNotification,
  putObject,
  copyObject,
  getObject,
  headObject,
  deleteObject,
  deleteObjects,
  ...taggingOperations,
  ...multipartOperations,
].toSorted((one, other) => marksOf(other) - marksOf(one));

export function findOperation(target: Target): S3Operation {
  const found = operations.find(
    ({ method, on, marks = [], markedBy }) =>
      method === target.method &&
      on === target.level &&
      marks.every((mark) => target.query.has(mark)) &&
      (markedBy === undefined || target.headers.has(markedBy)),
  );
  if (found) return found;
  const [parameter] = target.query.keys();
  throw parameter === undefined
    ? methodNotAllowed(target.method)
    : notImplemented('query parameter', parameter);
}

function marksOf({ marks = [], markedBy }: S3Operation): number {
  return marks.length + (markedBy === undefined ? 0 : 1);
}
