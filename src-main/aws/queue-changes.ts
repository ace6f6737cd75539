import {
  CancelMessageMoveTaskCommand,
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  SendMessageBatchCommand,
  StartMessageMoveTaskCommand,
  type MessageAttributeValue,
  type SendMessageBatchRequestEntry,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { explainNeverSent } from '../network/explain-stop.ts';
import { FailedRead, refusedAddress, signInErrors, unclearAnswer, whyRefusedAddress } from './aws-trouble.ts';
import { ForbiddenCommand, readStatus } from './middleware.ts';
import { withinTime } from './patience.ts';
import {
  queueLooks,
  type EntryOutcome,
  type MessageAttribute,
  type MessageToSend,
  type QueueChange,
  type QueuePlaces,
  type Queues,
} from './queues.ts';

interface Parts {
  readonly client: SQSClient;
  readonly places: QueuePlaces;
  /** This is the limit in milliseconds. */
  readonly longestChange: number;
}

/** Each change is one attempt, because only the caller that wrote it down can know whether a repeat is safe. */
export function sqsChanges({
  client,
  places,
  longestChange,
}: Parts): Pick<Queues, 'hide' | 'send' | 'delete' | 'startMove' | 'cancelMove'> {
  return {
    hide: (queue, handles, seconds) =>
      entries(
        () => places.isDeadLetterQueue(queue),
        'ChangeMessageVisibilityBatch',
        queue,
        handles,
        (one, how) => {
          const Entries = one.entries.map(([Id, ReceiptHandle]) => ({
            Id,
            ReceiptHandle,
            VisibilityTimeout: seconds,
          }));
          const command = new ChangeMessageVisibilityBatchCommand({ QueueUrl: one.url, Entries });
          return client.send(command, how);
        },
      ),
    delete: (queue, handles) =>
      entries(
        () => places.isDeadLetterQueue(queue),
        'DeleteMessageBatch',
        queue,
        handles,
        (one, how) => {
          const Entries = one.entries.map(([Id, ReceiptHandle]) => ({ Id, ReceiptHandle }));
          return client.send(new DeleteMessageBatchCommand({ QueueUrl: one.url, Entries }), how);
        },
      ),
    send: (queue, messages) =>
      entries(
        () => Promise.resolve(places.isSource(queue)),
        'SendMessageBatch',
        queue,
        messages,
        (one, how) => {
          const Entries = one.entries.map(([Id, message]) => sentEntry(Id, message));
          return client.send(new SendMessageBatchCommand({ QueueUrl: one.url, Entries }), how);
        },
      ),
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
      // Only the list was asked for, so nothing has changed.
      if (listed.kind === 'unclear') return notAsked(listed);
      if (listed.kind === 'refused') return listed;
      if (handle === undefined) return nothingMoves;
      return whole('CancelMessageMoveTask', queue, async (abortSignal) => {
        await client.send(new CancelMessageMoveTaskCommand({ TaskHandle: handle }), { abortSignal });
      });
    },
  };

  /** Returns an outcome for each entry in its place. The name of a foreign queue is never sent to AWS. */
  async function entries<T>(
    isOurs: () => Promise<boolean>,
    operation: string,
    queue: string,
    given: readonly T[],
    send: (
      one: { readonly url: string; readonly entries: readonly (readonly [string, T])[] },
      how: { readonly abortSignal: AbortSignal },
    ) => Promise<BatchAnswer>,
  ): Promise<readonly EntryOutcome[]> {
    const all = (outcome: EntryOutcome): EntryOutcome[] => given.map(() => outcome);
    if (given.length === 0) return [];
    let url: string;
    try {
      if (!(await isOurs())) return all(otherQueue(queue));
      url = await withinTime(longestChange, (signal) => places.urlOf(queue, signal));
    } catch (error) {
      // Only the address was asked for, so nothing has changed.
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
    try {
      if (!(await places.isDeadLetterQueue(queue))) return otherQueue(queue);
    } catch (error) {
      return notAsked(sqsOutcome(error, 'GetQueueAttributes'));
    }
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

function sentAttributes(
  attributes: Readonly<Record<string, MessageAttribute>>,
): Record<string, MessageAttributeValue> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, { type, value }]) => [
      name,
      type.startsWith('Binary')
        ? { DataType: type, BinaryValue: Buffer.from(value, 'base64') }
        : { DataType: type, StringValue: value },
    ]),
  );
}

/** Names the refusal of our own where there is no move to cancel. */
export const nothingMovesName = 'NothingMoves';

const nothingMoves: QueueChange = {
  kind: 'refused',
  name: nothingMovesName,
  why: 'No move of this queue is running any more. Nothing was done.',
};

function otherQueue(queue: string) {
  return {
    kind: 'refused',
    name: 'OtherQueue',
    why: `"${queue}" is not a queue of this connection. Nothing was sent.`,
    mayTryAgain: false,
  } as const;
}

type Refused = Extract<EntryOutcome, { kind: 'refused' }>;
type Unclear = Extract<EntryOutcome, { kind: 'unclear' }>;

/**
 * Decides what a failed change says for certain. An error that AWS names and attributes to the caller means a
 * refusal before anything was done, and so does a connection that was never made: each change is one attempt. After any
 * other answer, such as a proxy's page or a 500, the change may have happened.
 */
export function sqsOutcome(error: unknown, operation: string): Refused | Unclear {
  if (error instanceof ForbiddenCommand) throw error;
  if (error instanceof FailedRead) return sqsOutcome(error.cause, operation);
  const neverSent = explainNeverSent(error, 'SQS');
  if (neverSent !== null) {
    return { kind: 'refused', name: 'NotConnected', why: neverSent, mayTryAgain: true, isForNow: true };
  }
  const { name, message } = error instanceof Error ? error : { name: 'an unknown error', message: '' };
  const status = error instanceof Error ? (readStatus(error) ?? 0) : 0;
  if (unsent.has(name) || (status >= 400 && status < 500 && status !== 408 && isOfAws(error, name))) {
    return {
      kind: 'refused',
      name,
      why: `${describeQueueRefusal(name, message, operation)} Nothing was done.`,
      mayTryAgain: slow.test(name),
      ...((signInErrors.has(name) || unsent.has(name)) && { isForNow: true as const }),
    };
  }
  if (name === 'LateAnswer') return { kind: 'unclear', why: `SQS did not answer the ${operation} in time.` };
  return { kind: 'unclear', why: unclearAnswer(error, operation) };
}

/** This is the answer of SQS to a batch: HTTP 200 with an outcome for each entry. */
interface BatchAnswer {
  readonly Successful?:
    | readonly { readonly Id?: string | undefined; readonly MessageId?: string | undefined }[]
    | undefined;
  readonly Failed?: readonly EntryError[] | undefined;
}

interface EntryError {
  readonly Id?: string | undefined;
  readonly Code?: string | undefined;
  readonly Message?: string | undefined;
  readonly SenderFault?: boolean | undefined;
}

/**
 * Returns the outcomes in the order of the numbered entries; an entry that SQS does not mention may have happened.
 */
function batchOutcomes(
  { Successful = [], Failed = [] }: BatchAnswer,
  count: number,
  operation: string,
): readonly EntryOutcome[] {
  const done = new Map(Successful.map(({ Id, MessageId }) => [Id, MessageId ?? null]));
  const failed = new Map(Failed.map((one) => [one.Id, one]));
  return Array.from({ length: count }, (_, at): EntryOutcome => {
    const messageId = done.get(String(at));
    if (messageId !== undefined) return { kind: 'done', messageId };
    const failure = failed.get(String(at));
    if (failure !== undefined) return entryRefused(failure, operation);
    return { kind: 'unclear', why: `SQS returned no result for it in the ${operation}.` };
  });
}

/** The entry was certainly not accepted. */
function entryRefused(
  { Code = 'an unknown error', Message, SenderFault }: EntryError,
  operation: string,
): Refused {
  return {
    kind: 'refused',
    name: Code,
    why: `SQS refused it in the ${operation}: ${said(Code, Message, operation)}. Nothing was done to it.`,
    mayTryAgain: SenderFault === false || slow.test(Code),
  };
}

/** A call before the change has failed, so the change itself was not sent. */
function notAsked(outcome: Refused | Unclear): Refused {
  if (outcome.kind === 'refused') return outcome;
  return { kind: 'refused', name: 'NoAnswer', why: `${outcome.why} Nothing was changed.`, mayTryAgain: true };
}

function describeQueueRefusal(name: string, message: string, operation: string): string {
  // A policy names the single action, not the batch.
  const action = `sqs:${operation.replace(/Batch$/, '')}`;
  if (name.startsWith('AccessDenied')) return `This sign-in may not do ${action} on this queue.`;
  if (name === 'KmsAccessDenied') return 'This sign-in may not use the key that the queue is encrypted with.';
  if (slow.test(name)) return 'SQS asked for a slower pace.';
  if (name === 'QueueDoesNotExist') return 'There is no such queue on this connection.';
  if (name === 'NotSignedIn') return message;
  if (name === refusedAddress) return whyRefusedAddress(message);
  if (signInErrors.has(name))
    return 'The sign-in of this connection has expired. Sign in again, then repeat it.';
  return `SQS answered ${said(name, message, operation)} to the ${operation}.`;
}

/**
 * Quotes SQS's own message only for operations whose message cannot repeat a receipt handle, because handles stay
 * in the main process.
 */
function said(name: string, message: string | undefined, operation: string): string {
  const isTelling = operation === 'SendMessageBatch' || operation === 'StartMessageMoveTask';
  return isTelling && message !== undefined && message !== '' ? `${name} (${message})` : name;
}

const slow = /Throttl|TooManyRequests|SlowDown|OverLimit/;

/** SQS's own errors have plain names; those that all services share end in "Exception". */
function isOfAws(error: unknown, name: string): boolean {
  return (
    isSaidToBeOurs(error) ||
    own.has(name) ||
    slow.test(name) ||
    signInErrors.has(name) ||
    (name.endsWith('Exception') && name !== 'SQSServiceException')
  );
}

/** SQS's older protocol says in a header whose fault it was. */
function isSaidToBeOurs(error: unknown): boolean {
  return error instanceof Error && 'Type' in error && error.Type === 'Sender';
}

const own: ReadonlySet<string> = new Set([
  'AccessDenied',
  'BatchEntryIdsNotDistinct',
  'BatchRequestTooLong',
  'EmptyBatchRequest',
  'InvalidAddress',
  'InvalidAttributeName',
  'InvalidAttributeValue',
  'InvalidBatchEntryId',
  'InvalidMessageContents',
  'InvalidParameterValue',
  'InvalidSecurity',
  'KmsAccessDenied',
  'KmsDisabled',
  'KmsInvalidKeyUsage',
  'KmsInvalidState',
  'KmsNotFound',
  'KmsOptInRequired',
  'MessageNotInflight',
  'MissingParameter',
  'QueueDoesNotExist',
  'ReceiptHandleIsInvalid',
  'TooManyEntriesInBatchRequest',
  'UnsupportedOperation',
]);

/** Without credentials or an address nothing is sent. */
const unsent: ReadonlySet<string> = new Set([
  refusedAddress,
  'CredentialsProviderError',
  'TokenProviderError',
  'NotSignedIn',
]);
