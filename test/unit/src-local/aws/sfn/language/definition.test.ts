import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AwsError } from '#local/aws/protocol/aws-error.ts';
import { parseDefinition, readDefinition } from '#local/aws/sfn/language/definition.ts';

const done = { Type: 'Succeed' };
const flow = (States: Record<string, unknown>, more: object = {}): object => ({
  StartAt: Object.keys(States)[0],
  States,
  ...more,
});

const everything = flow({
  Prepare: { Type: 'Pass', Result: { n: 1 }, ResultPath: '$.prepared', Next: 'Decide' },
  Decide: {
    Type: 'Choice',
    Choices: [
      {
        And: [
          { Variable: '$.n', IsPresent: true },
          { Not: { Variable: '$.n', NumericGreaterThanEqualsPath: '$.limit' } },
        ],
        Next: 'Each',
      },
      { Variable: '$$.Execution.Name', StringMatches: 'batch-*', Next: 'Nap' },
    ],
    Default: 'Both',
  },
  Nap: { Type: 'Wait', SecondsPath: '$.seconds', Next: 'Each' },
  Each: {
    Type: 'Map',
    ItemsPath: '$.documents',
    MaxConcurrency: 10,
    ToleratedFailurePercentage: 5,
    ItemSelector: { 'document.$': '$$.Map.Item.Value', 'tag.$': "States.Format('d-{}', $$.Map.Item.Index)" },
    ItemProcessor: flow(
      {
        Extract: {
          Type: 'Task',
          Resource: 'arn:aws:states:::lambda:invoke',
          Parameters: { FunctionName: 'extract', 'Payload.$': '$' },
          ResultSelector: { 'fields.$': '$.Payload.fields[?(@.confidence > 0.5)]' },
          TimeoutSeconds: 60,
          HeartbeatSeconds: 10,
          Retry: [
            {
              ErrorEquals: ['Throttled'],
              IntervalSeconds: 2,
              MaxAttempts: 5,
              BackoffRate: 1.5,
              MaxDelaySeconds: 30,
              JitterStrategy: 'FULL',
            },
            { ErrorEquals: ['States.ALL'] },
          ],
          Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: 'Failed' }],
          End: true,
        },
        Failed: { Type: 'Fail', ErrorPath: '$.error.Error', CausePath: "States.Format('{}', $.error.Cause)" },
      },
      { ProcessorConfig: { Mode: 'INLINE' } },
    ),
    ResultPath: null,
    Next: 'Both',
  },
  Both: {
    Type: 'Parallel',
    Branches: [flow({ Left: { Type: 'Pass', End: true } }), flow({ Right: done })],
    OutputPath: '$[0]',
    End: true,
  },
});

describe('a definition', () => {
  it('is read into states that know their type', async () => {
    const definition = await parseDefinition(JSON.stringify(everything));
    expect(definition.StartAt).toBe('Prepare');
    expect([...definition.States.keys()]).toEqual(['Prepare', 'Decide', 'Nap', 'Each', 'Both']);
    expect(definition.States.get('Decide')).toMatchObject({
      Choices: [{ And: [{ Variable: '$.n', comparator: 'IsPresent', operand: true }, {}], Next: 'Each' }, {}],
    });
    const each = definition.States.get('Each');
    expect(each?.Type === 'Map' && [...each.ItemProcessor.States.keys()]).toEqual(['Extract', 'Failed']);
  });

  it('may have data that looks like states', async () => {
    const odd = flow({ A: { Type: 'Pass', Result: { States: { odd: 1 } }, End: true } });
    expect((await parseDefinition(JSON.stringify(odd))).States.get('A')).toMatchObject({ Type: 'Pass' });
  });

  it('is read once for each text', () => {
    const text = JSON.stringify(flow({ Done: done }));
    expect(readDefinition(text)).toBe(readDefinition(text));
  });

  it('takes the older names of a Map', async () => {
    const older = flow({
      Each: { Type: 'Map', Iterator: flow({ Done: done }), Parameters: { 'x.$': '$' }, End: true },
    });
    const each = (await parseDefinition(JSON.stringify(older))).States.get('Each');
    expect(each).toMatchObject({ ItemProcessor: { StartAt: 'Done' }, ItemSelector: { 'x.$': '$' } });
  });

  it('takes any name for a state', async () => {
    const text =
      '{"StartAt":"__proto__","States":{"__proto__":{"Type":"Pass","Next":"constructor"},"constructor":{"Type":"Succeed"}}}';
    const definition = await parseDefinition(text);
    expect([...definition.States.keys()]).toEqual(['__proto__', 'constructor']);
  });

  const task = { Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke', End: true };
  it.each<[string, object, string]>([
    [
      'JSONata',
      flow({ A: { ...task, QueryLanguage: 'JSONata' } }),
      'JSONata is not supported by Pocket AWS at /States/A/QueryLanguage',
    ],
    ['JSONata for all', flow({ A: done }, { QueryLanguage: 'JSONata' }), 'JSONata is not supported'],
    [
      'variables',
      flow({ A: { ...task, Assign: { x: 1 } } }),
      "The field 'Assign' is not supported by Pocket AWS at /States/A/Assign",
    ],
    [
      'a variable in a path',
      flow({ A: { ...task, InputPath: '$x' } }),
      'Value is not a valid JSONPath at /States/A/InputPath',
    ],
    [
      'a field that no state has',
      flow({ A: { ...task, Resourse: 'x' } }),
      'The field "Resourse" is not supported by Step Functions at /States/A',
    ],
    [
      'a field of another type',
      flow({ A: { ...done, ResultPath: '$.a' } }),
      'The field "ResultPath" is not supported',
    ],
    ['an unknown type', flow({ A: { Type: 'Task ' } }), "The field 'Type' should have one of these values"],
    ['no type', flow({ constructor: {} }), "The field 'Type' should have one of these values"],
    [
      'a distributed Map of express children',
      mapWith({}, { Mode: 'DISTRIBUTED', ExecutionType: 'EXPRESS' }),
      'The ExecutionType EXPRESS is not supported by Pocket AWS',
    ],
    [
      'an item reader of a Map that is not distributed',
      mapWith({ ItemReader: { Resource: 'arn:aws:states:::s3:listObjectsV2' } }),
      "The field 'ItemReader' is only for a Map in DISTRIBUTED mode",
    ],
    [
      'a manifest to read',
      mapWith(
        {
          ItemReader: {
            Resource: 'arn:aws:states:::s3:getObject',
            ReaderConfig: { InputType: 'MANIFEST' },
          },
        },
        { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
      ),
      'MANIFEST is not supported by Pocket AWS',
    ],
    [
      'a label with a blank',
      mapWith({ Label: 'a b' }, { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' }),
      "Label contains invalid character: ' '",
    ],
    ['an item batcher', mapWith({ ItemBatcher: {} }), "The field 'ItemBatcher' is not supported"],
    [
      'results that are written nowhere',
      mapWith(
        { ResultWriter: { WriterConfig: { Transformation: 'COMPACT' } } },
        { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
      ),
      "A ResultWriter without 'Resource' and 'Parameters' is not supported by Pocket AWS",
    ],
    [
      'a target that is not there',
      flow({ A: { Type: 'Pass', Next: 'B' } }),
      "MISSING_TRANSITION_TARGET: Missing 'Next' target: B at /States/A/Next",
    ],
    [
      'a start that is not there',
      { StartAt: 'B', States: { A: done } },
      "Missing 'StartAt' target: B at /StartAt",
    ],
    ['a state that nothing leads to', flow({ A: done, B: done }), 'State "B" is not reachable. at /States/B'],
    ['no end', flow({ A: { Type: 'Pass', Next: 'B' }, B: { Type: 'Pass', Next: 'A' } }), 'No terminal state'],
    [
      'neither Next nor End',
      flow({ A: { Type: 'Pass' } }),
      'These fields are required: [Next or End] at /States/A',
    ],
    [
      'both Next and End',
      flow({ A: { Type: 'Pass', Next: 'A', End: true } }),
      'Only one of these fields may be there',
    ],
    [
      'a wait of nothing',
      flow({ A: { Type: 'Wait', End: true } }),
      '[Seconds or SecondsPath or Timestamp or TimestampPath]',
    ],
    [
      'a name twice',
      flow({ A: { Type: 'Parallel', Branches: [flow({ A: done })], End: true } }),
      'DUPLICATE_STATE_NAME: Duplicate State name: A',
    ],
    ['a long name', flow({ [`A${'a'.repeat(80)}`]: done }), "A state's name has 1 to 80 characters"],
    [
      'a ResultPath into the context',
      flow({ A: { ...task, ResultPath: '$$.x' } }),
      'Value is not a Reference Path at /States/A/ResultPath',
    ],
    [
      'a template path that is none',
      flow({ A: { ...task, Parameters: { l: [{ 'x.$': 'a' }] } } }),
      "The value for the field 'x.$' must be a valid JSONPath or a valid intrinsic function call at /States/A/Parameters/l[0]/x.$",
    ],
    [
      'an unknown function',
      flow({ A: { ...task, Parameters: { 'x.$': 'States.Array(States.Nope())' } } }),
      'is not a valid intrinsic function call',
    ],
    [
      'a field twice in a template',
      flow({ A: { ...task, Parameters: { x: 1, 'x.$': '$' } } }),
      "The field 'x' is there twice",
    ],
    [
      'States.ALL among others',
      flow({ A: { ...task, Retry: [{ ErrorEquals: ['States.ALL', 'E'] }] } }),
      'States.ALL must appear alone',
    ],
    [
      'States.ALL before others',
      flow({ A: { ...task, Retry: [{ ErrorEquals: ['States.ALL'] }, { ErrorEquals: ['E'] }] } }),
      'States.ALL must appear in the last element only',
    ],
    [
      'an unknown comparator',
      choiceWith({ Variable: '$.a', StringEqual: 'x' }),
      'The field "StringEqual" is not supported',
    ],
    [
      'two comparators',
      choiceWith({ Variable: '$.a', StringEquals: 'x', IsNull: true }),
      'Expected exactly one comparison operator',
    ],
    [
      'an operand of another type',
      choiceWith({ Variable: '$.a', NumericEquals: '1' }),
      'Expected value of type Number',
    ],
    [
      'a heartbeat as long as the timeout',
      flow({ A: { ...task, TimeoutSeconds: 5, HeartbeatSeconds: 5 } }),
      'HeartbeatSeconds must be smaller',
    ],
    [
      'an unknown field on top',
      flow({ A: done }, { Coment: 'x' }),
      'The field "Coment" is not supported by Step Functions at /Coment',
    ],
  ])('with %s is refused', async (_what, definition, message) => {
    await expect(parseDefinition(JSON.stringify(definition))).rejects.toMatchObject({
      name: 'InvalidDefinition',
      message: expect.stringContaining(message) as string,
    });
  });

  it.each(['', '{', '[]', 'null', '{}', '{"StartAt":1,"States":[]}', '{"StartAt":"A","States":{"A":null}}'])(
    '%j is refused',
    async (text) => {
      await expect(parseDefinition(text)).rejects.toMatchObject({ name: 'InvalidDefinition' });
    },
  );

  it('is refused with everything that is wrong in one answer', async () => {
    const text = JSON.stringify(flow({ A: { Type: 'Pass' }, B: { Type: 'Nap' } }));
    await expect(parseDefinition(text)).rejects.toThrow(
      /^Invalid State Machine Definition: 'SCHEMA.*\/States\/A, SCHEMA.*\/States\/B'$/,
    );
  });

  it('may be nested as deep as text can be without breaking the reader', () => {
    const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    const text = `{"StartAt":"A","States":{"A":{"Type":"Pass","Parameters":${deep},"End":true}}}`;
    expect(() => readDefinition(text)).toThrow('Nested more than 200 deep');
  });

  it('is read or refused, whatever it is', () => {
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom('$', '$.a', 'A', true, 1, [], {}));
    const state = fc.oneof(
      fc.dictionary(
        fc.constantFrom(
          'Type',
          'Next',
          'End',
          'Choices',
          'Retry',
          'Catch',
          'Branches',
          'Iterator',
          'Parameters',
        ),
        value,
      ),
      fc.record({
        Type: fc.constantFrom('Map', 'Choice', 'Task', 'Parallel', 'Pass'),
        Choices: value,
        Retry: value,
        Catch: value,
        Branches: value,
        Iterator: value,
      }),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc
            .record({ StartAt: value, States: fc.dictionary(fc.string(), state) })
            .map((definition) => JSON.stringify(definition)),
        ),
        (text) => {
          try {
            readDefinition(text);
          } catch (error) {
            expect(error).toBeInstanceOf(AwsError);
          }
        },
      ),
    );
  });
});

function mapWith(more: object, config: object = { Mode: 'INLINE' }): object {
  const processor = flow({ Done: done }, { ProcessorConfig: config });
  return flow({ A: { Type: 'Map', ItemProcessor: processor, End: true, ...more } });
}

function choiceWith(rule: object): object {
  return flow({ A: { Type: 'Choice', Choices: [{ ...rule, Next: 'B' }] }, B: done });
}
