import assert from 'node:assert/strict';
import type { Assertion } from '#scripts/conformance/assertion.ts';
import { aMachine, chain, oneState, runForOutput, type State } from './a-machine.ts';
import { pages } from './pages.ts';

/** Covers Wait, Succeed, Fail, Parallel and Map. */
export const states: readonly Assertion[] = [
  {
    id: 'sfn.wait.seconds',
    says: 'A Wait state waits as many seconds as it says.',
    doc: pages.wait,
    async run(aws, tools) {
      const machine = await aMachine(aws, tools, oneState({ Type: 'Wait', Seconds: 1 }));
      const arn = await machine.start({ n: 1 });
      assert.equal((await machine.describe(arn)).status, 'RUNNING');
      const execution = await machine.ended(arn);
      assert.deepEqual([execution.status, JSON.parse(execution.output ?? '')], ['SUCCEEDED', { n: 1 }]);
      const took = Number(execution.stopDate) - Number(execution.startDate);
      assert.ok(took >= 900, `it took ${took} ms`);
    },
  },
  {
    id: 'sfn.wait.seconds-path',
    says: 'A Wait state may take its seconds from the input.',
    doc: pages.wait,
    async run(aws, tools) {
      const machine = await aMachine(aws, tools, oneState({ Type: 'Wait', SecondsPath: '$.wait' }));
      assert.deepEqual(await runForOutput(machine, { wait: 1 }), { wait: 1 });
    },
  },
  {
    id: 'sfn.wait.until',
    says: 'A Wait state until a time that has passed does not wait.',
    doc: pages.wait,
    async run(aws, tools) {
      const machine = await aMachine(aws, tools, oneState({ Type: 'Wait', TimestampPath: '$.until' }));
      const until = new Date(tools.now() - 60_000).toISOString();
      assert.deepEqual(await runForOutput(machine, { until }), { until });
    },
  },
  {
    id: 'sfn.wait.days',
    says: 'A Wait state of a week ends a week later, not before.',
    doc: pages.wait,
    needs: 'clock',
    async run(aws, tools) {
      const week = 7 * 86_400;
      const machine = await aMachine(aws, tools, oneState({ Type: 'Wait', Seconds: week }));
      const arn = await machine.start();
      await tools.pass(week * 1_000 - 1_000);
      assert.equal((await machine.describe(arn)).status, 'RUNNING');
      await tools.pass(2_000);
      assert.equal((await machine.describe(arn)).status, 'SUCCEEDED');
    },
  },
  {
    id: 'sfn.succeed.output',
    says: 'A Succeed state ends the execution with its input, or a part of it.',
    doc: pages.succeed,
    async run(aws, tools) {
      const machine = await aMachine(aws, tools, oneState({ Type: 'Succeed', InputPath: '$.part' }));
      assert.deepEqual(await runForOutput(machine, { part: [1] }), [1]);
    },
  },
  {
    id: 'sfn.fail.error-and-cause',
    says: 'A Fail state ends the execution with its error and cause.',
    doc: pages.fail,
    async run(aws, tools) {
      const machine = await aMachine(
        aws,
        tools,
        oneState({ Type: 'Fail', Error: 'Broken', Cause: 'Because.' }),
      );
      const execution = await machine.run();
      assert.deepEqual(
        [execution.status, execution.error, execution.cause],
        ['FAILED', 'Broken', 'Because.'],
      );
      assert.equal(execution.output, undefined);
    },
  },
  {
    id: 'sfn.fail.from-input',
    says: 'A Fail state may take error and cause from its input.',
    doc: pages.fail,
    async run(aws, tools) {
      const fail = { Type: 'Fail', ErrorPath: '$.error', CausePath: "States.Format('because of {}', $.why)" };
      const machine = await aMachine(aws, tools, oneState(fail));
      const execution = await machine.run({ error: 'Broken', why: 'rain' });
      assert.deepEqual([execution.error, execution.cause], ['Broken', 'because of rain']);
    },
  },
  {
    id: 'sfn.parallel.outputs',
    says: 'A Parallel state gives each branch its input, and the outputs in the order of the branches.',
    doc: pages.parallel,
    async run(aws, tools) {
      const Branches = [
        chain({
          Slow: { Type: 'Wait', Seconds: 1 },
          First: { Type: 'Pass', Parameters: { 'one.$': '$.n' } },
        }),
        oneState({ Type: 'Pass', Parameters: { 'two.$': '$.n' } }, 'Second'),
      ];
      const machine = await aMachine(aws, tools, oneState({ Type: 'Parallel', Branches }));
      assert.deepEqual(await runForOutput(machine, { n: 7 }), [{ one: 7 }, { two: 7 }]);
    },
  },
  {
    id: 'sfn.parallel.failure',
    says: 'A branch that fails fails the Parallel state and ends the other branches.',
    doc: pages.parallel,
    async run(aws, tools) {
      const Branches = [
        oneState({ Type: 'Wait', Seconds: 3_600 }, 'Long'),
        oneState({ Type: 'Fail', Error: 'Broken' }, 'Short'),
      ];
      const machine = await aMachine(aws, tools, oneState({ Type: 'Parallel', Branches }));
      const execution = await machine.run();
      assert.deepEqual([execution.status, execution.error], ['FAILED', 'Broken']);
    },
  },
  {
    id: 'sfn.parallel.result-selector',
    says: 'ResultSelector shapes the result before ResultPath puts it into the input.',
    doc: pages.parallel,
    async run(aws, tools) {
      const parallel = {
        Type: 'Parallel',
        Branches: [oneState({ Type: 'Pass', Result: 'x' }, 'Branch')],
        ResultSelector: { 'first.$': '$[0]' },
        ResultPath: '$.result',
      };
      const machine = await aMachine(aws, tools, oneState(parallel));
      assert.deepEqual(await runForOutput(machine, { n: 1 }), { n: 1, result: { first: 'x' } });
    },
  },
  {
    id: 'sfn.map.items',
    says: 'A Map state runs once for each item and gives the outputs in the order of the items.',
    doc: pages.map,
    async run(aws, tools) {
      const machine = await aMachine(
        aws,
        tools,
        oneState(mapOver(oneState({ Type: 'Pass', ResultPath: '$.seen', Result: true }, 'Each'))),
      );
      const output = await runForOutput(machine, { items: [{ id: 1 }, { id: 2 }, { id: 3 }] });
      assert.deepEqual(
        output,
        [1, 2, 3].map((id) => ({ id, seen: true })),
      );
    },
  },
  {
    id: 'sfn.map.item-selector',
    says: 'ItemSelector builds the input of an iteration from item, index and the input of the state.',
    doc: pages.map,
    async run(aws, tools) {
      const ItemSelector = {
        'item.$': '$$.Map.Item.Value',
        'index.$': '$$.Map.Item.Index',
        'tenant.$': '$.tenant',
      };
      const machine = await aMachine(
        aws,
        tools,
        oneState(mapOver(oneState({ Type: 'Pass' }, 'Each'), { ItemSelector })),
      );
      assert.deepEqual(await runForOutput(machine, { tenant: 'red', items: ['a', 'b'] }), [
        { item: 'a', index: 0, tenant: 'red' },
        { item: 'b', index: 1, tenant: 'red' },
      ]);
    },
  },
  {
    id: 'sfn.map.empty',
    says: 'A Map over an empty list gives an empty list.',
    doc: pages.map,
    async run(aws, tools) {
      const machine = await aMachine(aws, tools, oneState(mapOver(oneState({ Type: 'Pass' }, 'Each'))));
      assert.deepEqual(await runForOutput(machine, { items: [] }), []);
    },
  },
  {
    id: 'sfn.map.concurrency',
    says: 'MaxConcurrency limits how many iterations run at the same time.',
    doc: pages.map,
    needs: 'clock',
    async run(aws, tools) {
      const map = mapOver(oneState({ Type: 'Wait', Seconds: 10 }, 'Each'), { MaxConcurrency: 2 });
      const machine = await aMachine(aws, tools, oneState(map));
      const arn = await machine.start({ items: [1, 2, 3, 4, 5] });
      await tools.pass(29_000);
      assert.equal((await machine.describe(arn)).status, 'RUNNING');
      await tools.pass(2_000);
      assert.equal((await machine.describe(arn)).status, 'SUCCEEDED');
    },
  },
  {
    id: 'sfn.map.failure',
    says: 'An iteration that fails fails the Map state.',
    doc: pages.map,
    async run(aws, tools) {
      const machine = await aMachine(
        aws,
        tools,
        oneState(mapOver(oneState({ Type: 'Fail', Error: 'Broken' }, 'Each'))),
      );
      const execution = await machine.run({ items: [1, 2] });
      assert.deepEqual([execution.status, execution.error], ['FAILED', 'Broken']);
    },
  },
  {
    id: 'sfn.map.not-a-list',
    says: 'A Map over what is no list fails the execution.',
    doc: pages.map,
    async run(aws, tools) {
      const machine = await aMachine(aws, tools, oneState(mapOver(oneState({ Type: 'Pass' }, 'Each'))));
      assert.equal((await machine.run({ items: 'text' })).status, 'FAILED');
    },
  },
  {
    id: 'sfn.timeout.execution',
    says: 'An execution that takes longer than its machine allows is TIMED_OUT.',
    doc: pages.structure,
    async run(aws, tools) {
      const definition = { ...oneState({ Type: 'Wait', Seconds: 3_600 }), TimeoutSeconds: 1 };
      const machine = await aMachine(aws, tools, definition);
      const arn = await machine.start();
      const execution = await machine.ended(arn);
      assert.equal(execution.status, 'TIMED_OUT');
      assert.equal((await machine.history(arn)).at(-1)?.type, 'ExecutionTimedOut');
    },
  },
];

function mapOver(ItemProcessor: object, more: object = {}): State {
  return { Type: 'Map', ItemsPath: '$.items', ItemProcessor, ...more };
}
