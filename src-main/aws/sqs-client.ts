import { SQSClient } from '@aws-sdk/client-sqs';
import { allowedTargets, whereTargetsAre } from './allowed-targets.ts';
import type { AwsPlace } from './aws-place.ts';
import { clientConfig } from './client-config.ts';
import { withRenewal } from './with-renewal.ts';

/** The SDK's own client of one AWS, for what the console may do to queues (domain, 1.4). */
export function sqsClient(place: AwsPlace): SQSClient {
  const client = new SQSClient({
    ...clientConfig(place, 'sqs'),
    // A queue's address comes from outside; where requests go is said by the connection.
    useQueueUrlAsEndpoint: false,
  });
  client.middlewareStack.add(
    allowedTargets(
      allowed,
      'The console looks at dead letters, holds them, sends them back and deletes them',
    ),
    whereTargetsAre,
  );
  return withRenewal(client, place);
}

const allowed: ReadonlySet<string> = new Set(
  [
    'GetQueueUrl',
    'GetQueueAttributes',
    'ListDeadLetterSourceQueues',
    'ListMessageMoveTasks',
    'ReceiveMessage',
    'ChangeMessageVisibilityBatch',
    'SendMessageBatch',
    'DeleteMessageBatch',
    'StartMessageMoveTask',
    'CancelMessageMoveTask',
  ].map((operation) => `AmazonSQS.${operation}`),
);
