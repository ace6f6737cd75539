import { deleteBucketTagging, getBucketTagging, putBucketTagging } from './bucket-tagging.ts';
import { deleteObjectTagging, getObjectTagging, putObjectTagging } from './object-tagging.ts';

export const taggingOperations = [
  putBucketTagging,
  getBucketTagging,
  deleteBucketTagging,
  putObjectTagging,
  getObjectTagging,
  deleteObjectTagging,
];
