import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { groupChildren, readXml, textElement, readText } from '#local/aws/s3/xml.ts';

test('what is written is read', () => {
  assert(
    property(string({ unit: 'binary' }), (text) => {
      const written = Buffer.from(textElement('Key', text));
      expect(readXml(written, 'Key').text).toBe(text);
    }),
  );
});

test('declarations, comments, namespaces, attributes and empty elements are read past', () => {
  const text = `<?xml version="1.0"?><!-- a > b -->
    <s3:Delete xmlns:s3="http://s3.amazonaws.com/doc/2006-03-01/" note='>'>
      <s3:Quiet/><s3:Object><Key><![CDATA[a<b]]>&amp;&#99;&#x64;</Key></s3:Object>
    </s3:Delete>`;
  const members = groupChildren(readXml(Buffer.from(text), 'Delete'), ['Quiet', 'Object']);

  expect(readText(members, 'Quiet')).toBe('');
  expect(members.get('Object')?.[0]?.children[0]?.text).toBe('a<b&cd');
});

test.each([
  '',
  'text',
  '<Delete>',
  '<Delete></Other>',
  '<Delete/><Delete/>',
  '<Other/>',
  '<Delete>&unknown;</Delete>',
  '<Delete>&#x110000;</Delete>',
  '<Delete a=b/>',
  '</Delete>',
  '<!DOCTYPE Delete [<!ENTITY a "b">]><Delete>&a;</Delete>',
])('%j is malformed', (text) => {
  expect(() => readXml(Buffer.from(text), 'Delete')).toThrow(/not well-formed/);
});

test('bytes that are no UTF-8 are malformed', () => {
  expect(() => readXml(Buffer.from([0x3c, 0xff]), 'Delete')).toThrow(/not well-formed/);
});

test('an unknown element is refused', () => {
  const element = readXml(Buffer.from('<Delete><Mystery/></Delete>'), 'Delete');

  expect(() => groupChildren(element, ['Object'])).toThrow(/published schema/);
});
