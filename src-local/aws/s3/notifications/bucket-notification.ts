import { AwsError } from '../../protocol/aws-error.ts';
import { emptyAnswer, xmlAnswer } from '../protocol/answers.ts';
import { invalidArgument } from '../protocol/refusals.ts';
import type { S3Operation } from '../protocol/s3-operation.ts';
import { elementOf, textElement } from '../protocol/xml-write.ts';
import type { KeyFilter, QueueNotification } from '../records.ts';
import type { S3Engine } from '../s3-engine.ts';
import { testMessage } from './event-message.ts';
import { queueUrlOf, send } from './outbox.ts';
import { readNotifications } from './read-notifications.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketNotificationConfiguration.html */
export const putBucketNotification: S3Operation = {
  name: 'PutBucketNotificationConfiguration',
  method: 'PUT',
  on: 'bucket',
  marks: ['notification'],
  headers: { 'x-amz-skip-destination-validation': 'any' },
  async run(engine, { bucket, headers, body }, call) {
    engine.bucket(bucket);
    const notifications = readNotifications(body.bytes, () => engine.world.random.uuid());
    if (headers.get('x-amz-skip-destination-validation')?.toLowerCase() !== 'true') {
      for (const { queueArn } of notifications) await checkDestination(engine, queueArn);
      const message = testMessage(engine.world, bucket, call.requestId);
      for (const { queueArn } of notifications) {
        await send(engine.world, { queueArn, body: message }).catch((error: unknown) => {
          throw refusedDestination(error, queueArn);
        });
      }
    }
    engine.changeBucket(bucket, { notifications });
    return emptyAnswer(200);
  },
};

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketNotificationConfiguration.html */
export const getBucketNotification: S3Operation = {
  name: 'GetBucketNotificationConfiguration',
  method: 'GET',
  on: 'bucket',
  marks: ['notification'],
  run(engine, { bucket }) {
    const { notifications } = engine.bucket(bucket);
    return xmlAnswer('NotificationConfiguration', notifications.map(notificationElement).join(''));
  },
};

async function checkDestination({ world }: S3Engine, queueArn: string): Promise<void> {
  const [, , , region, account, name] = queueArn.split(':');
  const isHere = region === world.region && account === world.account;
  // S3 sends no events to FIFO queues.
  if (!isHere || name?.endsWith('.fifo')) throw unableToValidate(queueArn);
  await queueUrlOf(world, queueArn).catch((error: unknown) => {
    throw refusedDestination(error, queueArn);
  });
}

function refusedDestination(error: unknown, queueArn: string): unknown {
  return error instanceof AwsError ? unableToValidate(queueArn) : error;
}

function unableToValidate(queueArn: string): AwsError {
  const message = 'Unable to validate the following destination configurations';
  return invalidArgument(message, queueArn, 'The destination queue does not exist');
}

function notificationElement({ id, queueArn, events, filters }: QueueNotification): string {
  return elementOf(
    'QueueConfiguration',
    textElement('Id', id),
    textElement('Queue', queueArn),
    ...events.map((event) => textElement('Event', event)),
    filters ? elementOf('Filter', elementOf('S3Key', ...filters.map(filterElement))) : '',
  );
}

function filterElement({ name, value }: KeyFilter): string {
  // S3 answers with a capital letter whatever it was sent.
  const capitalised = name === 'prefix' ? 'Prefix' : 'Suffix';
  return elementOf('FilterRule', textElement('Name', capitalised), textElement('Value', value));
}
