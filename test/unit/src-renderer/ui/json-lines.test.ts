import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ExactNumber,
  firstPage,
  jsonLines,
  jsonText,
  type JsonLine,
  type JsonValue,
} from '#renderer/ui/json-lines.ts';

const none = {
  masked: new Map<string, string>(),
  folds: new Map<string, boolean>(),
  pages: new Map<string, number>(),
};

function listLines(value: JsonValue, rest: Partial<typeof none> = {}): readonly JsonLine[] {
  return jsonLines({ value, ...none, ...rest });
}

function describeShape(lines: readonly JsonLine[]): string[] {
  return lines.map((line) => `${line.kind} ${line.path}`);
}

describe('the lines of a JSON view', () => {
  it('draws small parts open and large ones folded', () => {
    const value = { small: { a: 1 }, big: Array.from({ length: 51 }, (_, index) => index) };
    expect(describeShape(listLines(value))).toEqual([
      'node ',
      'node /small',
      'leaf /small/a',
      'close /small/~close',
      'node /big',
      'close /~close',
    ]);
  });

  it('opens to the given depth', () => {
    const value = { a: { b: { c: 1 } } };
    const deep = jsonLines({ value, ...none, openDepth: 3 });
    expect(describeShape(listLines(value))).not.toContain('leaf /a/b/c');
    expect(describeShape(deep)).toContain('leaf /a/b/c');
  });

  it('draws the first page of a long list and says how much is left', () => {
    const value = Array.from({ length: 5000 }, (_, index) => index);
    const lines = listLines(value);
    expect(lines.length).toBe(firstPage + 3);
    expect(lines.find((line) => line.kind === 'rest')).toMatchObject({ parent: '', rest: 4900 });
    expect(listLines(value, { pages: new Map([['', 5000]]) }).some((line) => line.kind === 'rest')).toBe(
      false,
    );
  });

  it('never contains masked values, whether a word or a whole part', () => {
    const value = { email: 'mo@example.test', person: { name: 'Mo' } };
    const masked = new Map([
      ['/email', 'e-mail'],
      ['/person', 'person'],
    ]);
    const lines = listLines(value, { masked });
    expect(JSON.stringify(lines.slice(1))).not.toMatch(/example\.test|Mo"/);
    expect(lines.filter((line) => line.kind === 'masked')).toHaveLength(2);
  });

  it('distinguishes keys with slashes, and treats __proto__ as data', () => {
    const value = JSON.parse('{"a/b": 1, "a": {"b": 2}, "__proto__": {"c": 3}}') as JsonValue;
    const paths = listLines(value).map((line) => line.path);
    expect(paths).toContain('/a~1b');
    expect(paths).toContain('/a/b');
    expect(paths).toContain('/__proto__/c');
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('puts a comma after every entry but the last', () => {
    const commas = listLines({ a: 1, b: 2 }).map((line) => line.comma);
    expect(commas).toEqual([false, true, false, false]);
  });

  it('visits only the visible part of a 400 KB item', () => {
    let read = 0;
    const entry = new Proxy({ id: 1 }, { ownKeys: (target) => ((read += 1), Reflect.ownKeys(target)) });
    listLines({ lines: Array.from({ length: 20_000 }, () => entry) });
    expect(read).toBe(0);
  });
});

describe('the text of a copy', () => {
  it('is what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(jsonText(value as JsonValue))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('keeps every digit of an exact number', () => {
    expect(jsonText({ n: new ExactNumber('12345678901234567890123456789012345678') })).toContain(
      '"n": 12345678901234567890123456789012345678',
    );
  });

  it('keeps the masks, inside lists and around whole parts', () => {
    const value = { people: [{ email: 'mo@example.test' }], url: { href: 'https://example.test/?sig=1' } };
    const text = jsonText(
      value,
      new Map([
        ['/people/0/email', 'e-mail'],
        ['/url', 'signed address'],
      ]),
    );
    expect(text).not.toContain('example.test');
    expect(text).toContain('"url": "masked, signed address"');
  });

  it('keeps the masks when only a part is copied', () => {
    const masked = new Map([['/person/email', 'e-mail']]);
    expect(jsonText({ email: 'mo@example.test' }, masked, '/person')).not.toContain('example');
  });
});
