import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StateError } from '#local/aws/sfn/language/errors.ts';
import { callIntrinsic, fillTemplate } from '#local/aws/sfn/language/intrinsics.ts';
import { seededRandomness } from '#local/world/randomness.ts';

const data = {
  name: 'Arnav',
  template: 'Hello, {}.',
  list: [1, 2, 3, 3, 1, { a: 1 }, { a: 1 }],
  one: { a: { x: 1 }, b: 2 },
  two: { a: { y: 2 }, c: 3 },
  json: '{"number": 20}',
  nothing: null,
};
const tools = { random: seededRandomness('test') };
const call = (text: string): unknown => callIntrinsic(text, data, { Task: { Token: 't' } }, tools);

describe('intrinsic functions', () => {
  it.each([
    ["States.Format('Hello, my name is {}.', $.name)", 'Hello, my name is Arnav.'],
    ['States.Format($.template, $.name)', 'Hello, Arnav.'],
    [String.raw`States.Format('It\'s \{\} or {} \\', 1)`, String.raw`It's {} or 1 \ `.trim()],
    ["States.Format('{} {} {} {}', true, null, $.one, $$.Task.Token)", 'true null {a={x=1}, b=2} t'],
    ['States.StringToJson($.json)', { number: 20 }],
    ["States.StringToJson('')", null],
    ["States.StringToJson(' ')", null],
    ['States.JsonToString($.one)', '{"a":{"x":1},"b":2}'],
    ["States.Array('a', 1, $.nothing, States.Array())", ['a', 1, null, []]],
    ['States.ArrayPartition(States.ArrayRange(1,9,1),4)', [[1, 2, 3, 4], [5, 6, 7, 8], [9]]],
    ['States.ArrayContains($.list, 3)', true],
    ['States.ArrayContains($.list, States.ArrayGetItem($.list, 6))', true],
    ["States.ArrayContains($.list, '3')", false],
    ['States.ArrayRange(1, 9, 2)', [1, 3, 5, 7, 9]],
    ['States.ArrayRange(3, 1, -1)', [3, 2, 1]],
    ['States.ArrayGetItem($.list, 1)', 2],
    ['States.ArrayLength($.list)', 7],
    ['States.ArrayUnique($.list)', [1, 2, 3, { a: 1 }]],
    ["States.Base64Encode('Data to encode')", 'RGF0YSB0byBlbmNvZGU='],
    ["States.Base64Decode('RGF0YSB0byBlbmNvZGU=')", 'Data to encode'],
    ["States.Hash('input data', 'SHA-1')", 'aaff4a450a104cd177d28d18d74485e8cae074b7'],
    ['States.JsonMerge($.one, $.two, false)', { a: { y: 2 }, b: 2, c: 3 }],
    ['States.MathAdd(111, -1)', 110],
    ['States.MathAdd(1.6, 1)', 3],
    ["States.StringSplit('1,2,3,4,5', ',')", ['1', '2', '3', '4', '5']],
    ["States.StringSplit('This.is+a,test=string', '.+,=')", ['This', 'is', 'a', 'test', 'string']],
  ])('%s', (text, expected) => {
    expect(call(text)).toEqual(expected);
  });

  it('draws ids and numbers from the randomness that it is given', () => {
    expect(call('States.UUID()')).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    const seeded = (): unknown => call('States.MathRandom(1, 1000, 7)');
    expect(seeded()).toBe(seeded());
    for (let turn = 0; turn < 50; turn += 1) expect([5, 6]).toContain(call('States.MathRandom(5, 7)'));
  });

  it.each([
    "States.Format('{} {}', 1)",
    "States.Format('{}', 1, 2)",
    String.raw`States.Format('\n')`,
    "States.Format('{')",
    "States.Format('} {}', 1)",
    "States.Format('{ }')",
    'States.ArrayGetItem($.list, 7)',
    'States.ArrayGetItem($.name, 0)',
    'States.ArrayPartition($.list, 0)',
    'States.ArrayRange(0, 1000, 1)',
    'States.ArrayRange(0, 10, 0)',
    'States.JsonMerge($.one, $.two, true)',
    'States.MathAdd(2147483648, 1)',
    "States.StringToJson('{')",
    "States.Hash('x', 'SHA-2')",
    'States.UUID(1)',
    'States.Reverse($.list)',
    "States.Array('open",
    'States.Array(1,)',
    'States.Array(1))',
  ])('%s fails', (text) => {
    expect(() => call(text)).toThrow('States.Runtime');
  });

  it('fails for good, not as a function, where a path has no value, and names the whole call', () => {
    expect(() => call("States.Format('{}', States.Array($.missing))")).toThrow(
      "States.Runtime: The function 'States.Format('{}', States.Array($.missing))' had the following error: " +
        "The JsonPath argument for the field '$.missing' could not be found in the input",
    );
  });

  it('says which function has what against its arguments', () => {
    expect(() => call("States.Array(States.MathAdd(1, 'one'))")).toThrow(
      "States.Runtime: The function 'States.MathAdd(1, 'one')' had the following error: " +
        'Invalid arguments in States.MathAdd: A number is expected',
    );
  });

  it('nests up to ten deep', () => {
    const nested = (depth: number): string => `${'States.Array('.repeat(depth)}1${')'.repeat(depth)}`;
    expect(JSON.stringify(call(nested(10)))).toBe('[[[[[[[[[[1]]]]]]]]]]');
    expect(() => call(nested(11))).toThrow('More than 10 nested functions');
  });

  it('throws nothing but state errors, whatever the text', () => {
    const pieces = fc.array(
      fc.constantFrom(
        'States.',
        'Array',
        'Format',
        '(',
        ')',
        ',',
        "'",
        '\\',
        '{}',
        '$.name',
        '1',
        '-',
        'true',
        ' ',
      ),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          pieces.map((parts) => parts.join('')),
        ),
        (text) => {
          try {
            call(text);
          } catch (error) {
            expect(error).toBeInstanceOf(StateError);
          }
        },
      ),
    );
  });
});

describe('payload templates', () => {
  const fill = (template: unknown): unknown =>
    fillTemplate(template, data, { Execution: { Id: 'e' } }, tools);

  it('fills in paths and functions at every depth, also within lists', () => {
    expect(
      fill({
        fixed: 1,
        'name.$': '$.name',
        nested: { 'id.$': '$$.Execution.Id', list: [{ 'sum.$': 'States.MathAdd(1, 2)' }, 'text', '$.name'] },
        'all.$': '$.list[5:].a',
      }),
    ).toEqual({
      fixed: 1,
      name: 'Arnav',
      nested: { id: 'e', list: [{ sum: 3 }, 'text', '$.name'] },
      all: [1, 1],
    });
  });

  it('fails as AWS words it when a path has no value', () => {
    expect(() =>
      fillTemplate({ 'address.$': '$.application.address' }, { flagged: false }, {}, tools),
    ).toThrow(
      "States.Runtime: The JSONPath '$.application.address' specified for the field 'address.$' " +
        'could not be found in the input \'{"flagged":false}\'',
    );
  });

  it('gives a list without members where a path that may point to several points to none', () => {
    expect(fill({ 'none.$': '$.list[?(@.a == 9)]' })).toEqual({ none: [] });
  });

  it('treats every name as data', () => {
    const filled = fill(JSON.parse('{"__proto__": {"x.$": "$.name"}, "constructor.$": "$.one.b"}'));
    expect(JSON.stringify(filled)).toBe('{"__proto__":{"x":"Arnav"},"constructor":2}');
    expect({}).not.toHaveProperty('x');
  });
});
