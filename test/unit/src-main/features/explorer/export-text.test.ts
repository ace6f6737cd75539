import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { csvOf, jsonOf } from '#main/features/explorer/export-text.ts';

const item: Attributes = {
  name: { S: 'Müller & "Söhne"' },
  size: { N: '12345678901234567890123456789012345678' },
  open: { BOOL: false },
  gone: { NULL: true },
  raw: { B: 'AQID' },
  tags: { SS: ['a', 'b'] },
  scores: { NS: ['1', '0.10'] },
  inner: { M: { list: { L: [{ N: '1E-130' }, { S: 'x' }] } } },
  email: { MASKED: { what: 'an e-mail address', revealable: true } },
};
const columns = ['name', 'size', 'open', 'gone', 'raw', 'tags', 'scores', 'inner', 'email', 'missing'];

describe('rows as JSON', () => {
  it('are plain objects whose numbers keep their digits and whose masks stay on', () => {
    expect(jsonOf([item, { name: { S: 'b' } }], columns)).toBe(
      [
        '[',
        String.raw`  {"name":"Müller & \"Söhne\"","size":12345678901234567890123456789012345678,"open":false,"gone":null,"raw":"AQID","tags":["a","b"],"scores":[1,0.10],"inner":{"list":[1E-130,"x"]},"email":"masked, an e-mail address"},`,
        '  {"name":"b"}',
        ']',
        '',
      ].join('\n'),
    );
  });

  it('are an empty list where there are none', () => {
    expect(JSON.parse(jsonOf([], columns))).toEqual([]);
  });

  it('can be parsed, whatever the names and the digits', () => {
    const names = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor'));
    const values = fc.oneof(fc.record({ S: fc.string() }), fc.record({ N: fc.string() }));
    fc.assert(
      fc.property(fc.array(fc.tuple(names, values)), (pairs) => {
        const row: Attributes = Object.fromEntries(pairs);
        const [parsed] = JSON.parse(jsonOf([row], Object.keys(row))) as [object];
        expect(Object.keys(parsed).toSorted()).toEqual(Object.keys(row).toSorted());
      }),
    );
  });
});

describe('rows as CSV', () => {
  it('have the columns that are asked for, in that order, and a mark that says UTF-8', () => {
    const text = csvOf([item], ['size', 'name', 'email', 'missing']);
    expect(text).toBe(
      '\uFEFFsize,name,email,missing\r\n12345678901234567890123456789012345678,"Müller & ""Söhne""","masked, an e-mail address",\r\n',
    );
  });

  it('write many values as JSON and binary as Base64', () => {
    const text = csvOf([item], ['raw', 'tags', 'inner', 'gone', 'open']);
    expect(text.split('\r\n')[1]).toBe('AQID,"[""a"",""b""]","{""list"":[1E-130,""x""]}",null,false');
  });

  it('cannot make a spreadsheet run something', () => {
    const text = csvOf([{ '=1+1': { S: '=HYPERLINK("x")' } }], ['=1+1']);
    expect(text).not.toMatch(/(^|[\r\n",\uFEFF])=/);
  });
});
