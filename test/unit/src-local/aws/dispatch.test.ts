import { ListQueuesCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { dispatcher, type Dispatch } from '#local/aws/dispatch.ts';
import { AwsError } from '#local/aws/protocol/aws-error.ts';
import { jsonService, bindOperation } from '#local/aws/protocol/operation.ts';
import { required, string, structure } from '#local/aws/protocol/shapes.ts';
import { ConnectionReset, type WireResponse } from '#local/aws/protocol/wire.ts';
import { requestHandler } from '#local/aws/request-handler.ts';
import type { World } from '#local/world/world.ts';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import { clientsOver } from '#test/builders/aws-clients.ts';

describe('the dispatcher', () => {
  it('answers with the output, a request id and the service’s version of AWS JSON', async () => {
    const { dispatch } = aService();
    const answer = await dispatch(aCall('Greeter.Greet', { Name: 'Mira' }));
    expect(answer.status).toBe(200);
    expect(JSON.parse(String(answer.body))).toEqual({ Greeting: 'Hello Mira' });
    expect(answer.headers).toMatchObject({ 'content-type': 'application/x-amz-json-1.1' });
    expect(answer.headers['x-amzn-requestid']).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers['date']).toMatch(/^\w{3}, \d{2} \w{3} \d{4} [\d:]{8} GMT$/);
  });

  it.each([
    ['an operation it does not know', aCall('Greeter.Dance', {}), 'UnknownOperationException'],
    ['a service it does not know', aCall('Dancer.Dance', {}), 'UnknownOperationException'],
    ['a member it does not know', aCall('Greeter.Greet', { Name: 'x', Loud: 1 }), 'ValidationException'],
    [
      'a body that is not JSON',
      { ...aCall('Greeter.Greet', {}), body: Buffer.from('{"') },
      'SerializationException',
    ],
    ['what no service answers', { ...aCall('', {}), headers: {} }, 'UnknownOperationException'],
  ])('refuses %s', async (_what, request, name) => {
    const { dispatch } = aService();
    const answer = await dispatch(request);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(String(answer.body)).toContain(name);
  });

  it('gives an error its name, message, further members, status and older code', async () => {
    const { dispatch } = aService();
    const answer = await dispatch(aCall('Greeter.Greet', { Name: 'missing' }));
    expect(answer.status).toBe(404);
    expect(answer.headers['x-amzn-query-error']).toBe('Greeter.NoGuest;Sender');
    expect(JSON.parse(String(answer.body))).toMatchObject({
      __type: 'NoGuestHere',
      message: 'There is no guest',
      Looked: 'everywhere',
    });
  });

  it('reports a defect of its own as one, and continues', async () => {
    const { dispatch } = aService();
    expect(await dispatch(aCall('Greeter.Greet', { Name: 'defect' }))).toMatchObject({ status: 500 });
    expect(await dispatch(aCall('Greeter.Greet', { Name: 'Mira' }))).toMatchObject({ status: 200 });
  });
});

describe('fault rules', () => {
  it.each([
    ['throttle', 'ThrottlingException', 400],
    ['server-error', 'InternalFailure', 500],
    ['expired-token', 'ExpiredToken', 400],
  ] as const)('%s: refused before anything happens', async (kind, name, status) => {
    const { dispatch, world, greeted } = aService();
    world.faults.set([{ id: 'x', kind, service: 'greeter', times: 1 }]);
    const answer = await dispatch(aCall('Greeter.Greet', { Name: 'Mira' }));
    expect(answer.status).toBe(status);
    expect(String(answer.body)).toContain(name);
    expect(greeted).toEqual([]);
    expect(await dispatch(aCall('Greeter.Greet', { Name: 'Mira' }))).toMatchObject({ status: 200 });
  });

  it('reset-after-apply: the call takes effect, and the caller gets no answer', async () => {
    const { dispatch, world, greeted } = aService();
    world.faults.set([{ id: 'x', kind: 'reset-after-apply', times: 1 }]);
    await expect(dispatch(aCall('Greeter.Greet', { Name: 'Mira' }))).rejects.toBeInstanceOf(ConnectionReset);
    expect(greeted).toEqual(['Mira']);
  });

  it('slow: the answer waits on the world’s clock', async () => {
    const { dispatch, world } = aService();
    world.faults.set([{ id: 'x', kind: 'slow', ms: 2_000 }]);
    let answer: WireResponse | undefined;
    const answered = dispatch(aCall('Greeter.Greet', { Name: 'Mira' })).then(
      (response) => (answer = response),
    );
    await world.clock.advance(1_999);
    expect(answer).toBeUndefined();
    await world.clock.advance(1);
    await answered;
    expect(answer).toMatchObject({ status: 200 });
  });

  it('reach an SDK client as its own exceptions', async () => {
    const { aws, sqs } = aPocketAws();
    aws.world.faults.set([{ id: 'x', kind: 'throttle', times: 1 }]);
    await expect(sqs.send(new ListQueuesCommand({}))).rejects.toMatchObject({ name: 'RequestThrottled' });
    aws.world.faults.set([{ id: 'x', kind: 'reset-after-apply', times: 1 }]);
    await expect(sqs.send(new ListQueuesCommand({}))).rejects.toMatchObject({ code: 'ECONNRESET' });
  });
});

describe('the request handler', () => {
  it('ends a call when its client gives up', async () => {
    const abort = new AbortController();
    const { sqs } = clientsOver(requestHandler(() => new Promise<never>(() => {})));
    const call = sqs.send(new ListQueuesCommand({}), { abortSignal: abort.signal });
    abort.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
});

function aService(): { dispatch: Dispatch; world: World; greeted: string[] } {
  const { aws } = aPocketAws();
  const greeted: string[] = [];
  const greet = bindOperation<string[]>()({
    name: 'Greet',
    input: structure({ Name: required(string()) }),
    run(engine, { Name }) {
      if (Name === 'defect') throw new TypeError('x is not a function');
      if (Name === 'missing') {
        throw new AwsError('NoGuestHere', 'There is no guest', {
          status: 404,
          fields: { Looked: 'everywhere' },
          queryCode: 'Greeter.NoGuest',
        });
      }
      engine.push(Name);
      return { Greeting: `Hello ${Name}` };
    },
  });
  const greeter = jsonService({
    name: 'greeter',
    target: 'Greeter',
    jsonVersion: '1.1',
    engine: greeted,
    operations: [greet],
  });
  const dispatch = dispatcher(aws.world, { json: [greeter], rest: [] });
  return { dispatch, world: aws.world, greeted };
}

function aCall(target: string, input: object) {
  return {
    method: 'POST',
    path: '/',
    query: '',
    headers: { 'x-amz-target': target },
    body: Buffer.from(JSON.stringify(input)),
  };
}
