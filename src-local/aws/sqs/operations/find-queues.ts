import { integer, required, string, structure } from '../../protocol/shapes.ts';
import { pageOf } from '../pages.ts';
import { queueArnOf, queueUrlOf } from '../queue-address.ts';
import { queueDoesNotExist } from '../sqs-errors.ts';
import { operation } from './sqs-operation.ts';

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_GetQueueUrl.html */
export const getQueueUrl = operation({
  name: 'GetQueueUrl',
  input: structure({ QueueName: required(string()), QueueOwnerAWSAccountId: string() }),
  run({ world, queues }, { QueueName: name, QueueOwnerAWSAccountId: owner = world.account }) {
    if (owner !== world.account || !queues.named(name)) throw queueDoesNotExist();
    return { QueueUrl: queueUrlOf(world, name) };
  },
});

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ListQueues.html */
export const listQueues = operation({
  name: 'ListQueues',
  input: structure({ QueueNamePrefix: string(), NextToken: string(), MaxResults: integer() }),
  run({ world, queues }, { QueueNamePrefix: prefix = '', NextToken, MaxResults }) {
    const names = queues.all().flatMap(({ name }) => (name.startsWith(prefix) ? name : []));
    const { page, next } = pageOf(names, NextToken, MaxResults);
    return {
      ...(page.length > 0 && { QueueUrls: page.map((name) => queueUrlOf(world, name)) }),
      ...(next !== undefined && { NextToken: next }),
    };
  },
});

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ListDeadLetterSourceQueues.html */
export const listDeadLetterSourceQueues = operation({
  name: 'ListDeadLetterSourceQueues',
  input: structure({ QueueUrl: required(string()), NextToken: string(), MaxResults: integer() }),
  run({ world, queues }, { QueueUrl, NextToken, MaxResults }) {
    const arn = queueArnOf(world, queues.at(QueueUrl).name);
    const sources = queues.all().filter(({ settings }) => settings.redrive?.deadLetterTargetArn === arn);
    const names = sources.map(({ name }) => name);
    const { page, next } = pageOf(names, NextToken, MaxResults);
    return {
      queueUrls: page.map((name) => queueUrlOf(world, name)),
      ...(next !== undefined && { NextToken: next }),
    };
  },
});
