import assert from 'node:assert/strict';
import type { Assertion } from '#scripts/conformance/assertion.ts';
import { aMachine, oneState, runForOutput, type State } from './a-machine.ts';
import { pages } from './pages.ts';

const input = { a: 1, list: [1, 2, 3], deep: { text: 'hello', items: [{ id: 'x' }, { id: 'y' }] } };

type Flow = readonly [stem: string, state: Omit<State, 'Type'>, output: unknown, says: string, doc: string];

/** Lists the output of a Pass state with these fields for the input above. */
const flows: readonly Flow[] = [
  ['nothing', {}, input, 'A Pass state gives its input on.', pages.pass],
  [
    'result',
    { Result: { fixed: true } },
    { fixed: true },
    'Result takes the place of the input.',
    pages.pass,
  ],
  [
    'result-path',
    { Result: 5, ResultPath: '$.deep.added' },
    { ...input, deep: { ...input.deep, added: 5 } },
    'ResultPath puts the result into the input.',
    pages.resultPath,
  ],
  [
    'result-path-new',
    { Result: 5, ResultPath: '$.new.path' },
    { ...input, new: { path: 5 } },
    'ResultPath makes the way it needs.',
    pages.resultPath,
  ],
  [
    'result-path-null',
    { Result: 5, ResultPath: null },
    input,
    'A ResultPath of null drops the result.',
    pages.resultPath,
  ],
  [
    'input-path',
    { InputPath: '$.deep.items' },
    input.deep.items,
    'InputPath picks a part of the input.',
    pages.parameters,
  ],
  ['input-path-null', { InputPath: null }, {}, 'An InputPath of null is an empty object.', pages.parameters],
  [
    'output-path',
    { OutputPath: '$.deep.items[1]' },
    { id: 'y' },
    'OutputPath picks a part of the output.',
    pages.paths,
  ],
  ['output-path-null', { OutputPath: null }, {}, 'An OutputPath of null is an empty object.', pages.paths],
  [
    'parameters',
    { Parameters: { fixed: [1], 'picked.$': '$.deep.text', inner: { 'all.$': '$' } } },
    { fixed: [1], picked: 'hello', inner: { all: input } },
    'Parameters mixes what is fixed with what is picked.',
    pages.parameters,
  ],
  [
    'parameters-after-input-path',
    { InputPath: '$.deep', Parameters: { 'text.$': '$.text' } },
    { text: 'hello' },
    'Parameters picks from what InputPath leaves.',
    pages.parameters,
  ],
  ['text', { InputPath: '$.deep.text' }, 'hello', 'Text alone is data too, in quotes.', pages.paths],
  [
    'wildcard',
    { InputPath: '$.deep.items[*].id' },
    ['x', 'y'],
    'A path with a wildcard gives a list.',
    pages.paths,
  ],
  ['slice', { InputPath: '$.list[0:2]' }, [1, 2], 'A path may take a slice.', pages.paths],
  ['descendants', { InputPath: '$..id' }, ['x', 'y'], 'A path may look at every depth.', pages.paths],
  [
    'filter',
    { InputPath: "$.deep.items[?(@.id == 'y')]" },
    [{ id: 'y' }],
    'A path may filter a list.',
    pages.paths,
  ],
  [
    'bracket-name',
    { InputPath: "$['deep']['items']" },
    input.deep.items,
    'A path may name in brackets.',
    pages.paths,
  ],
];

const intrinsics: readonly [stem: string, call: string, value: unknown][] = [
  ['format', "States.Format('{} and {}', $.deep.text, $.a)", 'hello and 1'],
  ['string-to-json', String.raw`States.StringToJson('{"n":[1]}')`, { n: [1] }],
  ['json-to-string', 'States.JsonToString($.list)', '[1,2,3]'],
  ['array', "States.Array($.a, 'x', true, null)", [1, 'x', true, null]],
  ['array-partition', 'States.ArrayPartition($.list, 2)', [[1, 2], [3]]],
  ['array-contains', 'States.ArrayContains($.list, 2)', true],
  ['array-range', 'States.ArrayRange(1, 9, 4)', [1, 5, 9]],
  ['array-get-item', 'States.ArrayGetItem($.list, 2)', 3],
  ['array-length', 'States.ArrayLength($.list)', 3],
  ['array-unique', 'States.ArrayUnique(States.Array(1, 2, 1))', [1, 2]],
  ['base64-encode', "States.Base64Encode('hello')", 'aGVsbG8='],
  ['base64-decode', "States.Base64Decode('aGVsbG8=')", 'hello'],
  [
    'hash',
    "States.Hash('hello', 'SHA-256')",
    '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
  ],
  ['json-merge', 'States.JsonMerge($.deep, $.deep, false)', input.deep],
  ['math-add', 'States.MathAdd($.a, -3)', -2],
  ['string-split', "States.StringSplit('1,2;3', ',;')", ['1', '2', '3']],
  ['nested', "States.Format('{}', States.MathAdd(1, States.ArrayLength($.list)))", '4'],
  ['escapes', String.raw`States.Format('it\'s \{\}')`, "it's {}"],
];

export const dataFlow: readonly Assertion[] = [
  ...flows.map(([stem, state, output, says, doc]): Assertion => ({
    id: `sfn.data.${stem}`,
    says,
    doc,
    async run(aws, tools) {
      const machine = await aMachine(aws, tools, oneState({ Type: 'Pass', ...state }));
      assert.deepEqual(await runForOutput(machine, input), output);
    },
  })),
  ...intrinsics.map(([stem, call, value]): Assertion => ({
    id: `sfn.intrinsic.${stem}`,
    says: `${call.slice(0, call.indexOf('('))} computes what its page says.`,
    doc: pages.intrinsics,
    async run(aws, tools) {
      const machine = await aMachine(aws, tools, oneState({ Type: 'Pass', Parameters: { 'value.$': call } }));
      assert.deepEqual(await runForOutput(machine, input), { value });
    },
  })),
  {
    id: 'sfn.intrinsic.uuid',
    says: 'States.UUID gives another version 4 UUID each time.',
    doc: pages.intrinsics,
    async run(aws, tools) {
      const Parameters = { 'one.$': 'States.UUID()', 'two.$': 'States.UUID()' };
      const machine = await aMachine(aws, tools, oneState({ Type: 'Pass', Parameters }));
      const { one, two } = (await runForOutput(machine)) as Record<string, string>;
      assert.match(one ?? '', /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
      assert.notEqual(one, two);
    },
  },
  {
    id: 'sfn.data.context',
    says: 'The context object tells about execution, state and machine.',
    doc: pages.context,
    async run(aws, tools) {
      const Parameters = {
        'execution.$': '$$.Execution.Id',
        'name.$': '$$.Execution.Name',
        'input.$': '$$.Execution.Input',
        'state.$': '$$.State.Name',
        'machine.$': '$$.StateMachine.Name',
        'started.$': '$$.Execution.StartTime',
      };
      const machine = await aMachine(aws, tools, oneState({ Type: 'Pass', InputPath: null, Parameters }));
      const arn = await machine.start({ n: 1 });
      const execution = await machine.ended(arn);
      const { started, ...rest } = JSON.parse(execution.output ?? '{}') as Record<string, unknown>;
      assert.deepEqual(rest, {
        execution: arn,
        name: execution.name,
        input: { n: 1 },
        state: 'Only',
        machine: machine.name,
      });
      assert.match(String(started), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/);
    },
  },
  {
    id: 'sfn.data.missing-path',
    says: 'A path that finds nothing fails the execution.',
    doc: pages.errors,
    async run(aws, tools) {
      const Parameters = { 'value.$': '$.missing' };
      const machine = await aMachine(aws, tools, oneState({ Type: 'Pass', Parameters }));
      const execution = await machine.run(input);
      assert.equal(execution.status, 'FAILED');
      assert.match(execution.error ?? '', /^States\.(?:Runtime|ParameterPathFailure)$/);
    },
  },
  {
    id: 'sfn.data.limit',
    says: 'Data of more than 256 KiB fails the execution with States.DataLimitExceeded.',
    doc: pages.quotas,
    async run(aws, tools) {
      const Parameters = { 'one.$': '$', 'two.$': '$' };
      const machine = await aMachine(aws, tools, oneState({ Type: 'Pass', Parameters }));
      const execution = await machine.run('x'.repeat(200_000));
      assert.deepEqual([execution.status, execution.error], ['FAILED', 'States.DataLimitExceeded']);
    },
  },
  {
    id: 'sfn.data.any-name',
    says: 'Data may have any names, also those that programs give a meaning to.',
    doc: pages.paths,
    async run(aws, tools) {
      const machine = await aMachine(
        aws,
        tools,
        oneState({ Type: 'Pass', Result: 1, ResultPath: '$.constructor' }),
      );
      const text = '{"__proto__":{"x":1},"toString":2}';
      const output = await runForOutput(machine, JSON.parse(text) as object);
      assert.equal(JSON.stringify(output), '{"__proto__":{"x":1},"toString":2,"constructor":1}');
    },
  },
];
