import assert from 'node:assert/strict';
import {
  CreateStateMachineCommand,
  DeleteStateMachineCommand,
  DescribeStateMachineCommand,
  DescribeStateMachineForExecutionCommand,
  ListExecutionsCommand,
  ListStateMachinesCommand,
  StartExecutionCommand,
  StopExecutionCommand,
  UpdateStateMachineCommand,
} from '@aws-sdk/client-sfn';
import type { Assertion } from '#scripts/conformance/assertion.ts';
import { refuses } from '../refuses.ts';
import { aMachine, oneState, runForOutput, roleArn } from './a-machine.ts';
import { pages } from './pages.ts';

const waiting = oneState({ Type: 'Wait', Seconds: 3_600 });
const passing = oneState({ Type: 'Pass' });

const badDefinitions: readonly [stem: string, definition: string, says: string][] = [
  ['not-json', 'not JSON', 'A definition that is no JSON is refused.'],
  ['no-start', '{"States":{"A":{"Type":"Succeed"}}}', 'A definition without StartAt is refused.'],
  ['missing-state', '{"StartAt":"B","States":{"A":{"Type":"Succeed"}}}', 'StartAt must name a state.'],
  ['missing-next', '{"StartAt":"A","States":{"A":{"Type":"Pass","Next":"B"}}}', 'Next must name a state.'],
  ['no-end', '{"StartAt":"A","States":{"A":{"Type":"Pass"}}}', 'A state must go on or end.'],
  [
    'unknown-type',
    '{"StartAt":"A","States":{"A":{"Type":"Dance","End":true}}}',
    'An unknown type of state is refused.',
  ],
];

export const executions: readonly Assertion[] = [
  {
    id: 'sfn.machine.describe',
    says: 'A state machine describes itself, its definition as it was given.',
    doc: pages.api('DescribeStateMachine'),
    async run(aws, tools) {
      const machine = await aMachine(aws, tools, passing);
      const found = await aws.sfn.send(new DescribeStateMachineCommand({ stateMachineArn: machine.arn }));
      assert.deepEqual(
        [found.name, found.status, found.type, found.roleArn, found.definition],
        [machine.name, 'ACTIVE', 'STANDARD', roleArn, JSON.stringify(passing)],
      );
    },
  },
  {
    id: 'sfn.machine.create-twice',
    says: 'Creating the same machine again gives the same ARN, with another definition it is refused.',
    doc: pages.api('CreateStateMachine'),
    async run(aws, tools) {
      const { name, arn } = await aMachine(aws, tools, passing);
      const create = (definition: object) =>
        aws.sfn.send(
          new CreateStateMachineCommand({ name, roleArn, definition: JSON.stringify(definition) }),
        );
      assert.equal((await create(passing)).stateMachineArn, arn);
      await refuses(create(waiting), 'StateMachineAlreadyExists');
    },
  },
  ...badDefinitions.map(([stem, definition, says]): Assertion => ({
    id: `sfn.machine.refused.${stem}`,
    says,
    doc: pages.structure,
    async run(aws, tools) {
      const create = new CreateStateMachineCommand({ name: tools.name(), roleArn, definition });
      await refuses(aws.sfn.send(create), 'InvalidDefinition');
    },
  })),
  {
    id: 'sfn.machine.missing',
    says: 'A state machine that is not there gives StateMachineDoesNotExist.',
    doc: pages.api('StartExecution'),
    async run(aws, tools) {
      const machine = await aMachine(aws, tools, passing);
      const stateMachineArn = machine.arn.replace(/[^:]+$/, tools.name('gone'));
      await refuses(aws.sfn.send(new StartExecutionCommand({ stateMachineArn })), 'StateMachineDoesNotExist');
      await refuses(
        aws.sfn.send(new DescribeStateMachineCommand({ stateMachineArn })),
        'StateMachineDoesNotExist',
      );
    },
  },
  {
    id: 'sfn.machine.update',
    says: 'An execution keeps the definition it was started with; the next uses the new one.',
    doc: pages.api('UpdateStateMachine'),
    async run(aws, tools) {
      const machine = await aMachine(aws, tools, waiting);
      const arn = await machine.start();
      const definition = JSON.stringify(oneState({ Type: 'Pass', Result: { is: 'new' } }));
      await aws.sfn.send(new UpdateStateMachineCommand({ stateMachineArn: machine.arn, definition }));
      const used = await aws.sfn.send(new DescribeStateMachineForExecutionCommand({ executionArn: arn }));
      assert.equal(used.definition, JSON.stringify(waiting));
      assert.deepEqual(await runForOutput(machine), { is: 'new' });
      assert.equal((await machine.describe(arn)).status, 'RUNNING');
    },
  },
  {
    id: 'sfn.machine.list-and-delete',
    says: 'A machine is listed until it is deleted.',
    doc: pages.api('DeleteStateMachine'),
    async run(aws, tools) {
      const machine = await aMachine(aws, tools, passing);
      const listed = async () => {
        const arns: (string | undefined)[] = [];
        let nextToken: string | undefined;
        do {
          const from = nextToken === undefined ? {} : { nextToken };
          const page = await aws.sfn.send(new ListStateMachinesCommand({ maxResults: 100, ...from }));
          arns.push(...(page.stateMachines ?? []).map(({ stateMachineArn }) => stateMachineArn));
          nextToken = page.nextToken;
        } while (nextToken !== undefined);
        return arns.includes(machine.arn);
      };
      assert.equal(await listed(), true);
      await aws.sfn.send(new DeleteStateMachineCommand({ stateMachineArn: machine.arn }));
      assert.equal(await tools.eventually(listed, (found) => !found), false);
    },
  },
  {
    id: 'sfn.start.describe',
    says: 'An execution describes its machine, its name, its input and its times.',
    doc: pages.api('DescribeExecution'),
    async run(aws, tools) {
      const machine = await aMachine(aws, tools, passing);
      const name = tools.name('run');
      const arn = await machine.start({ n: 1 }, name);
      assert.equal(arn, `${machine.arn.replace(':stateMachine:', ':execution:')}:${name}`);
      const found = await machine.ended(arn);
      assert.deepEqual(
        [found.name, found.stateMachineArn, JSON.parse(found.input ?? ''), found.status],
        [name, machine.arn, { n: 1 }, 'SUCCEEDED'],
      );
      assert.ok(Number(found.stopDate) >= Number(found.startDate), 'it ends after it starts');
    },
  },
  {
    id: 'sfn.start.default-name',
    says: 'Without a name each execution has one of its own.',
    doc: pages.api('StartExecution'),
    async run(aws, tools) {
      const machine = await aMachine(aws, tools, passing);
      const start = () => aws.sfn.send(new StartExecutionCommand({ stateMachineArn: machine.arn }));
      assert.notEqual((await start()).executionArn, (await start()).executionArn);
    },
  },
  {
    id: 'sfn.start.default-input',
    says: 'Without input an execution starts with an empty object.',
    doc: pages.api('StartExecution'),
    async run(aws, tools) {
      const machine = await aMachine(aws, tools, passing);
      const start = new StartExecutionCommand({ stateMachineArn: machine.arn });
      const { executionArn = '' } = await aws.sfn.send(start);
      assert.equal((await machine.ended(executionArn)).output, '{}');
    },
  },
  {
    id: 'sfn.start.same-name-running',
    says: 'The same name with the same input while it runs is the same execution; with other input it is refused.',
    doc: pages.api('StartExecution'),
    async run(aws, tools) {
      const machine = await aMachine(aws, tools, waiting);
      const name = tools.name('run');
      const arn = await machine.start({ n: 1 }, name);
      assert.equal(await machine.start({ n: 1 }, name), arn);
      await refuses(machine.start({ n: 2 }, name), 'ExecutionAlreadyExists');
    },
  },
  {
    id: 'sfn.start.same-name-ended',
    says: 'The name of an execution that has ended is taken.',
    doc: pages.api('StartExecution'),
    async run(aws, tools) {
      const machine = await aMachine(aws, tools, passing);
      const name = tools.name('run');
      await machine.ended(await machine.start({ n: 1 }, name));
      await refuses(machine.start({ n: 1 }, name), 'ExecutionAlreadyExists');
    },
  },
  {
    id: 'sfn.start.name-rule',
    says: 'The name of an execution has up to 80 characters, without spaces and wildcards.',
    doc: pages.api('StartExecution'),
    async run(aws, tools) {
      const machine = await aMachine(aws, tools, passing);
      await refuses(machine.start({}, 'x'.repeat(81)), /^(?:InvalidName|ValidationException)$/);
      await refuses(machine.start({}, 'with space'), 'InvalidName');
      await refuses(machine.start({}, 'wild*card'), 'InvalidName');
    },
  },
  {
    id: 'sfn.start.input-not-json',
    says: 'Input that is no JSON is refused with InvalidExecutionInput.',
    doc: pages.api('StartExecution'),
    async run(aws, tools) {
      const { arn } = await aMachine(aws, tools, passing);
      const start = new StartExecutionCommand({ stateMachineArn: arn, input: 'not JSON' });
      await refuses(aws.sfn.send(start), 'InvalidExecutionInput');
    },
  },
  {
    id: 'sfn.start.input-limit',
    says: 'Input of more than 256 KiB is refused.',
    doc: pages.quotas,
    async run(aws, tools) {
      const machine = await aMachine(aws, tools, passing);
      await refuses(machine.start('x'.repeat(262_143)), /^(?:InvalidExecutionInput|ValidationException)$/);
    },
  },
  {
    id: 'sfn.stop.running',
    says: 'A stopped execution is ABORTED with the error and cause that were given.',
    doc: pages.api('StopExecution'),
    async run(aws, tools) {
      const machine = await aMachine(aws, tools, waiting);
      const executionArn = await machine.start();
      const stop = { executionArn, error: 'Operator', cause: 'By hand.' };
      const { stopDate } = await aws.sfn.send(new StopExecutionCommand(stop));
      assert.ok(stopDate instanceof Date, 'it tells when');
      const found = await machine.ended(executionArn);
      assert.deepEqual([found.status, found.error, found.cause], ['ABORTED', 'Operator', 'By hand.']);
      const last = (await machine.history(executionArn)).at(-1);
      assert.equal(last?.type, 'ExecutionAborted');
      assert.deepEqual(last.executionAbortedEventDetails, { error: 'Operator', cause: 'By hand.' });
    },
  },
  {
    id: 'sfn.list.by-status',
    says: 'ListExecutions gives the latest first and may ask for one status.',
    doc: pages.api('ListExecutions'),
    async run(aws, tools) {
      const choice = {
        Type: 'Choice',
        Choices: [{ Variable: '$.ok', BooleanEquals: true, Next: 'Good' }],
        Default: 'Bad',
      };
      const machine = await aMachine(aws, tools, {
        StartAt: 'Choose',
        States: { Choose: choice, Good: { Type: 'Succeed' }, Bad: { Type: 'Fail' } },
      });
      const arns: string[] = [];
      for (const ok of [true, false, true]) {
        const arn = await machine.start({ ok });
        await machine.ended(arn);
        arns.push(arn);
        await tools.pass(20);
      }
      const list = async (statusFilter?: 'SUCCEEDED' | 'FAILED') => {
        const filter = statusFilter ? { statusFilter } : {};
        const call = new ListExecutionsCommand({ stateMachineArn: machine.arn, ...filter });
        return ((await aws.sfn.send(call)).executions ?? []).map(({ executionArn }) => executionArn);
      };
      assert.deepEqual(await list(), arns.toReversed());
      assert.deepEqual(await list('FAILED'), [arns[1]]);
      assert.deepEqual(await list('SUCCEEDED'), [arns[2], arns[0]]);
    },
  },
  {
    id: 'sfn.list.pages',
    says: 'ListExecutions pages by maxResults.',
    doc: pages.api('ListExecutions'),
    async run(aws, tools) {
      const machine = await aMachine(aws, tools, passing);
      for (let i = 0; i < 3; i += 1) await machine.ended(await machine.start());
      const stateMachineArn = machine.arn;
      const first = await aws.sfn.send(new ListExecutionsCommand({ stateMachineArn, maxResults: 2 }));
      assert.equal(first.executions?.length, 2);
      const rest = { stateMachineArn, maxResults: 2, nextToken: first.nextToken };
      const second = await aws.sfn.send(new ListExecutionsCommand(rest));
      assert.deepEqual([second.executions?.length, second.nextToken], [1, undefined]);
    },
  },
  {
    id: 'sfn.request.unknown-operation',
    says: 'An operation that there is not is refused with UnknownOperationException.',
    doc: pages.api('StartExecution').replace('API_StartExecution', 'CommonErrors'),
    async run(_aws, tools) {
      await refuses(tools.raw('sfn', 'StartExecutions', {}), /^(?:UnknownOperation|InvalidAction)/);
    },
  },
  {
    id: 'sfn.request.unknown-parameter',
    says: 'A parameter that is not known is refused instead of left out.',
    doc: pages.api('StartExecution').replace('API_StartExecution', 'CommonErrors'),
    needs: 'strictness',
    async run(aws, tools) {
      const { arn } = await aMachine(aws, tools, passing);
      const body = { stateMachineArn: arn, inputs: '{}' };
      await refuses(tools.raw('sfn', 'StartExecution', body), 'ValidationException');
    },
  },
];
