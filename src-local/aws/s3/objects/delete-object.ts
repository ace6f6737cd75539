import { announce } from '../notifications/announce.ts';
import { emptyAnswer } from '../protocol/answers.ts';
import type { S3Operation } from '../protocol/s3-operation.ts';
import { checkMatch } from './preconditions.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObject.html */
export const deleteObject: S3Operation = {
  name: 'DeleteObject',
  method: 'DELETE',
  on: 'object',
  headers: { 'if-match': 'any' },
  async run(engine, { bucket, key, headers }, call) {
    checkMatch(key, engine.findObject(bucket, key), headers.get('if-match'));
    if (engine.dropObject(bucket, key)) {
      await announce(engine, { name: 'ObjectRemoved:Delete', bucket, key }, call);
    }
    // To have been there or not is the same: it is not there now.
    return emptyAnswer(204);
  },
};
