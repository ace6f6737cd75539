import assert from 'node:assert/strict';
import {
  DescribeMapRunCommand,
  ListExecutionsCommand,
  ListMapRunsCommand,
  RedriveExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import type { Assertion, Clients } from '#scripts/conformance/assertion.ts';
import { refuses } from '../refuses.ts';
import { aMachine, listTypes, oneState, runForOutput, type Definition, type State } from './a-machine.ts';
import { pages } from './pages.ts';

export const mapRuns: readonly Assertion[] = [
  {
    id: 'sfn.map-run.history',
    says: 'A Map in distributed mode has a Map Run in its history, and none of the events of its children.',
    doc: pages.distributedMap,
    async run(aws, tools) {
      const machine = await aMachine(aws, tools, distributed({ Type: 'Pass' }));
      const arn = await machine.start([1, 2]);
      const { status, output } = await machine.ended(arn);
      assert.deepEqual([status, output], ['SUCCEEDED', '[1,2]']);
      assert.deepEqual(listTypes(await machine.history(arn)), [
        'ExecutionStarted',
        'MapStateEntered',
        'MapStateStarted',
        'MapRunStarted',
        'MapRunSucceeded',
        'MapStateSucceeded',
        'MapStateExited',
        'ExecutionSucceeded',
      ]);
    },
  },
  {
    id: 'sfn.map-run.counts',
    says: 'A Map Run counts its children by their status.',
    doc: pages.api('DescribeMapRun'),
    async run(aws, tools) {
      const machine = await aMachine(aws, tools, distributed({ Type: 'Pass' }, { MaxConcurrency: 1 }));
      const arn = await machine.start([1, 2, 3]);
      await machine.ended(arn);
      const mapRun = await findMapRun(aws, arn);
      assert.equal(mapRun.status, 'SUCCEEDED');
      assert.equal(mapRun.maxConcurrency, 1);
      const { total, succeeded, failed, pending, running } = mapRun.executionCounts ?? {};
      assert.deepEqual(
        { total, succeeded, failed, pending, running },
        {
          total: 3,
          succeeded: 3,
          failed: 0,
          pending: 0,
          running: 0,
        },
      );
    },
  },
  {
    id: 'sfn.map-run.children',
    says: 'The children are listed by their Map Run, and not among the executions of the machine.',
    doc: pages.api('ListExecutions'),
    async run(aws, tools) {
      const machine = await aMachine(aws, tools, distributed({ Type: 'Pass' }));
      const arn = await machine.start(['a']);
      await machine.ended(arn);
      const { mapRunArn } = await findMapRun(aws, arn);
      const { executions = [] } = await aws.sfn.send(new ListExecutionsCommand({ mapRunArn }));
      assert.equal(executions.length, 1);
      const child = await machine.describe(executions[0]?.executionArn ?? '');
      assert.deepEqual([child.input, child.output, child.mapRunArn], ['"a"', '"a"', mapRunArn]);
      const all = await aws.sfn.send(new ListExecutionsCommand({ stateMachineArn: machine.arn }));
      assert.deepEqual(
        all.executions?.map(({ executionArn }) => executionArn),
        [arn],
      );
    },
  },
  {
    id: 'sfn.map-run.tolerance',
    says: 'Failures beyond the tolerated share fail the Map; without a share the first one does.',
    doc: pages.distributedMap,
    async run(aws, tools) {
      const fail: State = { Type: 'Fail', Error: 'Bad' };
      const strict = await aMachine(aws, tools, distributed(fail));
      const failed = await strict.run([1]);
      assert.deepEqual([failed.status, failed.error], ['FAILED', 'States.ExceedToleratedFailureThreshold']);
      const patient = await aMachine(aws, tools, distributed(fail, { ToleratedFailurePercentage: 100 }));
      assert.deepEqual(await runForOutput(patient, [1, 2]), []);
    },
  },
  {
    id: 'sfn.map-run.redrive',
    says: 'A redrive of the execution redrives its Map Run; a child cannot be redriven alone.',
    doc: pages.redriveMapRun,
    async run(aws, tools) {
      const machine = await aMachine(aws, tools, distributed({ Type: 'Fail', Error: 'Bad' }));
      const arn = await machine.start([1]);
      await machine.ended(arn);
      const { mapRunArn } = await findMapRun(aws, arn);
      const { executions = [] } = await aws.sfn.send(new ListExecutionsCommand({ mapRunArn }));
      const child = executions[0]?.executionArn ?? '';
      assert.equal((await machine.describe(child)).redriveStatus, 'REDRIVABLE_BY_MAP_RUN');
      await refuses(
        aws.sfn.send(new RedriveExecutionCommand({ executionArn: child })),
        'ExecutionNotRedrivable',
      );
      await aws.sfn.send(new RedriveExecutionCommand({ executionArn: arn }));
      await machine.ended(arn);
      assert.ok(listTypes(await machine.history(arn)).includes('MapRunRedriven'));
      assert.equal((await findMapRun(aws, arn)).redriveCount, 1);
    },
  },
  {
    id: 'sfn.map-run.stop',
    says: 'An execution that is stopped stops its Map Run and the children that are running.',
    doc: pages.distributedMap,
    async run(aws, tools) {
      const machine = await aMachine(aws, tools, distributed({ Type: 'Wait', Seconds: 3_600 }));
      const arn = await machine.start([1, 2]);
      await tools.eventually(
        () => findMapRun(aws, arn),
        ({ executionCounts }) => executionCounts?.running === 2,
      );
      await aws.sfn.send(new StopExecutionCommand({ executionArn: arn }));
      const mapRun = await tools.eventually(
        () => findMapRun(aws, arn),
        ({ executionCounts }) => executionCounts?.aborted === 2,
      );
      assert.equal(mapRun.status, 'ABORTED');
    },
  },
];

function distributed(state: State, fields: object = {}): Definition {
  const isLast = state.Type === 'Fail';
  return oneState(
    {
      Type: 'Map',
      Label: 'items',
      ItemProcessor: {
        ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
        StartAt: 'One',
        States: { One: isLast ? state : { ...state, End: true } },
      },
      ...fields,
    },
    'Each',
  );
}

async function findMapRun(aws: Clients, executionArn: string) {
  const { mapRuns: all = [] } = await aws.sfn.send(new ListMapRunsCommand({ executionArn }));
  return aws.sfn.send(new DescribeMapRunCommand({ mapRunArn: all[0]?.mapRunArn }));
}
