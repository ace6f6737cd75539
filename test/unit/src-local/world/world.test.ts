import { RedriveExecutionCommand, StopExecutionCommand } from '@aws-sdk/client-sfn';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { TaskContext, TaskHandlers } from '#local/aws/sfn/task-handlers.ts';
import type { WorldEvent } from '#local/world/world.ts';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import { aFunction, aMachine, describe, inSequence, start } from '../aws/sfn/machines.ts';

const work = { Type: 'Task', Resource: aFunction('work') };
const handlers: TaskHandlers = new Map([
  [
    'work',
    async (input: unknown, context: TaskContext) => {
      if (input === 'fail') throw new Error('no');
      await context.sleep(86_400_000);
    },
  ],
]);

it('report every end of an execution, once it is recorded', async () => {
  const { aws, sfn } = aPocketAws({ handlers });
  const heard: WorldEvent[] = [];
  const looks: ReturnType<typeof describe>[] = [];
  aws.world.events.listen((event) => {
    heard.push(event);
    looks.push(describe(sfn, event.executionArn));
  });
  const sequence = inSequence({ Work: { ...work } });
  const machine = await aMachine(sfn, { ...sequence, TimeoutSeconds: 60 });
  const quick = await aMachine(sfn, inSequence({ Done: { Type: 'Pass' } }), 'quick');
  const succeeded = await start(sfn, quick);
  const failed = await start(sfn, machine, 'fail');
  await aws.advance(1);
  const aborted = await start(sfn, machine);
  await sfn.send(new StopExecutionCommand({ executionArn: aborted, error: 'Stopped', cause: 'by hand' }));
  const timedOut = await start(sfn, machine);
  await aws.advance(61_000);
  await sfn.send(new RedriveExecutionCommand({ executionArn: failed }));
  await aws.advance(1);

  const kind = 'execution ended';
  const stateMachineArn = machine;
  const fails = { kind, stateMachineArn, executionArn: failed, status: 'FAILED', error: 'Error' };
  expect(heard).toMatchObject([
    { kind, stateMachineArn: quick, executionArn: succeeded, status: 'SUCCEEDED' },
    fails,
    { kind, stateMachineArn, executionArn: aborted, status: 'ABORTED', error: 'Stopped', cause: 'by hand' },
    { kind, stateMachineArn, executionArn: timedOut, status: 'TIMED_OUT' },
    fails,
  ]);
  const found = (await Promise.all(looks)).map(({ status }) => status);
  expect(found).toEqual(['SUCCEEDED', 'FAILED', 'ABORTED', 'TIMED_OUT', 'FAILED']);
});

it('arrive in the turn of the end, so that both are recorded, or neither', async () => {
  const { aws, sfn } = aPocketAws();
  let keptWithIt: unknown;
  aws.world.events.listen(({ executionArn }) => {
    keptWithIt = aws.world.store.collection<{ status: string }>('sfn/executions').get(executionArn)?.status;
  });
  const machine = await aMachine(sfn, inSequence({ Done: { Type: 'Pass' } }));
  const starting = start(sfn, machine);
  await starting;
  expect(keptWithIt).toBe('SUCCEEDED');
});

it('break nothing when a listener throws, and the error is reported', async () => {
  const { aws, sfn } = aPocketAws({ handlers });
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  onTestFinished(() => warned.mockRestore());
  const heard: string[] = [];
  aws.world.events.listen(() => {
    throw new Error('thrown');
  });
  aws.world.events.listen(() => Promise.reject(new Error('rejected')));
  aws.world.events.listen(({ status }) => void heard.push(status));
  const execution = await start(sfn, await aMachine(sfn, inSequence({ Done: { Type: 'Pass' } })));
  await aws.advance(1);
  expect((await describe(sfn, execution)).status).toBe('SUCCEEDED');
  expect(heard).toEqual(['SUCCEEDED']);
  expect(warned.mock.calls.map(([warning]) => String(warning))).toEqual(['Error: thrown', 'Error: rejected']);
});
