import {
  CancelMessageMoveTaskCommand,
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  SendMessageBatchCommand,
  StartMessageMoveTaskCommand,
  type SendMessageBatchRequestEntry,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { queueLooks, type QueuePlaces } from './queue-places.ts';
import type { EntryOutcome, MessageToSend, QueueChange, Queues } from './queues.ts';
import { sentAttributes } from './received-message.ts';
import { batchOutcomes, notAsked, sqsOutcome, type BatchAnswer } from './sqs-outcome.ts';
import { withinTime } from './within-time.ts';

interface Parts {
  readonly client: SQSClient;
  readonly places: QueuePlaces;
  /** In milliseconds. */
  readonly longestChange: number;
}

/** One attempt each: whether it may be made again is known to whoever has written it down. */
export function sqsChanges({
  client,
  places,
  longestChange,
}: Parts): Pick<Queues, 'hide' | 'send' | 'delete' | 'startMove' | 'cancelMove'> {
  return {
    hide: (queue, handles, seconds) =>
      entries(places.isDeadLetterQueue(queue), 'ChangeMessageVisibilityBatch', queue, handles, (one, how) => {
        const Entries = one.entries.map(([Id, ReceiptHandle]) => ({
          Id,
          ReceiptHandle,
          VisibilityTimeout: seconds,
        }));
        const command = new ChangeMessageVisibilityBatchCommand({ QueueUrl: one.url, Entries });
        return client.send(command, how);
      }),
    delete: (queue, handles) =>
      entries(places.isDeadLetterQueue(queue), 'DeleteMessageBatch', queue, handles, (one, how) => {
        const Entries = one.entries.map(([Id, ReceiptHandle]) => ({ Id, ReceiptHandle }));
        return client.send(new DeleteMessageBatchCommand({ QueueUrl: one.url, Entries }), how);
      }),
    send: (queue, messages) =>
      entries(places.isSource(queue), 'SendMessageBatch', queue, messages, (one, how) => {
        const Entries = one.entries.map(([Id, message]) => sentEntry(Id, message));
        return client.send(new SendMessageBatchCommand({ QueueUrl: one.url, Entries }), how);
      }),
    startMove: (queue, perSecond) =>
      whole('StartMessageMoveTask', queue, async (abortSignal) => {
        const command = new StartMessageMoveTaskCommand({
          SourceArn: places.arnOf(queue),
          ...(perSecond !== null && { MaxNumberOfMessagesPerSecond: perSecond }),
        });
        await client.send(command, { abortSignal });
      }),
    async cancelMove(queue) {
      let handle: string | undefined;
      const listed = await whole('ListMessageMoveTasks', queue, async (abortSignal) => {
        const { Results = [] } = await client.send(queueLooks.moves(places.arnOf(queue)), { abortSignal });
        handle = Results.find(({ Status }) => Status === 'RUNNING')?.TaskHandle;
      });
      // Nothing but the list was asked for.
      if (listed.kind === 'unclear') return notAsked(listed);
      if (listed.kind === 'refused') return listed;
      if (handle === undefined) return nothingMoves;
      return whole('CancelMessageMoveTask', queue, async (abortSignal) => {
        await client.send(new CancelMessageMoveTaskCommand({ TaskHandle: handle }), { abortSignal });
      });
    },
  };

  /** Each in its place; a queue that is none of this connection's is never named to AWS. */
  async function entries<T>(
    isOurs: boolean,
    operation: string,
    queue: string,
    given: readonly T[],
    send: (
      one: { readonly url: string; readonly entries: readonly (readonly [string, T])[] },
      how: { readonly abortSignal: AbortSignal },
    ) => Promise<BatchAnswer>,
  ): Promise<readonly EntryOutcome[]> {
    const all = (outcome: EntryOutcome): EntryOutcome[] => given.map(() => outcome);
    if (!isOurs) return all(otherQueue(queue));
    if (given.length === 0) return [];
    let url: string;
    try {
      url = await withinTime(longestChange, (signal) => places.urlOf(queue, signal));
    } catch (error) {
      // Nothing but its address was asked for.
      return all(notAsked(sqsOutcome(error, 'GetQueueUrl')));
    }
    try {
      const numbered = given.map((one, at) => [String(at), one] as const);
      const answer = await withinTime(longestChange, (abortSignal) =>
        send({ url, entries: numbered }, { abortSignal }),
      );
      return batchOutcomes(answer, given.length, operation);
    } catch (error) {
      return all(sqsOutcome(error, operation));
    }
  }

  async function whole(
    operation: string,
    queue: string,
    send: (signal: AbortSignal) => Promise<void>,
  ): Promise<QueueChange> {
    if (!places.isDeadLetterQueue(queue)) return otherQueue(queue);
    try {
      await withinTime(longestChange, send);
      return { kind: 'done' };
    } catch (error) {
      return sqsOutcome(error, operation);
    }
  }
}

function sentEntry(
  Id: string,
  { body, attributes, traceHeader, groupId, deduplicationId }: MessageToSend,
): SendMessageBatchRequestEntry {
  return {
    Id,
    MessageBody: body,
    MessageAttributes: sentAttributes(attributes),
    ...(traceHeader !== undefined && {
      MessageSystemAttributes: { AWSTraceHeader: { DataType: 'String', StringValue: traceHeader } },
    }),
    ...(groupId !== undefined && { MessageGroupId: groupId }),
    ...(deduplicationId !== undefined && { MessageDeduplicationId: deduplicationId }),
  };
}

const nothingMoves: QueueChange = {
  kind: 'refused',
  name: 'NothingMoves',
  why: 'No move of this queue is running any more. Nothing was done.',
};

function otherQueue(queue: string) {
  return {
    kind: 'refused',
    name: 'OtherQueue',
    why: `"${queue}" is none of this connection's queues. Nothing was sent.`,
    mayTryAgain: false,
  } as const;
}
