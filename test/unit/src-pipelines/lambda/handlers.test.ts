import { describe, expect, it } from 'vitest';
import type { AuthorizedRequest } from '#pipelines/api/identify.ts';
import {
  apiHandler,
  executionEndedHandler,
  queueHandler,
  scheduleHandler,
  taskHandler,
  type Container,
  type ExecutionStatusEvent,
  type HttpApiEvent,
} from '#pipelines/lambda/handlers.ts';
import type { ExecutionEnded, PipelineParts } from '#pipelines/parts.ts';

const context = {
  invokedFunctionArn: 'arn:aws:lambda:eu-central-1:111122223333:function:any',
  getRemainingTimeInMillis: () => 300_000,
};
const parts = { region: 'eu-central-1' } as PipelineParts;
const signal = new AbortController().signal;
const container: Container = {
  run: (_, work) => work({ parts, signal, sleep: () => Promise.resolve() }),
};

describe('a function of the state machine', () => {
  it('gets the payload as it is, and from it how often the state was tried before', async () => {
    const handler = taskHandler(container, () => async (input, { retryCount }) => ({ input, retryCount }));
    const payload = { stage: 'verify', retryCount: 2 };
    expect(await handler(payload, context)).toEqual({ input: payload, retryCount: 2 });
  });

  it('counts from zero where the state is never retried', async () => {
    const handler = taskHandler(
      container,
      () =>
        async (_, { retryCount }) =>
          retryCount,
    );
    expect(await Promise.all([{}, null, { retryCount: '1' }].map((sent) => handler(sent, context)))).toEqual([
      0, 0, 0,
    ]);
  });

  it('fails with the error it throws, by whose name the state machine decides', async () => {
    const throttled = Object.assign(new Error('slow down'), { name: 'ThrottlingException' });
    const handler = taskHandler(container, () => () => Promise.reject(throttled));
    await expect(handler({}, context)).rejects.toBe(throttled);
  });

  it('is made once in a container', async () => {
    let made = 0;
    const handler = taskHandler(container, (given) => {
      made += 1;
      return () => Promise.resolve([given.region, made]);
    });
    expect([await handler({}, context), await handler({}, context)]).toEqual([
      ['eu-central-1', 1],
      ['eu-central-1', 1],
    ]);
  });
});

it('names the messages of a queue that come again', async () => {
  const handler = queueHandler(container, () => async ({ Records }) => ({
    batchItemFailures: Records.slice(1).map(({ messageId }) => ({ itemIdentifier: messageId })),
  }));
  const record = (messageId: string) => ({
    messageId,
    body: '{}',
    attributes: { ApproximateReceiveCount: '1', SentTimestamp: '0' },
    eventSourceARN: 'arn:aws:sqs:eu-central-1:111122223333:files',
  });
  expect(await handler({ Records: [record('a'), record('b')] }, context)).toEqual({
    batchItemFailures: [{ itemIdentifier: 'b' }],
  });
});

it('calls a function by the clock without what the event says', async () => {
  const calls: unknown[][] = [];
  const handler = scheduleHandler(container, () => (...given: unknown[]) => {
    calls.push(given);
    return Promise.resolve();
  });
  await handler({ 'detail-type': 'Scheduled Event' }, context);
  expect(calls).toEqual([[]]);
});

describe('the end of an execution', () => {
  const detail: ExecutionStatusEvent['detail'] = {
    executionArn: 'arn:aws:states:eu-central-1:111122223333:execution:m:batch-1-r1',
    stateMachineArn: 'arn:aws:states:eu-central-1:111122223333:stateMachine:m',
    status: 'ABORTED',
    error: null,
    cause: 'by hand',
  };

  it('is told without the fields that EventBridge leaves empty', async () => {
    const { executionArn, stateMachineArn } = detail;
    expect(await tellEnd(detail)).toEqual([
      { executionArn, stateMachineArn, status: 'ABORTED', cause: 'by hand' },
    ]);
    expect(await tellEnd({ ...detail, status: 'FAILED', error: 'States.Runtime', cause: null })).toEqual([
      { executionArn, stateMachineArn, status: 'FAILED', error: 'States.Runtime' },
    ]);
  });

  it('is told with its time, by which a later redrive is known', async () => {
    const [ended] = await tellEnd({ ...detail, stopDate: 1_767_225_600_123 });
    expect(ended?.endedAt).toBe(1_767_225_600_123);
  });

  it('is not that it runs', async () => {
    expect(await tellEnd({ ...detail, status: 'RUNNING' })).toEqual([]);
    expect(await tellEnd({ ...detail, status: 'PENDING_REDRIVE' })).toEqual([]);
  });

  async function tellEnd(event: ExecutionStatusEvent['detail']): Promise<readonly ExecutionEnded[]> {
    const told: ExecutionEnded[] = [];
    await executionEndedHandler(container, () => async (ended) => void told.push(ended))(
      { detail: event },
      context,
    );
    return told;
  }
});

describe('a request to the HTTP API', () => {
  const event: HttpApiEvent = {
    rawPath: '/batches',
    rawQueryString: 'a=1',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'k' },
    body: '{"name":"Müller"}',
    isBase64Encoded: false,
    requestContext: {
      stage: '$default',
      http: { method: 'POST' },
      authorizer: { jwt: { claims: { sub: 'user-1' } } },
    },
  };

  it('is the one that was sent, with what the authorizer says', async () => {
    const { request, answer } = await serve(event);
    expect({ ...request, body: Buffer.from(request.body).toString() }).toEqual({
      method: 'POST',
      path: '/batches',
      query: 'a=1',
      headers: event.headers,
      body: '{"name":"Müller"}',
      authorizer: { jwt: { claims: { sub: 'user-1' } } },
    });
    expect(answer).toEqual({
      statusCode: 202,
      headers: { 'content-type': 'application/json' },
      body: '{}',
      isBase64Encoded: false,
    });
  });

  it('has its bytes, where API Gateway has encoded them', async () => {
    const bytes = Buffer.from([0xff, 0x00, 0x7b]);
    const { request } = await serve({ ...event, body: bytes.toString('base64'), isBase64Encoded: true });
    expect(Buffer.from(request.body)).toEqual(bytes);
  });

  it('has no body, no header and no sender in many cases', async () => {
    const { rawPath, rawQueryString } = event;
    const requestContext = { stage: '$default', http: { method: 'GET' } };
    const { request } = await serve({ rawPath, rawQueryString, requestContext });
    expect(request).toMatchObject({ headers: {}, body: Buffer.alloc(0), authorizer: undefined });
  });

  it.each([
    ['$default', '/documents/a b/50%/x', '/documents/a%20b/50%25/x'],
    ['$default', '/v1/me', '/me'],
    ['blue', '/blue/v1/me', '/me'],
    ['blue', '/blue/me', '/me'],
    ['blue', '/blueprint/me', '/blueprint/me'],
    ['v1', '/v1/v1/me', '/me'],
    ['$default', '/', '/'],
  ])('on the stage %s at %s is for %s', async (stage, rawPath, path) => {
    const { request } = await serve({
      ...event,
      rawPath,
      requestContext: { ...event.requestContext, stage },
    });
    expect(request.path).toBe(path);
  });

  async function serve(sent: HttpApiEvent) {
    const requests: AuthorizedRequest[] = [];
    const handler = apiHandler(container, () => (received) => {
      requests.push(received);
      return Promise.resolve({ status: 202, headers: { 'content-type': 'application/json' }, body: '{}' });
    });
    const answer = await handler(sent, context);
    const [request] = requests;
    if (!request) throw new Error('No request arrived');
    return { request, answer };
  }
});
