import {
  ChangeMessageVisibilityBatchCommand,
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  type Message,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { Kind, NewMessage, Step } from './sqs-steps.ts';

/** Drives one implementation's queue and its dead letters by steps that mean the same to the other. */
export interface Side {
  run(step: Step): Promise<unknown>;
  /** Returns how many messages are in the queue, visible or not. */
  held(): Promise<number>;
  close(): Promise<void>;
}

const maxReceiveCount = 3;

export async function openSide(
  sqs: SQSClient,
  name: string,
  kind: Kind,
  pass: () => Promise<void>,
): Promise<Side> {
  const fifo = kind !== 'standard';
  const create = async (stem: string, more: Record<string, string>): Promise<string> => {
    const Attributes = { ...more, ...(fifo ? { FifoQueue: 'true' } : {}) };
    const QueueName = fifo ? `${stem}.fifo` : stem;
    return (await sqs.send(new CreateQueueCommand({ QueueName, Attributes }))).QueueUrl ?? '';
  };
  const dead = await create(`${name}-dead`, {});
  const { QueueArn: deadLetterTargetArn } = await readAttributes(dead);
  const queue = await create(name, {
    RedrivePolicy: JSON.stringify({ deadLetterTargetArn, maxReceiveCount }),
  });
  /** Holds handles of the messages in flight. */
  const handles = new Map<string, string>();

  async function readAttributes(QueueUrl: string) {
    const get = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] });
    return (await sqs.send(get)).Attributes ?? {};
  }

  const counts = async (QueueUrl: string): Promise<number[]> => {
    const found = await readAttributes(QueueUrl);
    return [
      found.ApproximateNumberOfMessages,
      found.ApproximateNumberOfMessagesNotVisible,
      found.ApproximateNumberOfMessagesDelayed,
    ].map(Number);
  };

  const receive = async (QueueUrl: string, most: number, VisibilityTimeout: number): Promise<Message[]> => {
    const call = new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: most,
      VisibilityTimeout,
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
    });
    return (await sqs.send(call)).Messages ?? [];
  };

  const inFlight = (bodies: readonly string[]): { Id: string; ReceiptHandle: string }[] =>
    bodies.flatMap((body, at) => {
      const ReceiptHandle = handles.get(body);
      return ReceiptHandle === undefined ? [] : [{ Id: `e${at}`, ReceiptHandle }];
    });

  const steps: { [K in Step['do']]: (step: Extract<Step, { do: K }>) => Promise<unknown> } = {
    async send({ messages }) {
      const Entries = messages.map((message, at) => toEntry(message, at, fifo));
      const { Successful = [], Failed = [] } = await sqs.send(
        new SendMessageBatchCommand({ QueueUrl: queue, Entries }),
      );
      const sent = Successful.map((one) => [one.Id, one.MD5OfMessageBody, one.MD5OfMessageAttributes]);
      return { sent: byId(sent), failed: Failed.length };
    },
    async receive({ most, visibility }) {
      const messages = await receive(queue, most, visibility);
      for (const { Body = '', ReceiptHandle = '' } of messages) {
        if (visibility > 0) handles.set(Body, ReceiptHandle);
      }
      return seen(messages, fifo);
    },
    async delete({ bodies }) {
      const Entries = inFlight(bodies);
      if (Entries.length === 0) return [];
      for (const body of bodies) handles.delete(body);
      const { Failed = [] } = await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: queue, Entries }));
      return [Entries.length, Failed.length];
    },
    async 'change-visibility'({ bodies, visibility }) {
      const Entries = inFlight(bodies).map((entry) => ({ ...entry, VisibilityTimeout: visibility }));
      if (Entries.length === 0) return [];
      if (visibility === 0) for (const body of bodies) handles.delete(body);
      const change = new ChangeMessageVisibilityBatchCommand({ QueueUrl: queue, Entries });
      const { Failed = [] } = await sqs.send(change);
      return [Entries.length, Failed.length];
    },
    counts: async () => [await counts(queue), await counts(dead)],
    async 'dead-letters'() {
      const bodies: string[] = [];
      for (let some = await receive(dead, 10, 600); some.length > 0; some = await receive(dead, 10, 600)) {
        bodies.push(...some.map(({ Body = '' }) => Body));
        const Entries = some.map(({ ReceiptHandle }, at) => ({ Id: `e${at}`, ReceiptHandle }));
        await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: dead, Entries }));
      }
      return bodies.toSorted();
    },
    async purge() {
      handles.clear();
      await sqs.send(new PurgeQueueCommand({ QueueUrl: queue }));
    },
    async pass() {
      // Messages that were briefly in flight are visible again.
      handles.clear();
      await pass();
    },
  };
  return {
    run: (step) => (steps[step.do] as (one: Step) => Promise<unknown>)(step),
    held: async () => (await counts(queue)).reduce((sum, one) => sum + one, 0),
    async close() {
      for (const QueueUrl of [queue, dead]) await sqs.send(new DeleteQueueCommand({ QueueUrl }));
    },
  };
}

function toEntry({ body, delay, group, deduplication, attribute }: NewMessage, at: number, fifo: boolean) {
  const MessageAttributes = { kind: { DataType: 'String', StringValue: attribute } };
  return {
    Id: `e${at}`,
    MessageBody: body,
    ...(attribute === '' ? {} : { MessageAttributes }),
    ...(delay > 0 ? { DelaySeconds: delay } : {}),
    ...(fifo ? { MessageGroupId: group, MessageDeduplicationId: deduplication } : {}),
  };
}

/** Sorts standard messages, which come in any order; those of one group keep theirs. */
function seen(messages: readonly Message[], fifo: boolean): unknown {
  const all = messages.map(
    ({ Body, MD5OfBody, MD5OfMessageAttributes, MessageAttributes, Attributes = {} }) => ({
      body: Body,
      md5: [MD5OfBody, MD5OfMessageAttributes],
      attribute: MessageAttributes?.['kind']?.StringValue,
      received: Attributes.ApproximateReceiveCount,
      group: Attributes.MessageGroupId,
      deduplication: Attributes.MessageDeduplicationId,
    }),
  );
  if (!fifo) return all.toSorted((one, other) => ((one.body ?? '') < (other.body ?? '') ? -1 : 1));
  const groups = new Set(all.map(({ group = '' }) => group));
  return [...groups].toSorted().map((name) => all.filter(({ group }) => group === name));
}

function byId(rows: readonly (string | undefined)[][]): unknown[] {
  return rows.toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1));
}
