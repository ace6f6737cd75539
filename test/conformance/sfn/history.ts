import assert from 'node:assert/strict';
import { GetExecutionHistoryCommand, type HistoryEvent } from '@aws-sdk/client-sfn';
import type { Assertion } from '#scripts/conformance/assertion.ts';
import { refuses } from '../refuses.ts';
import { aMachine, chain, oneState, listTypes } from './a-machine.ts';
import { pages } from './pages.ts';

export const history: readonly Assertion[] = [
  {
    id: 'sfn.history.of-pass',
    says: 'Entering and leaving a state are events between the start and the end of the execution.',
    doc: pages.api('GetExecutionHistory'),
    async run(aws, tools) {
      const machine = await aMachine(aws, tools, oneState({ Type: 'Pass', Result: 2 }));
      const arn = await machine.start({ n: 1 });
      await machine.ended(arn);
      const events = await machine.history(arn);
      assert.deepEqual(listTypes(events), [
        'ExecutionStarted',
        'PassStateEntered',
        'PassStateExited',
        'ExecutionSucceeded',
      ]);
      assert.deepEqual(parsed(events[0]?.executionStartedEventDetails?.input), { n: 1 });
      const { name, input } = events[1]?.stateEnteredEventDetails ?? {};
      assert.deepEqual([name, parsed(input)], ['Only', { n: 1 }]);
      const exited = events[2]?.stateExitedEventDetails;
      assert.deepEqual([exited?.name, exited?.output], ['Only', '2']);
      assert.equal(events[3]?.executionSucceededEventDetails?.output, '2');
    },
  },
  {
    id: 'sfn.history.ids',
    says: 'Events are numbered from 1, and each names the one before; the first two name 0.',
    doc: pages.api('GetExecutionHistory'),
    async run(aws, tools) {
      const machine = await aMachine(aws, tools, chain({ One: { Type: 'Pass' }, Two: { Type: 'Pass' } }));
      const arn = await machine.start();
      await machine.ended(arn);
      const events = await machine.history(arn);
      assert.deepEqual(
        events.map(({ id }) => id),
        [1, 2, 3, 4, 5, 6],
      );
      assert.deepEqual(
        events.map(({ previousEventId }) => previousEventId),
        [0, 0, 2, 3, 4, 5],
      );
      assert.ok(
        events.every(({ timestamp }) => timestamp instanceof Date),
        'each has its time',
      );
    },
  },
  {
    id: 'sfn.history.of-choice-and-succeed',
    says: 'A Choice and a Succeed state are entered and left.',
    doc: pages.api('HistoryEvent'),
    async run(aws, tools) {
      const choice = { Type: 'Choice', Choices: [{ Variable: '$.n', IsPresent: true, Next: 'Done' }] };
      const machine = await aMachine(aws, tools, chain({ Choose: choice, Done: { Type: 'Succeed' } }));
      const arn = await machine.start({ n: 1 });
      await machine.ended(arn);
      assert.deepEqual(listTypes(await machine.history(arn)).slice(1, -1), [
        'ChoiceStateEntered',
        'ChoiceStateExited',
        'SucceedStateEntered',
        'SucceedStateExited',
      ]);
    },
  },
  {
    id: 'sfn.history.of-fail',
    says: 'A Fail state is entered and never left; the execution has failed.',
    doc: pages.api('HistoryEvent'),
    async run(aws, tools) {
      const machine = await aMachine(
        aws,
        tools,
        oneState({ Type: 'Fail', Error: 'Broken', Cause: 'Because.' }),
      );
      const arn = await machine.start();
      await machine.ended(arn);
      const events = await machine.history(arn);
      assert.deepEqual(listTypes(events), ['ExecutionStarted', 'FailStateEntered', 'ExecutionFailed']);
      assert.deepEqual(events[2]?.executionFailedEventDetails, { error: 'Broken', cause: 'Because.' });
    },
  },
  {
    id: 'sfn.history.of-wait',
    says: 'A Wait state is entered at once and left when its time is over.',
    doc: pages.api('HistoryEvent'),
    async run(aws, tools) {
      const machine = await aMachine(aws, tools, oneState({ Type: 'Wait', Seconds: 1 }));
      const arn = await machine.start();
      await machine.ended(arn);
      const events = await machine.history(arn);
      assert.deepEqual(listTypes(events).slice(1, -1), ['WaitStateEntered', 'WaitStateExited']);
      const [arrived, left] = events.slice(1, 3).map(({ timestamp }) => Number(timestamp));
      assert.ok((left ?? 0) - (arrived ?? 0) >= 900, 'a second passes between');
    },
  },
  {
    id: 'sfn.history.of-parallel',
    says: 'A Parallel state starts after it is entered and has succeeded before it is left.',
    doc: pages.api('HistoryEvent'),
    async run(aws, tools) {
      const Branches = [oneState({ Type: 'Pass' }, 'Branch')];
      const machine = await aMachine(aws, tools, oneState({ Type: 'Parallel', Branches }));
      const arn = await machine.start();
      await machine.ended(arn);
      assert.deepEqual(listTypes(await machine.history(arn)).slice(1, -1), [
        'ParallelStateEntered',
        'ParallelStateStarted',
        'PassStateEntered',
        'PassStateExited',
        'ParallelStateSucceeded',
        'ParallelStateExited',
      ]);
    },
  },
  {
    id: 'sfn.history.of-branches',
    says: 'The events of a branch follow each other by previousEventId, whatever else happens meanwhile.',
    doc: pages.api('HistoryEvent'),
    async run(aws, tools) {
      const branch = (name: string) =>
        chain({ [`${name}1`]: { Type: 'Pass' }, [`${name}2`]: { Type: 'Pass' } });
      const machine = await aMachine(
        aws,
        tools,
        oneState({ Type: 'Parallel', Branches: [branch('a'), branch('b')] }),
      );
      const arn = await machine.start();
      await machine.ended(arn);
      const events = await machine.history(arn);
      const started = events.find(({ type }) => type === 'ParallelStateStarted');
      for (const name of ['a', 'b']) {
        assert.equal(before(events, entered(events, `${name}1`)), started);
        const left = before(events, entered(events, `${name}2`));
        assert.equal(left?.stateExitedEventDetails?.name, `${name}1`);
      }
    },
  },
  {
    id: 'sfn.history.of-map',
    says: 'A Map state tells its length, and each iteration its index.',
    doc: pages.api('HistoryEvent'),
    async run(aws, tools) {
      const map = { Type: 'Map', ItemProcessor: oneState({ Type: 'Pass' }, 'Each'), MaxConcurrency: 1 };
      const machine = await aMachine(aws, tools, oneState(map));
      const arn = await machine.start(['x', 'y']);
      await machine.ended(arn);
      const events = await machine.history(arn);
      const iteration = [
        'MapIterationStarted',
        'PassStateEntered',
        'PassStateExited',
        'MapIterationSucceeded',
      ];
      assert.deepEqual(listTypes(events).slice(1, -1), [
        'MapStateEntered',
        'MapStateStarted',
        ...iteration,
        ...iteration,
        'MapStateSucceeded',
        'MapStateExited',
      ]);
      assert.equal(events[2]?.mapStateStartedEventDetails?.length, 2);
      const second = events.findLast(({ type }) => type === 'MapIterationStarted');
      assert.deepEqual(second?.mapIterationStartedEventDetails, { name: 'Only', index: 1 });
    },
  },
  {
    id: 'sfn.history.pages',
    says: 'The history pages by maxResults, and backwards when asked for.',
    doc: pages.api('GetExecutionHistory'),
    async run(aws, tools) {
      const machine = await aMachine(aws, tools, oneState({ Type: 'Pass' }));
      const executionArn = await machine.start();
      await machine.ended(executionArn);
      const idsOf = async (reverseOrder: boolean) => {
        const ids: (number | undefined)[][] = [];
        let nextToken: string | undefined;
        do {
          const from = nextToken === undefined ? {} : { nextToken };
          const input = { executionArn, maxResults: 3, reverseOrder, ...from };
          const page = await aws.sfn.send(new GetExecutionHistoryCommand(input));
          ids.push((page.events ?? []).map(({ id }) => id));
          nextToken = page.nextToken;
        } while (nextToken !== undefined);
        return ids;
      };
      assert.deepEqual(await idsOf(false), [[1, 2, 3], [4]]);
      assert.deepEqual(await idsOf(true), [[4, 3, 2], [1]]);
    },
  },
  {
    id: 'sfn.history.without-data',
    says: 'The history leaves input and output out when asked to.',
    doc: pages.api('GetExecutionHistory'),
    async run(aws, tools) {
      const machine = await aMachine(aws, tools, oneState({ Type: 'Pass' }));
      const executionArn = await machine.start({ secret: 1 });
      await machine.ended(executionArn);
      const get = new GetExecutionHistoryCommand({ executionArn, includeExecutionData: false });
      const { events } = await aws.sfn.send(get);
      assert.equal(JSON.stringify(events).includes('secret'), false);
      assert.equal(events?.length, 4);
    },
  },
  {
    id: 'sfn.history.missing',
    says: 'The history of an execution that is not there gives ExecutionDoesNotExist.',
    doc: pages.api('GetExecutionHistory'),
    async run(aws, tools) {
      const machine = await aMachine(aws, tools, oneState({ Type: 'Pass' }));
      const executionArn = `${machine.arn.replace(':stateMachine:', ':execution:')}:${tools.name('gone')}`;
      await refuses(aws.sfn.send(new GetExecutionHistoryCommand({ executionArn })), 'ExecutionDoesNotExist');
      await refuses(machine.describe(executionArn), 'ExecutionDoesNotExist');
    },
  },
];

function parsed(json = ''): unknown {
  return JSON.parse(json);
}

function entered(events: readonly HistoryEvent[], name: string): HistoryEvent | undefined {
  return events.find(({ stateEnteredEventDetails }) => stateEnteredEventDetails?.name === name);
}

function before(events: readonly HistoryEvent[], event: HistoryEvent | undefined): HistoryEvent | undefined {
  return events.find(({ id }) => id === event?.previousEventId);
}
