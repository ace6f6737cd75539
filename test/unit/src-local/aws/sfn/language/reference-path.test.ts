import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StateError } from '#local/aws/sfn/language/errors.ts';
import { findPath, readPath, writeResultPath } from '#local/aws/sfn/language/reference-path.ts';

const shop = {
  store: {
    book: [
      { title: 'One', price: 8, tags: ['a'] },
      { title: 'Two', price: 12, tags: ['b', 'c'] },
      { title: 'Three', price: '12' },
    ],
    'opening hours': { monday: null },
  },
};
const context = { Execution: { Id: 'arn:execution', Input: { n: 1 } } };
const read = (path: string): unknown => readPath(path, shop, context);

describe('paths', () => {
  it('keep a backslash between quotes, unless it stands before the quote or another backslash', () => {
    const data = { 'a\\"b"': 1, "it's": 2 };
    expect(readPath(String.raw`$['a\"b"']`, data, context)).toBe(1);
    expect(readPath(String.raw`$['it\'s']`, data, context)).toBe(2);
  });

  it.each([
    ['$', shop],
    ['$$', context],
    ['$$.Execution.Id', 'arn:execution'],
    ['$.store.book[0].title', 'One'],
    ['$.store.book[-1].title', 'Three'],
    ["$['store']['opening hours'].monday", null],
    ['$["store"]["book"][1]["price"]', 12],
    ['$.store.book[*].title', ['One', 'Two', 'Three']],
    ['$.store.book[0,2].title', ['One', 'Three']],
    ['$.store.book[1:].title', ['Two', 'Three']],
    ['$.store.book[:1].title', ['One']],
    ['$.store.book[-2:-1].title', ['Two']],
    ['$..title', ['One', 'Two', 'Three']],
    ['$..tags[0]', ['a', 'b']],
    ["$.store.book[0]['title','price']", { title: 'One', price: 8 }],
    ['$.store.book[?(@.price > 8)].title', ['Two']],
    ['$.store.book[?(@.price == 12)].title', ['Two', 'Three']],
    ["$.store.book[?(@.title == 'One' || @.price >= 12)].title", ['One', 'Two']],
    ['$.store.book[?(@.tags && !(@.price < 10))].title', ['Two']],
    ['$.store.book[?(@.price < $.store.book[1].price)].title', ['One']],
    ['$..book[?(@.tags)].price', [8, 12]],
    ['$.store.nothing[*]'.replace('nothing', 'book[0].tags'), ['a']],
    ['$.store.book.length()', 3],
    ['$.store.book[7,8]', []],
    ['$.store.*.monday', [null]],
  ])('%s', (path, expected) => {
    expect(read(path)).toEqual(expected);
  });

  it('says which step of a definite path leads nowhere', () => {
    expect(() => read('$.store.shelf.books')).toThrow("Missing property in path $['store']['shelf']");
    expect(() => read('$.store.shelf')).toThrow("No results for path: $['store']['shelf']");
    expect(() => read('$.store.book[9]')).toThrow("No results for path: $['store']['book'][9]");
    expect(() => read('$.store.book.title')).toThrow('Expected to find an object with property');
  });

  // The results match the JSONPath library that AWS names in its guide. They were compared over some ten
  // thousand random paths.
  it.each([
    ['$..a', null, 'json object can not be null'],
    ['$[?(@.a)]', 'text', 'Filter: [?] can not be applied to primitives'],
    ['$.a[0][*]', { a: null }, "The path $['a'] is null"],
    ['$.a[1:].b', { a: {} }, "Filter: [1:]['b'] can only be applied to arrays. Current context is: {}"],
    ["$['a','b']", 1, "Expected to find an object with property ['a','b'] in path $"],
  ])('%s fails on %j', (path, data, reason) => {
    expect(() => readPath(path, data, {})).toThrow(`Invalid path '${path}' : ${reason}`);
    expect(findPath(path, data, {})).toBeUndefined();
  });

  it.each([
    ['$.*[?(@ != 1)]', { a: null, b: true }, []],
    ['$.list[?(@ != 1)]', { list: [1, null, 2] }, [null, 2]],
    ['$.list[?(@.a != 1)]', { list: [{}, { a: 1 }] }, [{}]],
    ["$.list[?(@.a == ' ')]", { list: [{ a: 0 }] }, []],
    ["$.list[?(@.a == '0x10')]", { list: [{ a: 16 }] }, []],
    ["$.list[?(@.a == '1')]", { list: [{ a: 1 }, { a: '1' }] }, [{ a: 1 }, { a: '1' }]],
    ['$..[?(@.a)]', { a: { a: 1 } }, [{ a: { a: 1 } }, { a: 1 }]],
  ])('%s in %j', (path, data, expected) => {
    expect(readPath(path, data, {})).toEqual(expected);
  });

  it('fails under the name that the caller gives', () => {
    const failure = catchState(() => readPath('$.a.b', { a: {} }, {}, 'States.ReferencePathConflict'));
    expect(failure).toMatchObject({
      name: 'States.ReferencePathConflict',
      cause: 'Unable to apply step "b" to input {"a":{}}',
    });
  });

  it('finds nothing without failing', () => {
    expect(findPath('$.store.shelf.books', shop, context)).toBeUndefined();
    expect(findPath('$.store.constructor', shop, context)).toBeUndefined();
    expect(findPath('$.toString', shop, context)).toBeUndefined();
  });

  it('reads a key that JavaScript would take for something else', () => {
    const data: unknown = JSON.parse('{"__proto__": {"x": 1}, "constructor": 2}');
    expect(readPath('$.__proto__.x', data, {})).toBe(1);
    expect(readPath('$..constructor', data, {})).toEqual([2]);
  });

  it.each([
    '',
    'a',
    '$.',
    '$..',
    '$[',
    '$[]',
    '$.a[?(@.x =~ /y/)]',
    '$.a[1:2:3]',
    '$.a.max()',
    '@.a',
    '$x',
    '$[:]',
  ])('refuses %j', (path) => {
    expect(catchState(() => read(path))).toMatchObject({ name: 'States.Runtime' });
  });

  it('throws nothing but state errors, whatever the text', () => {
    const pieces = fc.array(
      fc.constantFrom(
        '$',
        '.',
        '..',
        '[',
        ']',
        '?(',
        ')',
        '@',
        '*',
        "'",
        'a',
        '0',
        '-1',
        ':',
        ',',
        '==',
        '!',
        '\\',
        ' ',
      ),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          pieces.map((parts) => `$${parts.join('')}`),
        ),
        (text) => {
          try {
            readPath(text, shop, context);
          } catch (error) {
            expect(error).toBeInstanceOf(StateError);
          }
        },
      ),
    );
  });
});

describe('ResultPath', () => {
  it('keeps the input alone for null, and the result alone for $', () => {
    expect(writeResultPath(null, { a: 1 }, 2)).toEqual({ a: 1 });
    expect(writeResultPath('$', { a: 1 }, 2)).toBe(2);
  });

  it('makes objects on the way and leaves the input as it was', () => {
    const raw = { a: 1 };
    expect(writeResultPath('$.b.c', raw, 2)).toEqual({ a: 1, b: { c: 2 } });
    expect(raw).toEqual({ a: 1 });
  });

  it('replaces an element that is there', () => {
    expect(writeResultPath('$.list[1].x', { list: [0, { x: 1, y: 2 }] }, 3)).toEqual({
      list: [0, { x: 3, y: 2 }],
    });
  });

  it.each([
    ['$.a', [1]],
    ['$.a', 'text'],
    ['$.a', null],
    ['$.a.b', { a: 1 }],
    ['$.list[1]', { list: [0] }],
    ['$.list[0]', {}],
  ])('%s has no room in %j', (path, raw) => {
    expect(catchState(() => writeResultPath(path, raw, 1))).toMatchObject({
      name: 'States.ReferencePathConflict',
      cause: expect.stringContaining(`to input ${JSON.stringify(raw)}`) as string,
    });
  });

  it('reads back what was written, and finds everything else unchanged', () => {
    const names = fc.array(fc.oneof(fc.constantFrom('a', 'b', '__proto__', 'constructor'), fc.string()), {
      minLength: 1,
      maxLength: 4,
    });
    const json = fc.jsonValue({ maxDepth: 3 });
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('a', 'b', 'c'), json), names, json, (raw, path, result) => {
        const text = `$${path.map((name) => `['${name.replace(/[\\']/g, '\\$&')}']`).join('')}`;
        const before = JSON.stringify(raw);
        let written: unknown;
        try {
          written = writeResultPath(text, raw, result);
        } catch (error) {
          expect(error).toMatchObject({ name: 'States.ReferencePathConflict' });
          return;
        }
        expect(readPath(text, written, {})).toBe(result);
        expect(JSON.stringify(raw)).toBe(before);
        for (const [name, value] of Object.entries(raw)) {
          if (name !== path[0]) expect(readPath(`$['${name}']`, written, {})).toBe(value);
        }
      }),
    );
  });
});

function catchState(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    if (error instanceof StateError) return error;
    throw error;
  }
}
