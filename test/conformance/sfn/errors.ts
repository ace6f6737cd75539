import assert from 'node:assert/strict';
import type { Assertion } from '#scripts/conformance/assertion.ts';
import {
  aMachine,
  chain,
  oneState,
  runForOutput,
  listTypes,
  type Definition,
  type State,
} from './a-machine.ts';
import { pages } from './pages.ts';

/** Covers Retry and Catch on a Parallel state whose only branch fails. */
export const errors: readonly Assertion[] = [
  {
    id: 'sfn.catch.error',
    says: 'A catcher goes on with error and cause as the output.',
    doc: pages.errors,
    async run(aws, tools) {
      const Catch = [{ ErrorEquals: ['Broken'], Next: 'Caught' }];
      const machine = await aMachine(aws, tools, failing({ Catch }));
      assert.deepEqual(await runForOutput(machine, { n: 1 }), { Error: 'Broken', Cause: 'Because.' });
    },
  },
  {
    id: 'sfn.catch.result-path',
    says: 'A catcher with a ResultPath puts the error into the input of the state.',
    doc: pages.errors,
    async run(aws, tools) {
      const Catch = [{ ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: 'Caught' }];
      const machine = await aMachine(aws, tools, failing({ Catch }));
      assert.deepEqual(await runForOutput(machine, { n: 1 }), {
        n: 1,
        error: { Error: 'Broken', Cause: 'Because.' },
      });
    },
  },
  {
    id: 'sfn.catch.first-that-fits',
    says: 'The first catcher that names the error catches it.',
    doc: pages.errors,
    async run(aws, tools) {
      const Catch = [
        { ErrorEquals: ['Other'], ResultPath: '$.other', Next: 'Caught' },
        { ErrorEquals: ['Broken', 'Other'], ResultPath: '$.broken', Next: 'Caught' },
        { ErrorEquals: ['States.ALL'], ResultPath: '$.all', Next: 'Caught' },
      ];
      const machine = await aMachine(aws, tools, failing({ Catch }));
      assert.deepEqual(Object.keys((await runForOutput(machine)) as object), ['broken']);
    },
  },
  {
    id: 'sfn.catch.none-that-fits',
    says: 'An error that no catcher names fails the execution.',
    doc: pages.errors,
    async run(aws, tools) {
      const machine = await aMachine(
        aws,
        tools,
        failing({ Catch: [{ ErrorEquals: ['Other'], Next: 'Caught' }] }),
      );
      const execution = await machine.run();
      assert.deepEqual([execution.status, execution.error], ['FAILED', 'Broken']);
    },
  },
  {
    id: 'sfn.catch.after-retries',
    says: 'A catcher has its turn when the retries are used up.',
    doc: pages.errors,
    async run(aws, tools) {
      const Retry = [{ ErrorEquals: ['Broken'], IntervalSeconds: 1, MaxAttempts: 1 }];
      const Catch = [{ ErrorEquals: ['States.ALL'], Next: 'Caught' }];
      const machine = await aMachine(aws, tools, failing({ Retry, Catch }));
      const arn = await machine.start();
      assert.equal((await machine.ended(arn)).status, 'SUCCEEDED');
      assert.equal(triesIn(listTypes(await machine.history(arn))), 2);
    },
  },
  {
    id: 'sfn.retry.none',
    says: 'A retrier of no attempts does not retry.',
    doc: pages.errors,
    async run(aws, tools) {
      const Retry = [{ ErrorEquals: ['States.ALL'], MaxAttempts: 0 }];
      const machine = await aMachine(aws, tools, failing({ Retry }));
      const arn = await machine.start();
      assert.equal((await machine.ended(arn)).status, 'FAILED');
      assert.equal(triesIn(listTypes(await machine.history(arn))), 1);
    },
  },
  {
    id: 'sfn.retry.backoff',
    says: 'The wait before a retry grows by the backoff rate.',
    doc: pages.errors,
    needs: 'clock',
    async run(aws, tools) {
      const Retry = [{ ErrorEquals: ['States.ALL'], IntervalSeconds: 10, MaxAttempts: 3, BackoffRate: 3 }];
      const machine = await aMachine(aws, tools, failing({ Retry }));
      const arn = await machine.start();
      const triesAfter = async (seconds: number) => {
        await tools.pass(seconds * 1_000);
        return triesIn(listTypes(await machine.history(arn)));
      };
      assert.deepEqual(
        [
          await triesAfter(1),
          await triesAfter(8),
          await triesAfter(2),
          await triesAfter(28),
          await triesAfter(2),
        ],
        [1, 1, 2, 2, 3],
      );
      assert.deepEqual([await triesAfter(88), await triesAfter(3)], [3, 4]);
      assert.equal((await machine.describe(arn)).status, 'FAILED');
    },
  },
  {
    id: 'sfn.retry.defaults',
    says: 'A retrier tries three times more, after 1, 2 and 4 seconds, unless it says otherwise.',
    doc: pages.errors,
    needs: 'clock',
    async run(aws, tools) {
      const machine = await aMachine(aws, tools, failing({ Retry: [{ ErrorEquals: ['States.ALL'] }] }));
      const arn = await machine.start();
      await tools.pass(6_500);
      assert.equal((await machine.describe(arn)).status, 'RUNNING');
      await tools.pass(1_000);
      assert.equal((await machine.describe(arn)).status, 'FAILED');
      assert.equal(triesIn(listTypes(await machine.history(arn))), 4);
    },
  },
  {
    id: 'sfn.retry.max-delay',
    says: 'MaxDelaySeconds limits how the wait grows.',
    doc: pages.errors,
    needs: 'clock',
    async run(aws, tools) {
      const Retry = [
        {
          ErrorEquals: ['States.ALL'],
          IntervalSeconds: 10,
          BackoffRate: 10,
          MaxDelaySeconds: 20,
          MaxAttempts: 3,
        },
      ];
      const machine = await aMachine(aws, tools, failing({ Retry }));
      const arn = await machine.start();
      await tools.pass(49_000);
      assert.equal((await machine.describe(arn)).status, 'RUNNING');
      await tools.pass(2_000);
      assert.equal((await machine.describe(arn)).status, 'FAILED');
    },
  },
  {
    id: 'sfn.retry.other-error',
    says: 'A retrier for other errors does not retry.',
    doc: pages.errors,
    async run(aws, tools) {
      const Retry = [{ ErrorEquals: ['Other'], MaxAttempts: 5 }];
      const machine = await aMachine(aws, tools, failing({ Retry }));
      const arn = await machine.start();
      assert.equal((await machine.ended(arn)).status, 'FAILED');
      assert.equal(triesIn(listTypes(await machine.history(arn))), 1);
    },
  },
  {
    id: 'sfn.catch.no-choice-in-branch',
    says: 'What goes wrong deep in a branch can be caught outside.',
    doc: pages.errors,
    async run(aws, tools) {
      const choice = { Type: 'Choice', Choices: [{ Variable: '$.n', NumericEquals: 1, Next: 'Done' }] };
      const branch: Definition = { StartAt: 'Choose', States: { Choose: choice, Done: { Type: 'Succeed' } } };
      const Catch = [{ ErrorEquals: ['States.NoChoiceMatched'], Next: 'Caught' }];
      const machine = await aMachine(aws, tools, {
        StartAt: 'Try',
        States: {
          Try: { Type: 'Parallel', Branches: [branch], Catch, End: true },
          Caught: { Type: 'Pass', Result: { caught: true }, End: true },
        },
      });
      assert.deepEqual(await runForOutput(machine, { n: 2 }), { caught: true });
    },
  },
];

function failing(handling: Omit<State, 'Type'>): Definition {
  const Branches = [oneState({ Type: 'Fail', Error: 'Broken', Cause: 'Because.' }, 'Break')];
  const { States } = chain({ Try: { Type: 'Parallel', Branches, ...handling } });
  const catches = Object.hasOwn(handling, 'Catch');
  return {
    StartAt: 'Try',
    States: { ...States, ...(catches ? { Caught: { Type: 'Pass', End: true } } : {}) },
  };
}

function triesIn(types: readonly (string | undefined)[]): number {
  return types.filter((type) => type === 'FailStateEntered').length;
}
