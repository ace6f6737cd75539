import { describe, expect, it } from 'vitest';
import type { PocketAwsOptions } from '#local/aws/pocket-aws.ts';
import { drivenClock } from '#local/world/clock.ts';
import type { WorldEvent } from '#local/world/world.ts';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';
import { createFunction, createRule, type TestFunction } from '#test/builders/functions-in-process.ts';
import { aFolder } from '../../world/living/a-folder.ts';
import { aFunctionWorld } from '../lambda/a-function-world.ts';

const minute = 60_000;
const hour = 60 * minute;
const tenPast = { Name: 'hourly', ScheduleExpression: 'cron(10 * * * ? *)' };

function aWorld(run: TestFunction, options: PocketAwsOptions = {}) {
  const world = aFunctionWorld({ sweep: run }, options);
  const events = (operation: string, input: object): Promise<never> =>
    world.aws.world.call('events', operation, input) as Promise<never>;
  return { ...world, events };
}

async function aScheduledWorld(run: TestFunction, options: PocketAwsOptions = {}) {
  const world = aWorld(run, options);
  await createFunction(world.aws, 'sweep');
  await createRule(world.aws, tenPast, 'sweep');
  return world;
}

describe('a schedule', () => {
  it('calls at its times, by the clock of the world', async () => {
    const seen: unknown[] = [];
    const { aws } = await aScheduledWorld((event) => void seen.push(event));
    await aws.advance(150 * minute);
    expect(seen).toMatchObject(
      ['2026-01-05T09:10:00Z', '2026-01-05T10:10:00Z', '2026-01-05T11:10:00Z'].map((time) => ({
        'detail-type': 'Scheduled Event',
        source: 'aws.events',
        time,
        resources: ['arn:aws:events:local:000000000000:rule/hourly'],
        detail: {},
      })),
    );
  });

  it('tries twice more where the function fails, then waits for its next time', async () => {
    const times: number[] = [];
    const world = await aScheduledWorld(() => {
      times.push(world.clock.now() - startOfTime);
      throw new Error('not today');
    });
    await world.aws.advance(75 * minute);
    expect(times).toEqual([10, 11, 13, 70, 71, 73].map((minutes) => minutes * minute));
  });

  it('holds the clock while the function runs', async () => {
    const times: number[] = [];
    const world = await aScheduledWorld(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      times.push(world.clock.now() - startOfTime);
    });
    await world.aws.advance(20 * minute);
    expect(times).toEqual([10 * minute]);
  });

  it('catches up once on the times that passed while nothing ran', async () => {
    const folder = aFolder();
    const first = await aScheduledWorld(() => undefined, { folder });
    await first.aws.advance(15 * minute);
    first.aws.close();

    const times: number[] = [];
    const second = aWorld(() => void times.push(second.clock.now() - startOfTime), {
      folder,
      clock: drivenClock(startOfTime + 5 * hour),
    });
    await second.aws.advance(15 * minute);
    expect(times).toEqual([5 * hour, 5 * hour + 10 * minute]);
  });

  it('keeps its place when its rule is written again as it was', async () => {
    const folder = aFolder();
    const first = await aScheduledWorld(() => undefined, { folder });
    first.aws.close();
    let calls = 0;
    const clock = drivenClock(startOfTime + 15 * minute);
    const { aws, events } = aWorld(() => void (calls += 1), { folder, clock });
    await events('PutRule', tenPast);
    await aws.advance(minute);
    expect(calls).toBe(1);
  });

  it('does not call before its time, nor once it is disabled or deleted', async () => {
    let calls = 0;
    const { aws, events } = await aScheduledWorld(() => void (calls += 1));
    await aws.advance(5 * minute);
    expect(calls).toBe(0);
    await events('DisableRule', { Name: 'hourly' });
    await aws.advance(2 * hour);
    expect(calls).toBe(0);
    await events('EnableRule', { Name: 'hourly' });
    await aws.advance(hour);
    expect(calls).toBe(1);
    await events('RemoveTargets', { Rule: 'hourly', Ids: ['function'] });
    await events('DeleteRule', { Name: 'hourly' });
    await aws.advance(2 * hour);
    expect(calls).toBe(1);
  });

  it('calls no function that does not let it', async () => {
    let calls = 0;
    const { aws, call } = await aScheduledWorld(() => void (calls += 1));
    const failures: number[] = [];
    aws.world.metrics.listen(({ namespace, name, value }) => {
      if (namespace === 'AWS/Events' && name === 'FailedInvocations') failures.push(value);
    });
    await call('RemovePermission', { FunctionName: 'sweep', StatementId: 'hourly' });
    await aws.advance(hour);
    expect(calls).toBe(0);
    expect(failures).toEqual([1]);
  });

  it('keeps an event that its target refuses in the queue of the target', async () => {
    const { aws, call, events } = await aScheduledWorld(() => undefined);
    await aws.world.call('sqs', 'CreateQueue', { QueueName: 'failures' });
    const [target] = ((await events('ListTargetsByRule', { Rule: 'hourly' })) as { Targets: object[] })
      .Targets;
    const Targets = [{ ...target, DeadLetterConfig: { Arn: 'arn:aws:sqs:local:000000000000:failures' } }];
    await events('PutTargets', { Rule: 'hourly', Targets });
    expect(await events('ListTargetsByRule', { Rule: 'hourly' })).toMatchObject({ Targets });
    await call('RemovePermission', { FunctionName: 'sweep', StatementId: 'hourly' });
    await aws.advance(hour);
    const answer = (await aws.world.call('sqs', 'ReceiveMessage', { QueueUrl: 'failures' })) as {
      Messages: readonly { Body: string }[];
    };
    expect(JSON.parse(answer.Messages[0]?.Body ?? '')).toMatchObject({ source: 'aws.events' });
  });
});

describe('the end of an execution', () => {
  const machine = 'arn:aws:states:local:000000000000:stateMachine:m';
  const ended: WorldEvent = {
    kind: 'execution ended',
    executionArn: 'arn:aws:states:local:000000000000:execution:m:batch-1-r1',
    stateMachineArn: machine,
    status: 'FAILED',
    error: 'States.Runtime',
  };
  const EventPattern = JSON.stringify({
    source: ['aws.states'],
    'detail-type': ['Step Functions Execution Status Change'],
    detail: { stateMachineArn: [machine], status: ['FAILED', 'TIMED_OUT', 'ABORTED'] },
  });

  async function aListeningWorld(run: TestFunction, options: PocketAwsOptions = {}) {
    const world = aWorld(run, options);
    await createFunction(world.aws, 'sweep');
    await createRule(world.aws, { Name: 'ended', EventPattern }, 'sweep');
    return world;
  }

  it('is passed on once, as EventBridge says it', async () => {
    const seen: unknown[] = [];
    const { aws } = await aListeningWorld((event) => void seen.push(event));
    aws.world.events.emit(ended);
    await aws.advance(minute);
    expect(seen).toEqual([
      {
        version: '0',
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        'detail-type': 'Step Functions Execution Status Change',
        source: 'aws.states',
        account: '000000000000',
        time: '2026-01-05T09:00:00Z',
        region: 'local',
        resources: [ended.executionArn],
        detail: {
          executionArn: ended.executionArn,
          stateMachineArn: machine,
          name: 'batch-1-r1',
          status: 'FAILED',
          stopDate: startOfTime,
          error: 'States.Runtime',
          cause: null,
        },
      },
    ]);
  });

  it('is passed on to no rule that does not want it', async () => {
    const seen: unknown[] = [];
    const { aws } = await aListeningWorld((event) => void seen.push(event));
    aws.world.events.emit({ ...ended, status: 'SUCCEEDED' });
    aws.world.events.emit({ ...ended, stateMachineArn: `${machine}2` });
    await aws.advance(minute);
    expect(seen).toEqual([]);
  });

  it('is passed on again if it could not be processed', async () => {
    let calls = 0;
    const { aws } = await aListeningWorld(() => {
      calls += 1;
      if (calls < 3) throw new Error('throttled');
    });
    aws.world.events.emit(ended);
    await aws.advance(3 * minute);
    expect(calls).toBe(3);
    await aws.advance(24 * hour);
    expect(calls).toBe(3);
  });

  it('is not lost if the process is killed before it was passed on, or before it was processed', async () => {
    const folder = aFolder();
    const first = await aListeningWorld(() => new Promise(() => undefined), { folder });
    first.aws.world.events.emit(ended);
    void first.aws.advance(0);
    await new Promise((resolve) => setImmediate(resolve));
    first.aws.world.events.emit({ ...ended, status: 'ABORTED' });
    await Promise.resolve();
    first.aws.close();

    const seen: string[] = [];
    const note = ({ detail }: { detail: { status: string } }): void => void seen.push(detail.status);
    const { aws } = aWorld(note, { folder });
    await aws.advance(0);
    expect(seen.toSorted()).toEqual(['ABORTED', 'FAILED']);
  });
});

describe('a rule', () => {
  it('is described and listed with its targets', async () => {
    const { events } = await aScheduledWorld(() => undefined);
    const described = {
      Name: 'hourly',
      Arn: 'arn:aws:events:local:000000000000:rule/hourly',
      State: 'ENABLED',
      ScheduleExpression: 'cron(10 * * * ? *)',
      EventBusName: 'default',
    };
    expect(await events('DescribeRule', { Name: 'hourly' })).toMatchObject(described);
    expect(await events('ListRules', { NamePrefix: 'ho' })).toMatchObject({ Rules: [described] });
    expect(await events('ListRules', { NamePrefix: 'da' })).toEqual({ Rules: [] });
    expect(await events('ListTargetsByRule', { Rule: 'hourly' })).toEqual({
      Targets: [{ Id: 'function', Arn: 'arn:aws:lambda:local:000000000000:function:sweep' }],
    });
  });

  it.each([
    ['PutRule', { Name: 'x' }, 'EventPattern or ScheduleExpression must be specified'],
    [
      'PutRule',
      { Name: 'x', ScheduleExpression: 'cron(0 0 * * * *)' },
      'Parameter ScheduleExpression is not valid',
    ],
    [
      'PutRule',
      { Name: 'x', EventPattern: '{"source":[{"suffix":"x"}]}' },
      'suffix at source is not supported here',
    ],
    [
      'PutRule',
      { ...tenPast, RoleArn: 'arn:aws:iam::0:role/x' },
      "Parameter 'roleArn' is unknown or not supported",
    ],
    ['PutRule', { ...tenPast, EventBusName: 'mine' }, 'enum value set: [default]'],
    ['DescribeRule', { Name: 'x' }, 'Rule x does not exist on EventBus default.'],
    ['DeleteRule', { Name: 'hourly' }, "Rule can't be deleted since it has targets."],
    [
      'PutTargets',
      { Rule: 'hourly', Targets: [{ Id: 'q', Arn: 'arn:aws:sqs:local:000000000000:q' }] },
      'regular expression pattern',
    ],
  ])('refuses %s with %j', async (operation, input, reason) => {
    const { events } = await aScheduledWorld(() => undefined);
    await expect(events(operation, input)).rejects.toThrow(reason);
  });

  it('answers the operations of EventBridge outside, too', async () => {
    const { aws } = await aScheduledWorld(() => undefined);
    const answer = await aws.dispatch({
      method: 'POST',
      path: '/',
      query: '',
      headers: { 'x-amz-target': 'AWSEvents.DescribeRule' },
      body: Buffer.from('{"Name":"hourly"}'),
    });
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'application/x-amz-json-1.1' } });
  });
});
