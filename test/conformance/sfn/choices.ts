import assert from 'node:assert/strict';
import type { Assertion } from '#scripts/conformance/assertion.ts';
import { aMachine, chain, runForOutput, type Definition } from './a-machine.ts';
import { pages } from './pages.ts';

const input = {
  text: 'report-7.pdf',
  n: 5,
  m: 5,
  yes: true,
  nothing: null,
  time: '2026-01-05T09:00:00Z',
  list: [1],
  map: {},
};

type Rule = Readonly<Record<string, unknown>>;

/** Lists which rules match the input above. */
const rules: readonly [stem: string, rule: Rule, fits: boolean][] = [
  ['string-equals', { Variable: '$.text', StringEquals: 'report-7.pdf' }, true],
  ['string-less', { Variable: '$.text', StringLessThan: 'report-70.pdf' }, true],
  ['string-matches', { Variable: '$.text', StringMatches: 'report-*.pdf' }, true],
  ['string-matches-whole', { Variable: '$.text', StringMatches: 'report' }, false],
  ['string-of-number', { Variable: '$.n', StringEquals: '5' }, false],
  ['numeric-equals', { Variable: '$.n', NumericEquals: 5 }, true],
  ['numeric-greater', { Variable: '$.n', NumericGreaterThan: 5 }, false],
  ['numeric-at-least', { Variable: '$.n', NumericGreaterThanEquals: 5 }, true],
  ['numeric-path', { Variable: '$.n', NumericEqualsPath: '$.m' }, true],
  ['boolean', { Variable: '$.yes', BooleanEquals: true }, true],
  ['timestamp-before', { Variable: '$.time', TimestampLessThan: '2026-01-05T10:00:00+00:30' }, true],
  ['timestamp-equals', { Variable: '$.time', TimestampEquals: '2026-01-05T10:00:00+01:00' }, true],
  ['is-present', { Variable: '$.n', IsPresent: true }, true],
  ['is-present-missing', { Variable: '$.gone', IsPresent: false }, true],
  ['is-null', { Variable: '$.nothing', IsNull: true }, true],
  ['is-numeric', { Variable: '$.text', IsNumeric: true }, false],
  ['is-string', { Variable: '$.text', IsString: true }, true],
  ['is-boolean', { Variable: '$.yes', IsBoolean: true }, true],
  ['is-timestamp', { Variable: '$.time', IsTimestamp: true }, true],
  ['is-timestamp-text', { Variable: '$.text', IsTimestamp: true }, false],
  [
    'and',
    {
      And: [
        { Variable: '$.n', NumericEquals: 5 },
        { Variable: '$.yes', BooleanEquals: false },
      ],
    },
    false,
  ],
  [
    'or',
    {
      Or: [
        { Variable: '$.n', NumericEquals: 6 },
        { Variable: '$.yes', BooleanEquals: true },
      ],
    },
    true,
  ],
  ['not', { Not: { Variable: '$.n', NumericEquals: 6 } }, true],
];

export const choices: readonly Assertion[] = [
  ...rules.map(([stem, rule, fits]): Assertion => ({
    id: `sfn.choice.${stem}`,
    says: `The rule ${JSON.stringify(rule)} ${fits ? 'fits' : 'does not fit'} the example input.`,
    doc: pages.choice,
    async run(aws, tools) {
      const machine = await aMachine(aws, tools, choosing([{ ...rule, Next: 'Chosen' }], 'Other'));
      assert.deepEqual(await runForOutput(machine, input), { took: fits ? 'chosen' : 'other' });
    },
  })),
  {
    id: 'sfn.choice.first-that-fits',
    says: 'The first rule that fits decides.',
    doc: pages.choice,
    async run(aws, tools) {
      const first = { Variable: '$.n', NumericGreaterThan: 1, Next: 'Chosen' };
      const second = { Variable: '$.n', NumericGreaterThan: 2, Next: 'Other' };
      const machine = await aMachine(aws, tools, choosing([first, second], 'Other'));
      assert.deepEqual(await runForOutput(machine, input), { took: 'chosen' });
    },
  },
  {
    id: 'sfn.choice.none',
    says: 'Without a rule that fits and without a default the execution fails with States.NoChoiceMatched.',
    doc: pages.choice,
    async run(aws, tools) {
      const rule = { Variable: '$.n', NumericEquals: 6, Next: 'Chosen' };
      const machine = await aMachine(aws, tools, choosing([rule, { ...rule, Next: 'Other' }]));
      const execution = await machine.run(input);
      assert.deepEqual([execution.status, execution.error], ['FAILED', 'States.NoChoiceMatched']);
    },
  },
];

function choosing(Choices: readonly Rule[], Default?: string): Definition {
  const { States } = chain({
    Choose: { Type: 'Choice', Choices, ...(Default === undefined ? {} : { Default }) },
    Chosen: { Type: 'Pass', Result: { took: 'chosen' } },
  });
  const Other = { Type: 'Pass', Result: { took: 'other' }, End: true };
  return { StartAt: 'Choose', States: { ...States, Other } };
}
