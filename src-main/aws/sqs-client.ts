import { SQSClient } from '@aws-sdk/client-sqs';
import { allowedTargets, whereTargetsAre } from './allowed-targets.ts';
import { sandboxConfig, type SandboxAws } from './sandbox-config.ts';

/** The SDK's own client over the embedded AWS, for what the console may do to queues (domain, 1.4). */
export function sandboxSqsClient(sandbox: SandboxAws): SQSClient {
  const client = new SQSClient({
    ...sandboxConfig(sandbox),
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
  return client;
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
