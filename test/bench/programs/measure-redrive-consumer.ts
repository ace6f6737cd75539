import { CreateTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DeleteMessageBatchCommand,
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { pocketAws } from '#local/aws/pocket-aws.ts';
import { requestHandler } from '#local/aws/request-handler.ts';
import { serveHttp } from '#local/aws/serve-http.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { clientsOver } from '#test/builders/aws-clients.ts';
import { putDocuments } from './redrive-documents.ts';
import { overHttp } from './redrive-over-http.ts';

/**
 * Runs a pipeline in a separate process. It serves the table over HTTP and takes messages from the queue
 * whose name it was sent last. For each message it writes the document as PROCESSING and deletes the message.
 * It first prints the table's address, and then answers each name once it has begun with that queue.
 */
const [sqsAddress = ''] = process.argv.slice(2);
const { sqs } = overHttp(sqsAddress);
const aws = pocketAws({});
const { dynamodb } = clientsOver(requestHandler(aws.dispatch));
const lanes = 4;
let queue: string | undefined;

process.on('message', (name: string) => {
  queue = name;
  process.send?.('begun');
});
process.on('disconnect', () => process.exit(0));
await dynamodb.send(
  new CreateTableCommand({
    TableName: namesByConvention('sandbox').extraction.table,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [
      { AttributeName: 'PK', AttributeType: 'S' },
      { AttributeName: 'SK', AttributeType: 'S' },
    ],
    KeySchema: [
      { AttributeName: 'PK', KeyType: 'HASH' },
      { AttributeName: 'SK', KeyType: 'RANGE' },
    ],
  }),
);
const { port } = await serveHttp(aws.dispatch, { port: 0 });
process.send?.(`http://127.0.0.1:${port}`);
for (let lane = 0; lane < lanes; lane += 1) void consume(sqs, dynamodb);

async function consume(from: SQSClient, to: DynamoDBClient): Promise<never> {
  for (;;) {
    const name = queue;
    const took = name === undefined ? 0 : await takeSome(from, to, name);
    if (took === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The addresses are stored by name, because a consumer asks for its queue's address only once. */
const urls = new Map<string, string>();

async function takeSome(from: SQSClient, to: DynamoDBClient, name: string): Promise<number> {
  const QueueUrl =
    urls.get(name) ?? (await from.send(new GetQueueUrlCommand({ QueueName: name }))).QueueUrl ?? '';
  urls.set(name, QueueUrl);
  const { Messages = [] } = await from.send(
    new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 60 }),
  );
  if (Messages.length === 0) return 0;
  await putDocuments(
    to,
    Messages.map(({ Body = '' }) => /documents\/(\S+?)\/(\S+?)\/(\S+?)\//.exec(Body)?.slice(1) ?? []),
    'PROCESSING',
  );
  const Entries = Messages.map(({ ReceiptHandle }, at) => ({ Id: String(at), ReceiptHandle }));
  await from.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
  return Messages.length;
}
