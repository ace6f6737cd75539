import {
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  type Message,
} from '@aws-sdk/client-sqs';
import { onTestFinished } from 'vitest';
import { serveHttp } from '#local/aws/serve-http.ts';
import { ConnectionReset, type WireRequest, type WireResponse } from '#local/aws/protocol/wire.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { queuesAtRest, type QueuesAtRest } from '#test/integration/src-main/dead-letters/queues-at-rest.ts';
import type { OnCall } from './kill-at-random.ts';

const { extraction } = namesByConvention('sandbox');
export const deadLetters = extraction.documentDeadLetterQueue;
export const destination = extraction.documentQueue;

export interface LastingQueue extends QueuesAtRest {
  readonly address: string;
  /** Plants dead letters and returns their ids. */
  readonly plant: (count: number) => Promise<string[]>;
  /** Returns all messages of the queue once none of them is held any more. */
  readonly drained: (queue: string) => Promise<Message[]>;
  /** This runs for every call that changes a queue. */
  onCall: OnCall;
}

/**
 * Serves the pipeline's queues on a socket, without a consumer and on a clock that the console moves by
 * waiting.
 */
export async function aLastingQueue(): Promise<LastingQueue> {
  const { clock, running } = await queuesAtRest();
  const { sqs } = running.clients;
  let number = 0;

  async function answer(request: WireRequest, signal?: AbortSignal): Promise<WireResponse> {
    if (request.path === '/clock') {
      await clock.advance(Number(request.query));
      return { status: 200, headers: {}, body: String(clock.now()) };
    }
    const isChange = changes.has(request.headers['x-amz-target'] ?? '');
    if (isChange && (await world.onCall('arrived')) === 'break') {
      throw new ConnectionReset('before it happened');
    }
    const answered = await running.aws.dispatch(request, signal);
    if (isChange && (await world.onCall('happened')) === 'break') {
      throw new ConnectionReset('after it happened');
    }
    return answered;
  }

  async function findQueueUrl(QueueName: string): Promise<string | undefined> {
    return (await sqs.send(new GetQueueUrlCommand({ QueueName }))).QueueUrl;
  }

  const server = await serveHttp(answer, { port: 0 });
  onTestFinished(() => server.close());
  const world: LastingQueue = {
    address: `http://127.0.0.1:${server.port}`,
    running,
    clock,
    async plant(count) {
      const QueueUrl = await findQueueUrl(deadLetters);
      const ids: string[] = [];
      while (ids.length < count) {
        const Entries = Array.from({ length: Math.min(10, count - ids.length) }, (_, at) => ({
          Id: String(at),
          MessageBody: JSON.stringify({ number: (number += 1) }),
          MessageAttributes: { kind: { DataType: 'String', StringValue: 'planted' } },
        }));
        const { Successful = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
        ids.push(...Successful.map(({ MessageId = '' }) => MessageId));
      }
      return ids;
    },
    async drained(queue) {
      const QueueUrl = await findQueueUrl(queue);
      const all: Message[] = [];
      for (;;) {
        const { Messages = [] } = await sqs.send(
          new ReceiveMessageCommand({
            QueueUrl,
            MaxNumberOfMessages: 10,
            VisibilityTimeout: 3_600,
            MessageAttributeNames: ['All'],
          }),
        );
        if (Messages.length === 0) return all;
        all.push(...Messages);
      }
    },
    onCall: () => 'go on',
  };
  return world;
}

const changes: ReadonlySet<string> = new Set(
  ['SendMessageBatch', 'DeleteMessageBatch', 'ChangeMessageVisibilityBatch'].map(
    (name) => `AmazonSQS.${name}`,
  ),
);
