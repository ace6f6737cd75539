import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fillTemplate,
  listHoles,
  parseTemplate,
  templateProblem,
} from '#shared/catalogue/keys/key-template.ts';
import { keys } from './key-values.ts';

describe('filling and parsing', () => {
  it('return the parameters of the key', () => {
    fc.assert(
      fc.property(keys, ({ template, params }) => {
        const filled = fillTemplate(template, params);
        expect(filled.ok && parseTemplate(template, filled.key)).toEqual(params);
      }),
    );
  });

  it('return the key from what was parsed', () => {
    fc.assert(
      fc.property(keys, fc.string({ maxLength: 3 }), fc.nat(), ({ template, params }, typo, place) => {
        const filled = fillTemplate(template, params);
        const key = filled.ok ? filled.key : '';
        const at = place % (key.length + 1);
        const near = key.slice(0, at) + typo + key.slice(at + typo.length);
        const read = parseTemplate(template, near);
        if (read !== undefined) expect(fillTemplate(template, read)).toEqual({ ok: true, key: near });
      }),
    );
  });

  it('never give one key to two sets of parameters', () => {
    fc.assert(
      fc.property(keys, ({ template, params, others }) => {
        fc.pre(JSON.stringify(params) !== JSON.stringify(others));
        expect(fillTemplate(template, params)).not.toEqual(fillTemplate(template, others));
      }),
    );
  });

  it('refuse a separator in any value, at any place', () => {
    fc.assert(
      fc.property(keys, fc.nat(), fc.nat(), ({ template, params }, which, where) => {
        const names = Object.keys(params);
        fc.pre(names.length > 0);
        const name = names[which % names.length] ?? '';
        const value = params[name] ?? '';
        const at = where % (value.length + 1);
        const split = `${value.slice(0, at)}#${value.slice(at)}`;
        const filled = fillTemplate(template, { ...params, [name]: split });
        expect(filled).toMatchObject({ ok: false, parameter: name });
      }),
    );
  });

  it('are tried with templates that a system may have', () => {
    fc.assert(
      fc.property(keys, ({ template }) => {
        expect(templateProblem(template)).toBeUndefined();
      }),
    );
  });
});

describe('fillTemplate', () => {
  it('puts each value into its hole', () => {
    expect(
      fillTemplate('TENANT#{tenantId}#BATCH#{batchId}', { tenantId: 'northwind', batchId: 'b-1' }),
    ).toEqual({ ok: true, key: 'TENANT#northwind#BATCH#b-1' });
    expect(fillTemplate('{since:epochMs}', { since: 1_763_650_000_000 })).toEqual({
      ok: true,
      key: '1763650000000',
    });
    expect(fillTemplate('METADATA', {})).toEqual({ ok: true, key: 'METADATA' });
  });

  it.each([
    ['{a}', { a: 'x#y' }, 'has a "#", which separates the parts of a key'],
    ['{a}', { a: '' }, 'is empty'],
    ['{a}', {}, 'is missing'],
    ['{a}', { a: '\uD800' }, 'has half of a character; paste it again'],
    ['{a:ulid}', { a: '01HXAA' }, /^is not a ULID/],
    ['{a:ulid}', { a: '01jd4n9v8m7t0000000000000a' }, /^is not a ULID/],
    ['{a:ulid}', { a: '81JD4N9V8M7T0000000000000A' }, /^is not a ULID/],
    ['{a:email}', { a: 'alice at acme.co' }, 'is not an e-mail address'],
    ['{a:email}', { a: 'alice@@acme.co' }, 'is not an e-mail address'],
    ['{a:date}', { a: '2026-02-29' }, /^is not a day of the calendar/],
    ['{a:date}', { a: '2026-11-20T00:00:00Z' }, /^is not a day of the calendar/],
    ['{a:time}', { a: '2026-11-31T00:00:00Z' }, /^is not a time in UTC/],
    ['{a:time}', { a: '2026-11-20T24:00:00Z' }, /^is not a time in UTC/],
    ['{a:time}', { a: '2026-11-20T12:00:00+01:00' }, /^is not a time in UTC/],
    ['{a:epochMs}', { a: '1e3' }, /^is not a count of milliseconds since 1970/],
    ['{a:epochMs}', { a: '01' }, /^is not a count/],
    ['{a:epochMs}', { a: '-1' }, /^is not a count/],
    ['{a:epochMs}', { a: '8640000000000001' }, 'is later than any date can be'],
    ['{a:epochSeconds}', { a: '8640000000001' }, 'is later than any date can be'],
    ['{a:number}', { a: '1e3' }, /^is not a number in plain digits/],
    ['{a:number}', { a: '1.50' }, /^is not a number in plain digits/],
    ['{a:number}', { a: '-0' }, /^is not a number/],
    ['{a:number}', { a: Number.NaN }, /^is a number that JavaScript cannot keep/],
    ['{a:number}', { a: 2 ** 53 }, /^is a number that JavaScript cannot keep/],
    ['{a:number}', { a: 1e-7 }, /^is a number that JavaScript cannot keep/],
    ['{a:number}', { a: '9'.repeat(39) }, 'has 39 digits; DynamoDB keeps 38'],
    ['{a:number}', { a: `1${'0'.repeat(126)}` }, 'is outside what DynamoDB can keep'],
  ])('refuses %s of %j', (template, params: Record<string, string | number>, problem) => {
    expect(fillTemplate(template, params)).toEqual({
      ok: false,
      parameter: 'a',
      problem: typeof problem === 'string' ? problem : expect.stringMatching(problem),
    });
  });

  it.each(['2024-02-29', '0001-01-01', '2000-02-29'])('accepts %s as a day', (day) => {
    expect(fillTemplate('{day:date}', { day })).toEqual({ ok: true, key: day });
  });

  it('keeps 38 digits, which no JavaScript number does', () => {
    const n = '12345678901234567890.123456789012345678';
    expect(fillTemplate('{n:number}', { n })).toEqual({ ok: true, key: n });
  });

  it('refuses a key that is too long for DynamoDB, by its bytes, and names the longest value', () => {
    const params = { a: 'x', b: 'é'.repeat(512) };
    expect(fillTemplate('{a}#{b}', params)).toMatchObject({ ok: true });
    expect(fillTemplate('{a}#{b}', params, 1_024)).toEqual({
      ok: false,
      parameter: 'b',
      problem: 'is too long: the key comes to 1026 bytes, and DynamoDB takes 1024',
    });
    expect(fillTemplate('{a}', { a: '😀'.repeat(513) })).toMatchObject({ ok: false, parameter: 'a' });
  });

  it('takes a parameter only from the parameters, whatever its name', () => {
    expect(fillTemplate('{toString}', {})).toMatchObject({ ok: false, problem: 'is missing' });
  });
});

describe('parseTemplate', () => {
  it.each([
    ['{entity}-{day:date}', 'fund-a-2026-11-20', { entity: 'fund-a', day: '2026-11-20' }],
    ['batch-{day:date}-{id}', 'batch-2026-11-20-a-b', { day: '2026-11-20', id: 'a-b' }],
    ['{a}#{a}', 'x#x', { a: 'x' }],
    ['DOCUMENT#{day:date}', 'DOCUMENT#2025-06-30', { day: '2025-06-30' }],
    ['#METADATA', '#METADATA', {}],
    ['{constructor_}', 'x', { constructor_: 'x' }],
  ])('reads %s from %s', (template, key, values) => {
    expect(parseTemplate(template, key)).toEqual(values);
  });

  it.each([
    ['{a}#{a}', 'x#y'],
    ['DOCUMENT#{day:date}', 'DOCUMENT#LATEST'],
    ['TENANT#{t}', 'TENANT#t#PROJECT#p'],
    ['TENANT#{t}', 'TENANT#'],
    ['TENANT#{t}', 'xTENANT#t'],
    ['a.c', 'abc'],
    ['{id:ulid}', '01HXAA'],
  ])('does not find %s in %s', (template, key) => {
    expect(parseTemplate(template, key)).toBeUndefined();
  });

  it('is quick for a long key that almost matches', () => {
    const began = performance.now();
    expect(parseTemplate('{mail:email}', `${'a@'.repeat(20_000)}#`)).toBeUndefined();
    expect(performance.now() - began).toBeLessThan(500);
  });
});

describe('holesOf', () => {
  it('names each parameter once, with its kind', () => {
    expect(listHoles('JOB#{postedAt}#{jobId:ulid}#{postedAt}')).toEqual([
      { name: 'postedAt', kind: 'text' },
      { name: 'jobId', kind: 'ulid' },
    ]);
  });

  it('throws on an invalid template, which no declared system has', () => {
    expect(() => listHoles('TENANT#{')).toThrow('The template "TENANT#{" has a brace');
  });
});

it.each([
  'METADATA',
  '#METADATA',
  '{entity}-{day:date}',
  'batch-{day:date}-{id}',
  '{id:ulid}-{name}-{day:date}',
  '{a}#{b}',
  'JOB#{postedAt}#{jobId}',
  '{email:email}',
])('%s can be read back', (template) => {
  expect(templateProblem(template)).toBeUndefined();
});

it.each([
  ['{a}-{b}', /^cannot be read back: \{a\} and \{b\} have no "#" between them/],
  ['X#{a}-{day:date}-{b}#Y', /^cannot be read back: \{a\} and \{b\}/],
  ['{a}-{n:epochMs}', /^cannot be read back/],
  ['{a}{b}', 'has {a} next to {b}; expected a "#" between them'],
  ['{day:date}{id:ulid}', 'has {day} next to {id}; expected a "#" between them'],
  ['{a}#{a:date}', 'takes {a} as text and as date; expected one kind for one name'],
  ['{}', /^has a hole "\{\}" without a name/],
  ['{1st}', /^has a hole "\{1st\}" without a name/],
  ['{__proto__}', /^has a hole "\{__proto__\}" without a name/],
  ['{constructor}', 'takes {constructor}, a name that every JavaScript object has; expected another one'],
  ['{a:uuid}', /^has a hole "\{a:uuid\}" of no known kind; kinds are text, ulid/],
  ['TENANT\uD83D#{t}', 'has half of a character; expected whole ones'],
  ['{a:date:x}', /of no known kind/],
  ['TENANT#{t', /^has a brace that opens or closes nothing/],
  ['TENANT#t}', /^has a brace that opens or closes nothing/],
  ['{a{b}}', /^has a brace that opens or closes nothing/],
])('%s is refused', (template, problem) => {
  expect(templateProblem(template)).toEqual(
    typeof problem === 'string' ? problem : expect.stringMatching(problem),
  );
});
