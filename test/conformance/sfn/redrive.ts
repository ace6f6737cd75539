import assert from 'node:assert/strict';
import { RedriveExecutionCommand, StopExecutionCommand } from '@aws-sdk/client-sfn';
import type { Assertion, Clients, Tools } from '#scripts/conformance/assertion.ts';
import { refuses } from '../refuses.ts';
import { aMachine, chain, oneState, listTypes, type State } from './a-machine.ts';
import { pages } from './pages.ts';
import { aWorker } from './tasks.ts';

export const redrives: readonly Assertion[] = [
  {
    id: 'sfn.redrive.from-failed-step',
    says: 'A redriven execution goes on at the step that failed, with the input that the step had.',
    doc: pages.redrive,
    async run(aws, tools) {
      const { machine, worker, arn } = await failedOnce(aws, tools);
      const { redriveDate } = await redrive(aws, arn);
      assert.ok(redriveDate instanceof Date, 'it tells when');
      const { input, token } = await worker.take();
      assert.deepEqual(input, { n: 1, prepared: true });
      await worker.send(token, '"fine"');
      const found = await machine.ended(arn);
      assert.deepEqual([found.status, found.output, found.redriveCount], ['SUCCEEDED', '"fine"', 1]);
    },
  },
  {
    id: 'sfn.redrive.history',
    says: 'The history goes on: ExecutionRedriven, then the failed step again, and nothing of what had succeeded.',
    doc: pages.redrive,
    async run(aws, tools) {
      const { machine, worker, arn } = await failedOnce(aws, tools);
      const before = await machine.history(arn);
      await redrive(aws, arn);
      await worker.succeed('"fine"');
      await machine.ended(arn);
      const after = await machine.history(arn);
      assert.deepEqual(listTypes(after.slice(0, before.length)), listTypes(before));
      const more = listTypes(after.slice(before.length));
      assert.equal(more[0], 'ExecutionRedriven');
      assert.deepEqual(more.slice(-6), [
        'TaskScheduled',
        'TaskStarted',
        'TaskSubmitted',
        'TaskSucceeded',
        'TaskStateExited',
        'ExecutionSucceeded',
      ]);
      assert.equal(more.includes('PassStateEntered'), false);
      assert.equal(after[before.length]?.executionRedrivenEventDetails?.redriveCount, 1);
      assert.deepEqual(
        after.map(({ id }) => id),
        after.map((_event, at) => at + 1),
      );
    },
  },
  {
    id: 'sfn.redrive.status',
    says: 'A failed execution is REDRIVABLE, a running or succeeded one is not and says why.',
    doc: pages.api('DescribeExecution'),
    async run(aws, tools) {
      const { machine, worker, arn } = await failedOnce(aws, tools);
      const failed = await machine.describe(arn);
      assert.deepEqual([failed.redriveStatus, failed.redriveCount], ['REDRIVABLE', 0]);
      await redrive(aws, arn);
      const running = await machine.describe(arn);
      assert.equal(running.redriveStatus, 'NOT_REDRIVABLE');
      assert.match(running.redriveStatusReason ?? '', /RUNNING/);
      await worker.succeed('1');
      const succeeded = await machine.ended(arn);
      assert.equal(succeeded.redriveStatus, 'NOT_REDRIVABLE');
      assert.match(succeeded.redriveStatusReason ?? '', /SUCCEEDED/);
    },
  },
  {
    id: 'sfn.redrive.not-redrivable',
    says: 'A running and a succeeded execution cannot be redriven.',
    doc: pages.api('RedriveExecution'),
    async run(aws, tools) {
      const waiting = await aMachine(aws, tools, oneState({ Type: 'Wait', Seconds: 3_600 }));
      await refuses(redrive(aws, await waiting.start()), 'ExecutionNotRedrivable');
      const passing = await aMachine(aws, tools, oneState({ Type: 'Pass' }));
      const arn = await passing.start();
      await passing.ended(arn);
      await refuses(redrive(aws, arn), 'ExecutionNotRedrivable');
      await refuses(redrive(aws, `${arn}-gone`), 'ExecutionDoesNotExist');
    },
  },
  {
    id: 'sfn.redrive.of-aborted',
    says: 'A stopped execution can be redriven.',
    doc: pages.redrive,
    async run(aws, tools) {
      const machine = await aMachine(aws, tools, oneState({ Type: 'Wait', Seconds: 2 }));
      const executionArn = await machine.start();
      await aws.sfn.send(new StopExecutionCommand({ executionArn }));
      await machine.ended(executionArn);
      await redrive(aws, executionArn);
      const found = await machine.ended(executionArn);
      assert.deepEqual([found.status, found.redriveCount], ['SUCCEEDED', 1]);
    },
  },
  {
    id: 'sfn.redrive.of-fail-state',
    says: 'A Fail state that is redriven fails again.',
    doc: pages.redrive,
    async run(aws, tools) {
      const machine = await aMachine(aws, tools, oneState({ Type: 'Fail', Error: 'Broken' }));
      const arn = await machine.start();
      await machine.ended(arn);
      await redrive(aws, arn);
      const found = await machine.ended(arn);
      assert.deepEqual([found.status, found.error, found.redriveCount], ['FAILED', 'Broken', 1]);
    },
  },
  {
    id: 'sfn.redrive.same-token',
    says: 'The same redrive with the same client token is done once.',
    doc: pages.api('RedriveExecution'),
    async run(aws, tools) {
      const machine = await aMachine(aws, tools, oneState({ Type: 'Fail', Error: 'Broken' }));
      const executionArn = await machine.start();
      await machine.ended(executionArn);
      const clientToken = tools.name('token');
      const once = () => aws.sfn.send(new RedriveExecutionCommand({ executionArn, clientToken }));
      await once();
      await machine.ended(executionArn);
      await once();
      assert.equal((await machine.ended(executionArn)).redriveCount, 1);
    },
  },
  {
    id: 'sfn.redrive.of-branch',
    says: 'Of a Parallel state only the branches that did not succeed run again.',
    doc: pages.redrive,
    async run(aws, tools) {
      const worker = await aWorker(aws, tools);
      const Branches = [oneState({ Type: 'Pass', Result: 'kept' }, 'Kept'), oneState(worker.task, 'Again')];
      const machine = await aMachine(aws, tools, oneState({ Type: 'Parallel', Branches }));
      const arn = await machine.start();
      await worker.fail('Broken');
      await machine.ended(arn);
      await redrive(aws, arn);
      await worker.succeed('"again"');
      const found = await machine.ended(arn);
      assert.deepEqual([found.status, found.output], ['SUCCEEDED', '["kept","again"]']);
      const passes = listTypes(await machine.history(arn)).filter((type) => type === 'PassStateEntered');
      assert.equal(passes.length, 1);
    },
  },
  {
    id: 'sfn.redrive.of-iteration',
    says: 'Of a Map state only the iterations that did not succeed run again.',
    doc: pages.redrive,
    async run(aws, tools) {
      const worker = await aWorker(aws, tools);
      const map: State = { Type: 'Map', ItemProcessor: oneState(worker.task, 'Each'), MaxConcurrency: 1 };
      const machine = await aMachine(aws, tools, oneState(map));
      const arn = await machine.start(['a', 'b']);
      await worker.succeed('"first"');
      await worker.fail('Broken');
      await machine.ended(arn);
      await redrive(aws, arn);
      const { input, token } = await worker.take();
      assert.equal(input, 'b');
      await worker.send(token, '"second"');
      assert.equal((await machine.ended(arn)).output, '["first","second"]');
    },
  },
  {
    id: 'sfn.redrive.fourteen-days',
    says: 'Fourteen days after it ended an execution cannot be redriven any more.',
    doc: pages.redrive,
    needs: 'clock',
    async run(aws, tools) {
      const machine = await aMachine(aws, tools, oneState({ Type: 'Fail', Error: 'Broken' }));
      const arn = await machine.start();
      await machine.ended(arn);
      await tools.pass(14 * 86_400_000 + 60_000);
      assert.equal((await machine.describe(arn)).redriveStatus, 'NOT_REDRIVABLE');
      await refuses(redrive(aws, arn), 'ExecutionNotRedrivable');
    },
  },
];

function redrive(aws: Clients, executionArn: string) {
  return aws.sfn.send(new RedriveExecutionCommand({ executionArn }));
}

/** Returns an execution whose second step has failed. */
async function failedOnce(aws: Clients, tools: Tools) {
  const worker = await aWorker(aws, tools);
  const machine = await aMachine(
    aws,
    tools,
    chain({ Prepare: { Type: 'Pass', Result: true, ResultPath: '$.prepared' }, Work: worker.task }),
  );
  const arn = await machine.start({ n: 1 });
  await worker.fail('Broken', 'Because.');
  assert.equal((await machine.ended(arn)).status, 'FAILED');
  return { machine, worker, arn };
}
