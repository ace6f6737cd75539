import { CreateTableCommand, PutItemCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs';
import { writeSync } from 'node:fs';
import { pocketAws } from '#local/aws/pocket-aws.ts';
import { requestHandler } from '#local/aws/request-handler.ts';
import { clientsOver } from '#test/builders/aws-clients.ts';

/**
 * Runs as a separate process until it is killed. Each line on standard output is something that pocket AWS
 * has acknowledged: `put 7`, `pair 7`, `sent 7`, `deleted 7`, `object 7`.
 */
const [folder = '', from = '0'] = process.argv.slice(2);
const aws = pocketAws({ folder });
const { dynamodb, sqs, s3 } = clientsOver(requestHandler(aws.dispatch));
const say = (line: string): void => {
  writeSync(1, `${line}\n`);
};

if (from === '0') {
  await dynamodb.send(
    new CreateTableCommand({
      TableName: 'kept',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    }),
  );
  await s3.send(new CreateBucketCommand({ Bucket: 'kept' }));
}
const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'kept' }));
say('ready');

for (let n = Number(from); ; n += 1) {
  const item = { TableName: 'kept', Item: { id: { S: `put-${n}` }, n: { N: String(n) } } };
  await dynamodb.send(new PutItemCommand(item));
  say(`put ${n}`);

  const half = (name: string) => ({ Put: { TableName: 'kept', Item: { id: { S: `${name}-${n}` } } } });
  await dynamodb.send(new TransactWriteItemsCommand({ TransactItems: [half('left'), half('right')] }));
  say(`pair ${n}`);

  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: String(n) }));
  say(`sent ${n}`);
  if (n % 3 === 0) {
    const { Messages: [message] = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl }));
    await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message?.ReceiptHandle }));
    say(`deleted ${message?.Body}`);
  }

  await s3.send(new PutObjectCommand({ Bucket: 'kept', Key: String(n), Body: `object ${n}` }));
  say(`object ${n}`);
}
