import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NotSignedIn, toRefusal, toTrouble } from '#main/aws/aws-trouble.ts';
import { outcomeOfError } from '#main/aws/open-executions.ts';
import { sqsOutcome } from '#main/aws/queue-changes.ts';
import { NotConnected } from '#main/network/not-connected.ts';
import { aQueueService, bad, good, letters, orders, urlOf, type Reply } from './a-queue-service.ts';

const message = (body: string) => ({ body, attributes: {} });
const allSent = good({
  Successful: [
    { Id: '0', MessageId: 'new-0', MD5OfMessageBody: '0cc175b9c0f1b6a831c399e269772661' },
    { Id: '1', MessageId: 'new-1', MD5OfMessageBody: '92eb5ffee6ae2fec3ad71c777531578f' },
  ],
});

describe('a batch', () => {
  it('is sent once, with everything its messages have', async () => {
    const { queues, sent } = aQueueService({ SendMessageBatch: [allSent] });
    const full = {
      ...message('a'),
      attributes: {
        kind: { type: 'String', value: 'late' },
        price: { type: 'Number.eur', value: '12345678901234567890.5' },
        raw: { type: 'Binary.png', value: 'AAEC/w==' },
      },
      traceHeader: 'Root=1-5759e988',
      groupId: 'g',
      deduplicationId: 'd',
    };
    expect(await queues.send(orders, [full, message('b')])).toEqual([
      { kind: 'done', messageId: 'new-0' },
      { kind: 'done', messageId: 'new-1' },
    ]);
    expect(sent).toEqual([
      {
        operation: 'SendMessageBatch',
        input: {
          QueueUrl: urlOf(orders),
          Entries: [
            {
              Id: '0',
              MessageBody: 'a',
              MessageAttributes: {
                kind: { DataType: 'String', StringValue: 'late' },
                price: { DataType: 'Number.eur', StringValue: '12345678901234567890.5' },
                raw: { DataType: 'Binary.png', BinaryValue: 'AAEC/w==' },
              },
              MessageSystemAttributes: {
                AWSTraceHeader: { DataType: 'String', StringValue: 'Root=1-5759e988' },
              },
              MessageGroupId: 'g',
              MessageDeduplicationId: 'd',
            },
            { Id: '1', MessageBody: 'b', MessageAttributes: {} },
          ],
        },
      },
    ]);
  });

  it('is reported entry by entry, in whatever order SQS answers', async () => {
    const { queues } = aQueueService({
      DeleteMessageBatch: [
        good({
          Failed: [
            { Id: '2', Code: 'ReceiptHandleIsInvalid', SenderFault: true },
            { Id: '1', Code: 'InternalError', SenderFault: false, Message: 'Try again.' },
            { Id: '4', Code: 'RequestThrottled', SenderFault: true },
          ],
          Successful: [{ Id: '3' }, { Id: '0' }],
        }),
      ],
    });
    const refused = { kind: 'refused', why: expect.stringMatching(/Nothing was done to it\.$/) as string };
    expect(await queues.delete(letters, ['a', 'b', 'c', 'd', 'e', 'f'])).toEqual([
      { kind: 'done', messageId: null },
      { ...refused, name: 'InternalError', mayTryAgain: true },
      { ...refused, name: 'ReceiptHandleIsInvalid', mayTryAgain: false },
      { kind: 'done', messageId: null },
      { ...refused, name: 'RequestThrottled', mayTryAgain: true },
      { kind: 'unclear', why: 'SQS returned no result for it in the DeleteMessageBatch.' },
    ]);
  });

  it('without entries sends nothing', async () => {
    const { queues, sent } = aQueueService({});
    expect(await queues.send(orders, [])).toEqual([]);
    expect(await queues.hide(letters, [], 0)).toEqual([]);
    expect(sent).toEqual([]);
  });

  it.each([
    ['AccessDeniedException', false, 'may not do sqs:SendMessage on'],
    ['QueueDoesNotExist', false, 'no such queue'],
    ['RequestThrottled', true, 'slower pace'],
    ['ThrottlingException', true, 'slower pace'],
    ['KmsThrottled', true, 'slower pace'],
    ['KmsAccessDenied', false, 'may not use the key'],
    ['BatchRequestTooLong', false, 'BatchRequestTooLong'],
  ])('that SQS refuses as a whole has done nothing: %s', async (name, mayTryAgain, says) => {
    const { queues, sent } = aQueueService({ SendMessageBatch: [bad(name)] });
    const outcomes = await queues.send(orders, [message('a'), message('b')]);
    const why = expect.stringMatching(new RegExp(`${says}.*Nothing was done\\.$`)) as string;
    expect(outcomes).toEqual([0, 1].map(() => ({ kind: 'refused', name, why, mayTryAgain })));
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['ExpiredTokenException', 403],
    ['ExpiredToken', 400],
    ['UnrecognizedClientException', 403],
  ])('without a sign-in is refused for now, whatever it is: %s', async (name, status) => {
    const { queues } = aQueueService({ SendMessageBatch: [bad(name, status)] });
    const why =
      'The sign-in of this connection has expired. Sign in again, then repeat it. Nothing was done.';
    expect(await queues.send(orders, [message('a')])).toEqual([
      { kind: 'refused', name, why, mayTryAgain: false, isForNow: true },
    ]);
  });

  it.each<[string, Reply]>([
    ['an error of its own', bad('InternalError', 500)],
    ['a 503', bad('ServiceUnavailable', 503)],
    ['a proxy that says no', { status: 403, body: '<html>Sign in</html>' }],
    ['a proxy that speaks JSON', { status: 403, body: { message: 'Forbidden' } }],
    ['a proxy that has waited', bad('RequestTimeoutException', 408)],
    ['a proxy that says yes', { status: 200, body: '<html></html>' }],
    ['a yes that says nothing', good({})],
    ['a connection that breaks', 'reset'],
    ['nothing', 'silence'],
  ])('that may have happened is unclear, and is not repeated: %s', async (_case, reply) => {
    const told = {
      SendMessageBatch: [reply],
      DeleteMessageBatch: [reply],
      ChangeMessageVisibilityBatch: [reply],
    };
    const { queues, sent } = aQueueService(told, { longestRead: 5 });
    for (const outcomes of [
      await queues.send(orders, [message('a')]),
      await queues.delete(letters, ['h']),
      await queues.hide(letters, ['h'], 0),
    ]) {
      expect(outcomes).toEqual([{ kind: 'unclear', why: expect.any(String) as string }]);
    }
    expect(sent).toHaveLength(3);
  });

  it('is not sent if its queue is not found, and says so', async () => {
    const lost = aQueueService({ GetQueueUrl: ['reset'] });
    expect(await lost.queues.send(orders, [message('a')])).toEqual([
      {
        kind: 'refused',
        name: 'NoAnswer',
        why: 'The GetQueueUrl got no answer (Error). Nothing was changed.',
        mayTryAgain: true,
      },
    ]);
    const denied = aQueueService({ GetQueueUrl: [bad('AccessDeniedException')] });
    expect(await denied.queues.delete(letters, ['h'])).toMatchObject([
      { kind: 'refused', name: 'AccessDeniedException', mayTryAgain: false },
    ]);
    expect([...lost.sent, ...denied.sent].map(({ operation }) => operation)).toEqual([
      'GetQueueUrl',
      'GetQueueUrl',
    ]);
  });

  it('goes only to the queues of this connection, each way its own', async () => {
    const { queues, sent } = aQueueService({ GetQueueAttributes: [good({ Attributes: {} })] });
    const refused = [{ kind: 'refused', name: 'OtherQueue', mayTryAgain: false }];
    for (const other of ['payments', '', letters.slice(0, -1), `${orders}/../payments`]) {
      expect(await queues.send(other, [message('a')])).toMatchObject(refused);
      expect(await queues.delete(other, ['h'])).toMatchObject(refused);
      expect(await queues.hide(other, ['h'], 0)).toMatchObject(refused);
      expect(await queues.startMove(other, null)).toMatchObject({ kind: 'refused', name: 'OtherQueue' });
      expect(await queues.cancelMove(other)).toMatchObject({ kind: 'refused', name: 'OtherQueue' });
    }
    // Messages are never sent to a dead-letter queue, and never removed from a source queue.
    expect(await queues.send(letters, [message('a')])).toMatchObject(refused);
    expect(await queues.delete(orders, ['h'])).toMatchObject(refused);
    expect(await queues.hide(orders, ['h'], 0)).toMatchObject(refused);
    // Only redrive policies are read, to see whether one names such a queue.
    expect(sent.map(({ operation }) => operation)).toEqual(['GetQueueAttributes', 'GetQueueAttributes']);
  });

  it('property: an entry is done or refused only if SQS has said so', async () => {
    const status = fc.integer({ min: 200, max: 599 });
    const entry = fc.record(
      { Id: fc.constantFrom('0', '1', '7', ''), Code: fc.string(), SenderFault: fc.boolean() },
      { requiredKeys: [] },
    );
    const answer = fc.record({ Successful: fc.array(entry), Failed: fc.array(entry) }, { requiredKeys: [] });
    const names = fc.constantFrom('ValidationException', 'Exception', 'Error', 'OverLimit', 'NoSuch');
    const body = fc.oneof(
      fc.string(),
      fc.json(),
      answer.map((one) => JSON.stringify(one)),
      names.map((__type) => JSON.stringify({ __type })),
    );
    const replies: Reply[] = [good({})];
    const { queues } = aQueueService({ DeleteMessageBatch: replies });
    await fc.assert(
      fc.asyncProperty(status, body, async (code, text) => {
        replies[0] = { status: code, body: text };
        const outcomes = await queues.delete(letters, ['a', 'b']);
        expect(outcomes).toHaveLength(2);
        for (const [at, outcome] of outcomes.entries()) {
          if (outcome.kind === 'done') {
            expect(code).toBeLessThan(300);
            expect(text).toContain(`"Id":"${at}"`);
          }
          if (outcome.kind === 'refused' && code >= 300) {
            expect(code).toBeGreaterThanOrEqual(400);
            expect(code).toBeLessThan(500);
            expect(text).toContain(outcome.name);
          }
          if (code >= 500) expect(outcome.kind).toBe('unclear');
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('a change for which no connection could be made', () => {
  const host = 'sqs.eu-central-1.amazonaws.com:443';
  const noHost = new NotConnected({ at: 'host', code: 'ENOTFOUND', host });
  // The SDK renames an error with this code, and would repeat such a call.
  const late = Object.assign(new NotConnected({ at: 'host', code: 'ETIMEDOUT', host }), {
    name: 'TimeoutError',
  });
  const refused = {
    kind: 'refused',
    name: 'NotConnected',
    why: expect.stringMatching(/so SQS was not reached\. Nothing was done\. \w/) as string,
    mayTryAgain: true,
    isForNow: true,
  };

  it.each([
    ['no host', noHost],
    ['late', late],
    ['wrapped', new Error('It failed.', { cause: noHost })],
  ])('was never sent, so it is not unclear, and is tried once: %s', async (_case, error) => {
    const told = {
      SendMessageBatch: [error],
      DeleteMessageBatch: [error],
      ChangeMessageVisibilityBatch: [error],
      StartMessageMoveTask: [error],
    };
    const { queues, sent } = aQueueService(told);
    expect(await queues.send(orders, [message('a'), message('b')])).toEqual([refused, refused]);
    expect(await queues.delete(letters, ['h'])).toEqual([refused]);
    expect(await queues.hide(letters, ['h'], 0)).toEqual([refused]);
    expect(await queues.startMove(letters, null)).toMatchObject({ kind: 'refused', name: 'NotConnected' });
    expect(sent).toHaveLength(4);
  });

  it('is refused for now as well if its queue could not be looked up', async () => {
    const { queues } = aQueueService({ GetQueueUrl: [late] });
    expect(await queues.send(orders, [message('a')])).toEqual([refused]);
  });
});

describe('a change without a sign-in', () => {
  const why = 'AWS needs a code from your device before anything is read.';
  const error = new NotSignedIn('code-wanted', why);

  it('was never sent, so it is not unclear', () => {
    expect(sqsOutcome(error, 'SendMessageBatch')).toEqual({
      kind: 'refused',
      name: 'NotSignedIn',
      why: `${why} Nothing was done.`,
      mayTryAgain: false,
      isForNow: true,
    });
    expect(outcomeOfError(error, 'RedriveExecution', 'one')).toEqual({
      kind: 'refused',
      name: 'NotSignedIn',
      why: `${why} Nothing was done.`,
    });
  });
});

describe('a change for which the SDK refuses the address', () => {
  const error = Object.assign(new Error('A custom endpoint cannot be combined with FIPS'), {
    name: 'EndpointError',
  });
  const why = expect.stringMatching(/^This machine asks for FIPS .* Nothing was done\.$/) as string;

  it('was never sent either', () => {
    expect(sqsOutcome(error, 'SendMessageBatch')).toMatchObject({ kind: 'refused', why, isForNow: true });
    expect(outcomeOfError(error, 'RedriveExecution', 'one')).toMatchObject({ kind: 'refused', why });
  });

  it('is reported the same for a read', () => {
    const target = { operation: 'Query', table: 'main-staging', index: null } as const;
    expect(toRefusal(toTrouble(error), target, 1)).toMatchObject({
      code: 'aws-refused',
      message: expect.stringMatching(/^This machine asks for .* So the table "main-staging" was not read\.$/),
    });
  });
});
