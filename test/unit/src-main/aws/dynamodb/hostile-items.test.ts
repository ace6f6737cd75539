import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AttributeValue, Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { aReadingWorld, valueOf } from '#test/builders/a-reading-world.ts';
import { aBook, inState, library, libraryTable } from './a-library.ts';

const hostile = JSON.parse(`{
  "__proto__": {"M": {"__proto__": {"N": "12345678901234567890123456789012345678"}, "constructor": {"S": "c"}}},
  "constructor": {"L": [{"M": {"__proto__": {"BOOL": true}, "toString": {"NULL": true}}}]},
  "hasOwnProperty": {"S": "no function"},
  "a.b": {"S": "dots"}, "#a0": {"S": "a name of ours"}, ":v0": {"S": "a value of ours"}, "size": {"S": "reserved"},
  "bytes": {"B": "AAEC/w=="}, "byteSet": {"BS": ["AA==", "/w=="]},
  "numbers": {"NS": ["1", "0.1", "99999999999999999999999999999999999999"]}, "empty": {"L": []}, "none": {"M": {}}
}`) as Attributes;

/** Compares items as text, because comparing objects would involve their prototypes. */
const written = (attributes: Attributes | undefined): string =>
  JSON.stringify(Object.entries(attributes ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)));

it('an item is the same by every operation as it was put, whatever its attributes are called', async () => {
  const { reader, put } = await aReadingWorld(library);
  const item = Object.fromEntries([
    ...Object.entries(aBook('1', inState('lent', 5))),
    ...Object.entries(hostile),
  ]);
  await put(libraryTable, item);
  const ask = async (pattern: string, ...params: Readonly<Record<string, string>>[]) =>
    valueOf(await reader.ask({ system: library, pattern, params })).items.map(({ attributes }) =>
      written(attributes),
    );
  const exact = [written(item)];
  expect(await ask('book', { shelf: 'a', book: '1' })).toEqual(exact);
  expect(await ask('shelf', { shelf: 'a' })).toEqual(exact);
  expect(await ask('byState', { state: 'lent' })).toEqual(exact);
  expect(await ask('someBooks', { shelf: 'a', book: '1' })).toEqual(exact);
  const again = await reader.readAgain({ system: library, table: 'books', key: aBook('1') });
  expect(written(valueOf(again).item?.attributes)).toEqual(exact[0]);
  const part = await reader.readAgain({ system: library, table: 'books', key: aBook('1') }, ['__proto__']);
  expect(Object.keys(valueOf(part).item?.attributes ?? {})).toEqual(['PK', 'SK', '__proto__']);
  expect(({} as Record<string, unknown>)['N']).toBeUndefined();
});

it('a table may use such names for its key, its index and itself', async () => {
  const { reader, put } = await aReadingWorld(oddlyNamed);
  const rows = ['1', '2', '3'].map((id) => JSON.parse(`{"__proto__":{"S":"a"},"constructor":{"N":"${id}"}}`));
  for (const row of rows) await put('__proto__', row as Attributes);
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const asked = { system: oddlyNamed, pattern: 'all', params: [{ id: 'a' }] };
    const page = valueOf(await reader.ask(asked, { cursor, pageSize: 1 }));
    found.push(...page.items.map(({ key }) => JSON.stringify(key)));
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  expect(found).toEqual(rows.map((row) => JSON.stringify(row)));
  const each = { system: oddlyNamed, pattern: 'each', params: [{ id: 'a', n: '2' }] };
  expect(valueOf(await reader.ask(each)).items).toHaveLength(1);
});

const name = fc.oneof(fc.constantFrom('__proto__', 'constructor', 'toString', 'a.b', ''), fc.string());
const { value } = fc.letrec<{ value: AttributeValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.record({ S: fc.string({ unit: 'grapheme' }) }),
    fc.bigInt({ min: -(10n ** 38n) + 1n, max: 10n ** 38n - 1n }).map((n) => ({ N: String(n) })),
    fc.uint8Array().map((bytes) => ({ B: Buffer.from(bytes).toString('base64') })),
    fc.boolean().map((BOOL) => ({ BOOL })),
    fc.constant({ NULL: true as const }),
    fc.array(tie('value'), { maxLength: 4 }).map((L) => ({ L })),
    fc.array(fc.tuple(name, tie('value')), { maxLength: 4 }).map((members) => ({
      M: Object.fromEntries(members.filter(([each]) => each !== '')),
    })),
  ),
}));

it('property: an item is read as it was put, to the last digit and byte', async () => {
  const { reader, put } = await aReadingWorld(library);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(name, value), { maxLength: 6 }), async (members) => {
      const own = members.filter(([each]) => !['', 'PK', 'SK', 'ttl', 'state', 'since'].includes(each));
      const item = Object.fromEntries([...Object.entries(aBook('1')), ...own]);
      await put(libraryTable, item);
      const read = await reader.ask({ system: library, pattern: 'shelf', params: [{ shelf: 'a' }] });
      expect(written(valueOf(read).items[0]?.attributes)).toBe(written(item));
    }),
    { numRuns: 60 },
  );
});

const oddlyNamed = {
  id: 'odd',
  name: 'Oddly named',
  about: '',
  tables: {
    odd: {
      name: '__proto__',
      partition: { name: '__proto__', type: 'S' as const },
      sort: { name: 'constructor', type: 'N' as const },
    },
  },
  entities: {},
  patterns: {
    all: {
      number: 'AP1',
      asks: '',
      title: '',
      on: 'odd',
      partition: '{id}',
      returns: [],
      gives: 'many' as const,
    },
    each: {
      number: 'AP2',
      asks: '',
      title: '',
      on: 'odd',
      partition: '{id}',
      sort: { equals: '{n:number}' },
      returns: [],
      gives: 'many' as const,
      each: true as const,
    },
  },
};
