import { describe, expect, it } from 'vitest';
import { drivenClock } from '#local/world/clock.ts';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';
import { createFunction } from '#test/builders/functions-in-process.ts';
import { aFolder } from '../../world/living/a-folder.ts';
import { aFunctionWorld } from './a-function-world.ts';

const minute = 60_000;
const hour = 60 * minute;

async function aFailingWorld(failures: number) {
  const times: number[] = [];
  const world = aFunctionWorld({
    sweep: () => {
      times.push((world.clock.now() - startOfTime) / minute);
      if (times.length <= failures) throw new Error('not today');
    },
  });
  await createFunction(world.aws, 'sweep');
  return { ...world, times };
}

const event = { FunctionName: 'sweep', InvocationType: 'Event' };

describe('an event for a function', () => {
  it('is accepted at once, and reaches the function once', async () => {
    const { aws, call, times } = await aFailingWorld(0);
    expect(await call('Invoke', event)).toEqual({ StatusCode: 202 });
    expect(times).toEqual([]);
    await aws.advance(hour);
    expect(times).toEqual([0]);
  });

  it('comes again after one and two minutes where the function fails, and is dropped then', async () => {
    const { aws, call, times } = await aFailingWorld(5);
    await call('Invoke', event);
    await aws.advance(hour);
    expect(times).toEqual([0, 1, 3]);
  });

  it('is a dead letter then where the function has a queue for them', async () => {
    const { aws, call } = await aFailingWorld(5);
    const TargetArn = 'arn:aws:sqs:local:000000000000:failures';
    await aws.world.call('sqs', 'CreateQueue', { QueueName: 'failures' });
    const DeadLetterConfig = { TargetArn };
    expect(
      await call('UpdateFunctionConfiguration', { FunctionName: 'sweep', DeadLetterConfig }),
    ).toMatchObject({ DeadLetterConfig });
    await call('Invoke', { ...event, Payload: '{"n":1}' });
    await aws.advance(hour);
    expect(await aws.world.call('sqs', 'ReceiveMessage', { QueueUrl: 'failures' })).toMatchObject({
      Messages: [{ Body: '{"n":1}' }],
    });
  });

  it('comes again as often as the function wants', async () => {
    const { aws, call, times } = await aFailingWorld(5);
    await call('PutFunctionEventInvokeConfig', { FunctionName: 'sweep', MaximumRetryAttempts: 1 });
    expect(await call('GetFunctionEventInvokeConfig', { FunctionName: 'sweep' })).toMatchObject({
      MaximumRetryAttempts: 1,
    });
    await call('Invoke', event);
    await aws.advance(hour);
    expect(times).toEqual([0, 1]);
  });

  it('is dropped once it is older than the function wants', async () => {
    const { aws, call, times } = await aFailingWorld(5);
    await call('PutFunctionEventInvokeConfig', { FunctionName: 'sweep', MaximumEventAgeInSeconds: 120 });
    await call('Invoke', event);
    await aws.advance(hour);
    expect(times).toEqual([0, 1]);
  });

  it('waits longer and longer while the function is throttled, and loses no attempt by it', async () => {
    const { aws, call, times } = await aFailingWorld(0);
    aws.world.faults.set([
      { id: 'busy', kind: 'throttle', service: 'lambda', operation: 'Invoke', times: 3 },
    ]);
    await call('Invoke', event);
    await aws.advance(hour);
    expect(times).toEqual([7_000 / minute]);
  });

  it('survives a process that is killed before or during an attempt', async () => {
    const folder = aFolder();
    const first = aFunctionWorld({ sweep: () => new Promise(() => undefined) }, { folder });
    await createFunction(first.aws, 'sweep');
    await first.call('Invoke', { ...event, Payload: '{"n":1}' });
    void first.aws.advance(0);
    await new Promise((resolve) => setImmediate(resolve));
    await first.call('Invoke', { ...event, Payload: '{"n":2}' });
    first.aws.close();

    const seen: unknown[] = [];
    const sweep = (given: never): void => void seen.push(given);
    const second = aFunctionWorld({ sweep }, { folder, clock: drivenClock(startOfTime + hour) });
    await second.aws.advance(0);
    expect(seen).toEqual([{ n: 1 }, { n: 2 }]);
    await second.aws.advance(hour);
    expect(seen).toHaveLength(2);
  });
});
