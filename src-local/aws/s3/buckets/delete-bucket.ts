import { AwsError } from '../../protocol/aws-error.ts';
import { emptyAnswer } from '../protocol/answers.ts';
import type { S3Operation } from '../protocol/s3-operation.ts';

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
