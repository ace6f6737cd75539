import {
  CancelMessageMoveTaskCommand,
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  ListMessageMoveTasksCommand,
  SendMessageBatchCommand,
  StartMessageMoveTaskCommand,
  type BatchResultErrorEntry,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { sentAttributes } from './received-message.ts';
import type { EntryOutcome, QueueChange, Queues } from './queues.ts';
import type { QueuePlaces } from './queue-places.ts';
import { entryRefused, sqsOutcome } from './sqs-outcome.ts';
import { withinTime } from './within-time.ts';

interface Parts {
  readonly client: SQSClient;
  readonly places: QueuePlaces;
  /** In milliseconds. */
  readonly longestChange: number;
}

interface Answered {
  readonly Successful?: readonly { readonly Id?: string; readonly MessageId?: string }[] | undefined;
  readonly Failed?: readonly BatchResultErrorEntry[] | undefined;
}

/** One attempt each: whether it may be made again is known to whoever has written it down. */
export function sqsChanges({
  client,
  places,
  longestChange,
}: Parts): Pick<Queues, 'hide' | 'send' | 'delete' | 'startMove' | 'cancelMove'> {
  return {
    hide: (queue, handles, seconds) =>
      entries('ChangeMessageVisibilityBatch', queue, handles.length, async (QueueUrl, abortSignal) => {
        const Entries = handles.map((ReceiptHandle, at) => ({
          Id: String(at),
          ReceiptHandle,
          VisibilityTimeout: seconds,
        }));
        return client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries }), { abortSignal });
      }),
    delete: (queue, handles) =>
      entries('DeleteMessageBatch', queue, handles.length, async (QueueUrl, abortSignal) => {
        const Entries = handles.map((ReceiptHandle, at) => ({ Id: String(at), ReceiptHandle }));
        return client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }), { abortSignal });
      }),
    async send(queue, messages) {
      if (!places.isSource(queue)) return messages.map(() => otherQueue(queue));
      return entries('SendMessageBatch', queue, messages.length, async (QueueUrl, abortSignal) => {
        const Entries = messages.map(({ body, attributes, traceHeader, groupId, deduplicationId }, at) => ({
          Id: String(at),
          MessageBody: body,
          MessageAttributes: sentAttributes(attributes),
          ...(traceHeader !== undefined && {
            MessageSystemAttributes: { AWSTraceHeader: { DataType: 'String', StringValue: traceHeader } },
          }),
          ...(groupId !== undefined && { MessageGroupId: groupId }),
          ...(deduplicationId !== undefined && { MessageDeduplicationId: deduplicationId }),
        }));
        return client.send(new SendMessageBatchCommand({ QueueUrl, Entries }), { abortSignal });
      });
    },
    startMove: (queue, perSecond) =>
      whole('StartMessageMoveTask', queue, async (abortSignal) => {
        const command = new StartMessageMoveTaskCommand({
          SourceArn: places.arnOf(queue),
          ...(perSecond !== null && { MaxNumberOfMessagesPerSecond: perSecond }),
        });
        await client.send(command, { abortSignal });
      }),
    cancelMove: (queue) =>
      whole('CancelMessageMoveTask', queue, async (abortSignal) => {
        const tasks = new ListMessageMoveTasksCommand({ SourceArn: places.arnOf(queue), MaxResults: 10 });
        const { Results = [] } = await client.send(tasks, { abortSignal });
        const TaskHandle = Results.find(({ Status }) => Status === 'RUNNING')?.TaskHandle;
        if (TaskHandle === undefined) throw new NothingMoves();
        await client.send(new CancelMessageMoveTaskCommand({ TaskHandle }), { abortSignal });
      }),
  };

  /** Each in its place; what SQS says nothing of may have happened. */
  async function entries(
    operation: string,
    queue: string,
    count: number,
    send: (url: string, signal: AbortSignal) => Promise<Answered>,
  ): Promise<readonly EntryOutcome[]> {
    const all = (outcome: EntryOutcome): EntryOutcome[] => Array.from({ length: count }, () => outcome);
    let url: string;
    try {
      url = await withinTime(longestChange, (signal) => places.urlOf(queue, signal));
    } catch (error) {
      // Nothing but its address was asked for.
      const { why } = sqsOutcome(error, 'GetQueueUrl');
      return all({ kind: 'refused', name: 'GetQueueUrl', why, mayTryAgain: true });
    }
    try {
      const { Successful = [], Failed = [] } = await withinTime(longestChange, (signal) => send(url, signal));
      const done = new Map(Successful.map(({ Id, MessageId }) => [Id, MessageId ?? null]));
      const failed = new Map(Failed.map((one) => [one.Id, one]));
      return all({ kind: 'unclear', why: `SQS did not say what became of it in the ${operation}.` }).map(
        (unclear, at): EntryOutcome => {
          const id = String(at);
          const refusal = failed.get(id);
          if (refusal !== undefined) return entryRefused(refusal, operation);
          return done.has(id) ? { kind: 'done', messageId: done.get(id) ?? null } : unclear;
        },
      );
    } catch (error) {
      return all(sqsOutcome(error, operation));
    }
  }

  async function whole(
    operation: string,
    queue: string,
    send: (signal: AbortSignal) => Promise<void>,
  ): Promise<QueueChange> {
    if (!places.isDeadLetterQueue(queue)) {
      const { name, why } = otherQueue(queue);
      return { kind: 'refused', name, why };
    }
    try {
      await withinTime(longestChange, send);
      return { kind: 'done' };
    } catch (error) {
      if (error instanceof NothingMoves) {
        return { kind: 'refused', name: 'NothingMoves', why: 'No move of this queue is running any more.' };
      }
      const outcome = sqsOutcome(error, operation);
      return outcome.kind === 'unclear' ? outcome : { kind: 'refused', name: outcome.name, why: outcome.why };
    }
  }
}

class NothingMoves extends Error {
  override readonly name = 'NothingMoves';
}

function otherQueue(queue: string) {
  return {
    kind: 'refused',
    name: 'OtherQueue',
    why: `"${queue}" is none of this connection's queues. Nothing was sent.`,
    mayTryAgain: false,
  } as const;
}
