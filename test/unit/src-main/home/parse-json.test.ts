import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJsonFault, findRepeatedName } from '#main/home/parse-json.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const sound = fc.jsonValue().map((value) => JSON.stringify(value, null, 2));
// Most characters belong to JSON's syntax, so that much of the text is nearly JSON.
const nearly = fc
  .array(
    fc.constantFrom(
      ...'{ } [ ] , : " \\ \n \t 0 1 9 . - + e E'.split(' '),
      ' ',
      'true',
      'null',
      '"a"',
      'u00e9',
      '\u0001',
      "'",
    ),
  )
  .map((parts) => parts.join(''));

describe('findJsonFault', () => {
  it.each([
    ['{"a": [}', 7, 'a value or "]"'],
    ['{"a": 1,}', 8, 'a name in quotes'],
    ['{,}', 1, 'a name in quotes or "}"'],
    ['[1 2]', 3, '"," or "]"'],
    ['{"a" 1}', 5, '":"'],
    ['{"a": 1 "b": 2}', 8, '"," or "}"'],
    ['{"a": 1]', 7, '"," or "}"'],
    ["{'a': 1}", 1, 'a name in quotes or "}"'],
    ['[tru]', 1, 'a value or "]"'],
    ['[1, 01]', 5, '"," or "]"'],
    ['["a\nb"]', 3, "the text's closing quote"],
    ['["C:\\dir"]', 4, 'an escape such as \\n or \\u00e9'],
    ['["a"', 4, '"," or "]"'],
    ['[] []', 3, 'nothing more'],
    ['// c\n{}', 0, 'a value'],
  ])('%j', (text, offset, expected) => {
    expect(findJsonFault(text)).toEqual({ offset, expected });
  });

  it('agrees with JSON.parse about what is JSON, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(nearly, fc.string(), sound), (text) => {
        const fault = findJsonFault(text);
        expect(fault === undefined).toBe(isJson(text));
        if (fault === undefined) return;
        expect(fault.offset).toBeGreaterThanOrEqual(0);
        expect(fault.offset).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 5_000 },
    );
  });

  it('is never beyond where the parser gave up', () => {
    fc.assert(
      fc.property(fc.oneof(nearly, fc.string()), (text) => {
        const given = /position (\d+)/.exec(parserSays(text))?.[1];
        if (given !== undefined) expect(findJsonFault(text)?.offset).toBeLessThanOrEqual(Number(given));
      }),
      { numRuns: 5_000 },
    );
  });

  it('finds a fault in valid JSON at or before the end of the fault', () => {
    fc.assert(
      fc.property(sound, fc.nat(), (text, seed) => {
        const at = seed % (text.length + 1);
        // JSON allows a control character nowhere, so the fault is at its place or before it.
        const broken = `${text.slice(0, at)}\u0001${text.slice(at)}`;
        const offset = findJsonFault(broken)?.offset ?? Number.POSITIVE_INFINITY;
        expect(offset).toBeLessThanOrEqual(at + 1);
      }),
      { numRuns: 5_000 },
    );
  });

  it('finds the end of JSON that was cut short', () => {
    fc.assert(
      fc.property(sound, fc.nat(), (text, seed) => {
        const cut = text.slice(0, seed % text.length);
        const fault = findJsonFault(cut);
        if (fault !== undefined) expect(fault.offset).toBeLessThanOrEqual(cut.length);
        expect(fault === undefined).toBe(isJson(cut));
      }),
    );
  });

  it.each(['[', '{"a":', '"x', '"\\n', ' ', '1', '[1,'])('copes with a million of %j', (part) => {
    const text = part.repeat(1_000_000);
    expect(findJsonFault(text) === undefined).toBe(isJson(text));
  });
});

function parserSays(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

describe('findRepeatedName', () => {
  it.each([
    ['{"a": 1, "a": 2}', 9],
    ['[{"a": 1}, {"b": {"c": 1, "c" : 2}}]', 26],
    ['{"a": 1, "\\u0061": 2}', 9],
    ['{"__proto__": 1, "__proto__": 2}', 17],
  ])('%s has one at %i', (text, offset) => {
    expect(findRepeatedName(text)).toBe(offset);
  });

  it('finds none in what JSON.stringify writes', () => {
    fc.assert(
      fc.property(sound, (text) => {
        expect(findRepeatedName(text)).toBeUndefined();
      }),
    );
  });

  it.each(['{"a": "a", "b": ["a", "a"]}', '[{"a": 1}, {"a": 1}]', '{"a": {"a": 1}}', '"a"'])(
    'finds none in %s',
    (text) => {
      expect(findRepeatedName(text)).toBeUndefined();
    },
  );
});
