import { z } from 'zod';
import { objectKeyOf } from '../items/keys.ts';
import { MessageProblem } from './message-problem.ts';

export interface ArrivedFile {
  readonly bucket: string;
  readonly key: string;
  readonly tenantId: string;
  readonly batchId: string;
  readonly documentId: string;
  /** When S3 had it, in milliseconds. */
  readonly arrivedAt: number;
}

/** The files that a message from S3 tells of; none where it is only S3's own test. */
export function readFileEvent(body: string): ArrivedFile[] {
  const { data, error } = messageSchema.safeParse(jsonOf(body));
  if (error) throw new MessageProblem('MalformedMessage', 'The message is not an event of S3');
  if ('Event' in data) return [];
  return data.Records.map(({ s3, eventTime }) => ({
    ...fileOf(s3.bucket.name, decoded(s3.object.key)),
    arrivedAt: Date.parse(eventTime),
  }));
}

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html */
const messageSchema = z.union([
  z.object({ Event: z.literal('s3:TestEvent') }),
  z.object({
    Records: z
      .array(
        z.object({
          eventSource: z.literal('aws:s3'),
          eventTime: z.iso.datetime(),
          s3: z.object({ bucket: z.object({ name: z.string() }), object: z.object({ key: z.string() }) }),
        }),
      )
      .min(1),
  }),
]);

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new MessageProblem('MalformedMessage', 'The message is not JSON');
  }
}

function fileOf(bucket: string, key: string): Omit<ArrivedFile, 'arrivedAt'> {
  const [, tenantId = '', batchId = '', documentId = '', ...rest] = key.split('/');
  const fileName = rest.join('/');
  const ids = { tenantId, batchId, documentId };
  const isComplete = [tenantId, batchId, documentId, fileName].every((part) => part !== '');
  if (!isComplete || rest.length > 1 || objectKeyOf({ ...ids, fileName }) !== key) {
    throw new MessageProblem('KeyOutsideConvention', `No document's file is kept under ${key}`);
  }
  return { bucket, key, ...ids };
}

/** "URL-encoded": with a plus for each blank. */
function decoded(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    throw new MessageProblem('KeyOutsideConvention', `${key} is not a key that S3 has encoded`);
  }
}
