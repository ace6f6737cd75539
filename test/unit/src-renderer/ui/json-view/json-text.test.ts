import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonText } from '#renderer/ui/json-view/json-text.ts';
import { ExactNumber, type JsonValue } from '#renderer/ui/json-view/json-value.ts';

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

  it('keeps the masks on, inside lists and around whole parts', () => {
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

  it('keeps the masks on when only a part is copied', () => {
    const masked = new Map([['/person/email', 'e-mail']]);
    expect(jsonText({ email: 'mo@example.test' }, masked, '/person')).not.toContain('example');
  });
});
