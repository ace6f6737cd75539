import { getBucketNotification, putBucketNotification } from './bucket-notification.ts';
import { createBucket, deleteBucket, getBucketLocation, headBucket, listBuckets } from './buckets.ts';
import { completeMultipartUpload } from './complete-upload.ts';
import { copyObject } from './copy-object.ts';
import { deleteObject, deleteObjects } from './delete-objects.ts';
import { getObject, headObject } from './get-object.ts';
import { listObjects, listObjectsV2 } from './list-objects.ts';
import { abortMultipartUpload, createMultipartUpload } from './multipart-uploads.ts';
import { putObject } from './put-object.ts';
import { methodNotAllowed, notImplemented } from './refusals.ts';
import type { S3Operation } from './s3-operation.ts';
import type { Target } from './s3-request.ts';
import {
  deleteBucketTagging,
  deleteObjectTagging,
  getBucketTagging,
  getObjectTagging,
  putBucketTagging,
  putObjectTagging,
} from './tag-sets.ts';
import { uploadPart, uploadPartCopy } from './upload-part.ts';

/** These are all S3 operations of Pocket AWS. If several fit a request, the one with the most marks is used. */
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
  putBucketTagging,
  getBucketTagging,
  deleteBucketTagging,
  putObjectTagging,
  getObjectTagging,
  deleteObjectTagging,
  createMultipartUpload,
  uploadPart,
  uploadPartCopy,
  completeMultipartUpload,
  abortMultipartUpload,
].toSorted((one, other) => countMarks(other) - countMarks(one));

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

function countMarks({ marks = [], markedBy }: S3Operation): number {
  return marks.length + (markedBy === undefined ? 0 : 1);
}
