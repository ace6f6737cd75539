import { describe, expect, it } from 'vitest';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aQueueService, bad, good, letters, orders, urlOf, type Reply } from './a-queue-service.ts';

const attributes = {
  ApproximateNumberOfMessages: '27',
  ApproximateNumberOfMessagesNotVisible: '3',
  ApproximateNumberOfMessagesDelayed: '0',
  MessageRetentionPeriod: '1209600',
};
const policy = (most: unknown) => JSON.stringify({ deadLetterTargetArn: 'arn', maxReceiveCount: most });
const standing: Readonly<Record<string, readonly Reply[]>> = {
  GetQueueAttributes: [
    good({ Attributes: attributes }),
    good({ Attributes: { RedrivePolicy: policy(3) } }),
    good({ Attributes: { RedrivePolicy: policy('5') } }),
    bad('AccessDeniedException'),
  ],
  ListDeadLetterSourceQueues: [good({ queueUrls: [orders, 'returns', 'elsewhere'].map(urlOf) })],
  ListMessageMoveTasks: [good({})],
};

describe('the attributes of a queue', () => {
  it('are read in one call, including the queue that a redrive sends to', async () => {
    const set = { VisibilityTimeout: '60', DelaySeconds: '0', MaximumMessageSize: '262144' };
    const said = { ...attributes, ...set, RedrivePolicy: policy('5') };
    const { queues, sent } = aQueueService({ GetQueueAttributes: [good({ Attributes: said })] });
    expect(valueOf(await queues.attributes(orders))).toEqual({
      waiting: 27,
      inFlight: 3,
      delayed: 0,
      mostReceives: 5,
      visibilitySeconds: 60,
      delaySeconds: 0,
      largestMessage: 262_144,
    });
    expect(sent.map(({ operation }) => operation)).toEqual(['GetQueueAttributes']);
  });

  it('are each unknown if a service leaves them out, or sends something else', async () => {
    const unknown = { waiting: null, inFlight: null, delayed: null, mostReceives: null };
    const nothing = { ...unknown, visibilitySeconds: null, delaySeconds: null, largestMessage: null };
    for (const said of [{}, { VisibilityTimeout: 'long', DelaySeconds: '-1', RedrivePolicy: 'none' }]) {
      const { queues } = aQueueService({ GetQueueAttributes: [good({ Attributes: said })] });
      expect(valueOf(await queues.attributes(letters))).toEqual(nothing);
    }
  });
});

describe('the state of a queue', () => {
  it('is read without receiving anything, and its cost is counted', async () => {
    const { queues, sent } = aQueueService(standing);
    const answer = await queues.standing(letters);
    expect(valueOf(answer)).toEqual({
      name: letters,
      fifo: false,
      depth: { waiting: 27, inFlight: 3, delayed: 0 },
      retentionSeconds: 1_209_600,
      sources: [
        { name: orders, mostReceives: 3 },
        { name: 'returns', mostReceives: 5 },
        { name: 'elsewhere', mostReceives: null },
      ],
      moves: [],
    });
    expect(answer).toMatchObject({ receipt: { pattern: 'SQS: GetQueueAttributes', pages: 6, rru: 0 } });
    expect(new Set(sent.map(({ operation }) => operation))).toEqual(new Set(Object.keys(standing)));
  });

  it('is read again without a call for the address, which is not counted then', async () => {
    const { queues } = aQueueService({
      GetQueueAttributes: [good({ Attributes: attributes })],
      ListDeadLetterSourceQueues: [good({ queueUrls: [] })],
      ListMessageMoveTasks: [good({})],
    });
    const first = await queues.standing(letters);
    const again = await queues.standing(letters);
    expect([first, again].map(({ receipt }) => receipt?.pages)).toEqual([4, 3]);
  });

  it('lists moves as SQS does, the newest first, and missing values as unknown', async () => {
    const Results = [
      {
        Status: 'COMPLETED',
        StartedTimestamp: 1_763_640_000_000,
        ApproximateNumberOfMessagesMoved: 4,
        ApproximateNumberOfMessagesToMove: 4,
        SourceArn: 'a',
      },
      {
        Status: 'RUNNING',
        StartedTimestamp: 1_763_640_600_000,
        MaxNumberOfMessagesPerSecond: 10,
        DestinationArn: `arn:aws:sqs:local:000000000000:${orders}`,
        TaskHandle: 'secret handle',
        SourceArn: 'a',
      },
      { Status: 'SOMETHING_NEW', StartedTimestamp: 1e300, FailureReason: 'CouldNotDetermineMessageSource' },
    ];
    const { queues } = aQueueService({ ...standing, ListMessageMoveTasks: [good({ Results })] });
    const { moves } = valueOf(await queues.standing(letters));
    const unsaid = { perSecond: null, to: null, failure: null };
    expect(moves).toEqual([
      {
        ...unsaid,
        state: 'RUNNING',
        startedAt: '2025-11-20T12:10:00.000Z',
        perSecond: 10,
        moved: 0,
        toMove: null,
        to: orders,
      },
      { ...unsaid, state: 'COMPLETED', startedAt: '2025-11-20T12:00:00.000Z', moved: 4, toMove: 4 },
      {
        ...unsaid,
        state: 'FAILED',
        startedAt: null,
        moved: 0,
        toMove: null,
        failure: 'CouldNotDetermineMessageSource',
      },
    ]);
  });

  it.each<[string, Reply, object]>([
    ['GetQueueUrl', bad('QueueDoesNotExist'), { code: 'not-found', what: letters }],
    [
      'GetQueueAttributes',
      bad('AccessDeniedException'),
      { code: 'read-denied', action: 'sqs:GetQueueAttributes' },
    ],
    ['GetQueueAttributes', bad('ExpiredTokenException', 403), { code: 'sign-in-expired' }],
    ['GetQueueUrl', good({}), { code: 'aws-refused', name: 'UnreadableAnswer' }],
    ['GetQueueAttributes', 'reset', { code: 'aws-unreachable', service: 'SQS' }],
    ['GetQueueUrl', 'silence', { code: 'aws-unreachable', service: 'SQS' }],
  ])('is not read if %s fails: %j', async (operation, reply, failure) => {
    const { queues } = aQueueService({ ...standing, [operation]: [reply] }, { longestRead: 5 });
    expect(await queues.standing(letters)).toMatchObject({ ok: false, failure });
  });

  it.each<[string, string, Reply, object]>([
    [
      'its sources',
      'ListDeadLetterSourceQueues',
      bad('AccessDenied', 403),
      { sources: [], sourcesUnread: { code: 'read-denied', action: 'sqs:ListDeadLetterSourceQueues' } },
    ],
    [
      'its moves',
      'ListMessageMoveTasks',
      { status: 500, body: '<!doctype html>\n<title>500 Internal Server Error</title>' },
      {
        moves: [],
        movesUnread: {
          code: 'aws-refused',
          message: `SQS ListMessageMoveTasks was answered HTTP 500: "<!doctype html> <title>500 Internal Server Error</title>". So the list of its moves was not read.`,
        },
      },
    ],
    [
      'its moves',
      'ListMessageMoveTasks',
      bad('RequestThrottled'),
      { movesUnread: { code: 'throttled', attempts: 8 } },
    ],
    [
      'what is left out',
      'GetQueueAttributes',
      good({ Attributes: { ApproximateNumberOfMessages: '4', MessageRetentionPeriod: '' } }),
      { depth: { waiting: 4, inFlight: null, delayed: null }, retentionSeconds: null },
    ],
    [
      'all attributes',
      'GetQueueAttributes',
      bad('InvalidAttributeName', 400, 'Unknown Attribute All.'),
      {
        depth: { waiting: null, inFlight: null, delayed: null },
        retentionSeconds: null,
        attributesUnread: {
          message: `SQS GetQueueAttributes was answered 400 InvalidAttributeName: "Unknown Attribute All". So the queue "${letters}" was not read.`,
        },
      },
    ],
  ])('is read without %s if %s is answered otherwise: %j', async (_, operation, reply, told) => {
    const { queues } = aQueueService({ ...standing, [operation]: [reply] }, { longestRead: 5 });
    expect(await queues.standing(letters)).toMatchObject({ ok: true, value: { name: letters, ...told } });
  });

  it('is read without its moves if the permission to list them is missing, and says so', async () => {
    const { queues } = aQueueService({
      ...standing,
      ListMessageMoveTasks: [bad('AccessDeniedException')],
    });
    expect(valueOf(await queues.standing(letters))).toMatchObject({
      depth: { waiting: 27 },
      moves: [],
      movesUnread: { code: 'read-denied', action: 'sqs:ListMessageMoveTasks' },
    });
  });

  it('is requested again while that may help', async () => {
    const replies = [bad('RequestThrottled'), 'reset', bad('InternalError', 500), good({})] as const;
    const { queues, pauses } = aQueueService({ ...standing, ListMessageMoveTasks: replies });
    expect((await queues.standing(letters)).ok).toBe(true);
    expect(pauses).toEqual([50, 100, 200]);
  });
});

const damaged = good({ Messages: [{ MessageId: 'm', ReceiptHandle: 'h', Body: 'a', MD5OfBody: 'of b' }] });

describe('receiving', () => {
  const how = { most: 10, visibilitySeconds: 120 };
  const answered = good({
    Messages: [
      {
        MessageId: 'm-1',
        ReceiptHandle: 'h-1',
        Body: 'päng',
        MD5OfBody: '92f4d6bae37b1af7b0223075cda41fa4',
        Attributes: { SentTimestamp: '1763640000000', ApproximateReceiveCount: '4', MessageGroupId: 'g' },
        MessageAttributes: {
          kind: { DataType: 'String', StringValue: 'late' },
          raw: { DataType: 'Binary', BinaryValue: 'AAEC/w==' },
        },
      },
    ],
  });

  it('requests all attributes, and says how much came', async () => {
    const { queues, sent } = aQueueService({ ReceiveMessage: [answered] });
    const answer = await queues.receive(letters, how);
    expect(valueOf(answer)).toEqual([
      {
        messageId: 'm-1',
        receiptHandle: 'h-1',
        body: 'päng',
        attributes: {
          kind: { type: 'String', value: 'late' },
          raw: { type: 'Binary', value: 'AAEC/w==' },
        },
        system: { SentTimestamp: '1763640000000', ApproximateReceiveCount: '4', MessageGroupId: 'g' },
      },
    ]);
    expect(sent).toEqual([
      {
        operation: 'ReceiveMessage',
        input: {
          QueueUrl: urlOf(letters),
          MaxNumberOfMessages: 10,
          VisibilityTimeout: 120,
          WaitTimeSeconds: 0,
          MessageAttributeNames: ['All'],
          MessageSystemAttributeNames: ['All'],
        },
      },
    ]);
    expect(answer).toMatchObject({ receipt: { pattern: 'SQS: ReceiveMessage', items: 1, rru: 0 } });
  });

  it('loses no attribute, whatever its name', async () => {
    const text = '{"DataType":"String","StringValue":"x"}';
    const body = `{"Messages":[{"MessageId":"m","ReceiptHandle":"h","Body":"","MessageAttributes":{"__proto__":${text},"constructor":${text}}},{"Body":"another"}]}`;
    const { queues } = aQueueService({ ReceiveMessage: [{ status: 200, body }] });
    const messages = valueOf(await queues.receive(letters, how));
    const x = { type: 'String', value: 'x' };
    expect(messages.map(({ attributes: own }) => Object.entries(own))).toEqual([
      [
        ['__proto__', x],
        ['constructor', x],
      ],
    ]);
  });

  it('nothing is an answer', async () => {
    const { queues } = aQueueService({ ReceiveMessage: [good({})] });
    expect(valueOf(await queues.receive(letters, how))).toEqual([]);
  });

  it('is repeated if SQS has only throttled it', async () => {
    const slow = aQueueService({
      ReceiveMessage: [bad('RequestThrottled'), bad('ThrottlingException'), good({})],
    });
    expect((await slow.queues.receive(letters, how)).ok).toBe(true);
    expect(slow.pauses).toEqual([50, 100]);
    const slower = aQueueService({ ReceiveMessage: [bad('RequestThrottled')] });
    expect(await slower.queues.receive(letters, how)).toMatchObject({
      failure: { code: 'throttled', attempts: 8 },
    });
  });

  it.each<[string, Reply, object]>([
    ['a broken connection', 'reset', { code: 'aws-unreachable' }],
    ['silence', 'silence', { code: 'aws-unreachable' }],
    ['a 500', bad('InternalError', 500), { code: 'aws-refused' }],
    ['too many in flight', bad('OverLimit', 403), { code: 'aws-refused', name: 'OverLimit' }],
    ['a damaged body', damaged, { code: 'aws-refused', name: 'UnreadableAnswer' }],
    ['an answer of another kind', { status: 200, body: '"ok"' }, { name: 'UnreadableAnswer' }],
    ['a proxy’s page', { status: 200, body: '<html></html>' }, { code: 'aws-refused' }],
    ['no right to it', bad('AccessDeniedException'), { code: 'read-denied', action: 'sqs:ReceiveMessage' }],
  ])('is not repeated after %s: it may have hidden messages already', async (_case, reply, failure) => {
    const { queues, sent } = aQueueService({ ReceiveMessage: [reply] }, { longestRead: 5 });
    expect(await queues.receive(letters, how)).toMatchObject({ ok: false, failure });
    expect(sent).toHaveLength(1);
  });

  it('is limited to dead-letter queues: source queues are not touched', async () => {
    const { queues, sent } = aQueueService({ GetQueueAttributes: [good({ Attributes: {} })] });
    for (const queue of [orders, 'payments', '', `${letters}.fifo`]) {
      expect(await queues.receive(queue, how)).toMatchObject({ failure: { code: 'not-found', what: queue } });
      expect(await queues.standing(queue)).toMatchObject({ failure: { code: 'not-found', what: queue } });
    }
    // Only the redrive policies of the connection's own queues are read, once.
    expect(sent.map(({ input }) => input['QueueUrl'])).toEqual([urlOf(orders), urlOf(letters)]);
  });
});

describe('a move', () => {
  const SourceArn = `arn:aws:sqs:local:000000000000:${letters}`;

  it('is started once, at the requested speed, without a destination', async () => {
    const { queues, sent } = aQueueService({ StartMessageMoveTask: [good({ TaskHandle: 't' })] });
    expect(await queues.startMove(letters, 25)).toEqual({ kind: 'done' });
    expect(await queues.startMove(letters, null)).toEqual({ kind: 'done' });
    expect(sent.map(({ input }) => input)).toEqual([
      { SourceArn, MaxNumberOfMessagesPerSecond: 25 },
      { SourceArn },
    ]);
  });

  it('that may have started is unclear, and is not started again', async () => {
    const { queues, sent } = aQueueService({ StartMessageMoveTask: ['reset'] });
    expect(await queues.startMove(letters, null)).toMatchObject({ kind: 'unclear' });
    expect(sent).toHaveLength(1);
  });

  it('that is running is cancelled by its handle', async () => {
    const Results = [
      { Status: 'COMPLETED', SourceArn },
      { Status: 'RUNNING', TaskHandle: 'running', SourceArn },
    ];
    const { queues, sent } = aQueueService({
      ListMessageMoveTasks: [good({ Results })],
      CancelMessageMoveTask: [good({ ApproximateNumberOfMessagesMoved: 3 })],
    });
    expect(await queues.cancelMove(letters)).toEqual({ kind: 'done' });
    expect(sent.at(-1)).toEqual({ operation: 'CancelMessageMoveTask', input: { TaskHandle: 'running' } });
  });

  it.each<[string, Reply, string]>([
    ['there is none', good({}), 'NothingMoves'],
    ['it has ended', good({ Results: [{ Status: 'CANCELLED', SourceArn }] }), 'NothingMoves'],
    ['unknown', 'reset', 'NoAnswer'],
    ['they may not be listed', bad('AccessDeniedException'), 'AccessDeniedException'],
  ])('is certainly not cancelled if %s', async (_case, reply, name) => {
    const { queues, sent } = aQueueService({ ListMessageMoveTasks: [reply] });
    expect(await queues.cancelMove(letters)).toMatchObject({ kind: 'refused', name });
    expect(sent).toHaveLength(1);
  });
});
