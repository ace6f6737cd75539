import { emptyAnswer } from '../protocol/answers.ts';
import type { S3Operation } from '../protocol/s3-operation.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_AbortMultipartUpload.html */
export const abortMultipartUpload: S3Operation = {
  name: 'AbortMultipartUpload',
  method: 'DELETE',
  on: 'object',
  marks: ['uploadId'],
  run(engine, { bucket, key, query }) {
    const uploadId = query.get('uploadId') ?? '';
    engine.upload(bucket, key, uploadId);
    engine.dropUpload(uploadId);
    return emptyAnswer(204);
  },
};
