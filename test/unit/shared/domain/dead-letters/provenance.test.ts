import { describe, expect, test } from 'vitest';
import { firstOf, returnsOf, withProvenance } from '#shared/domain/dead-letters/provenance.ts';

const text = (value: string) => ({ type: 'String', value });
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}`, text('x')]));

describe('where a message says it comes from', () => {
  test('is the dead letter that it was', () => {
    const { attributes, isLeftOut } = withProvenance({ kind: text('late') }, 'm-1');
    expect(isLeftOut).toBe(false);
    expect(attributes['kind']).toEqual(text('late'));
    expect(firstOf(attributes)).toBe('m-1');
    expect(returnsOf(attributes)).toBe(1);
  });

  test('stays the first one of all, and counts on', () => {
    const once = withProvenance({}, 'm-1').attributes;
    const twice = withProvenance(once, 'm-2').attributes;
    expect(firstOf(twice)).toBe('m-1');
    expect(returnsOf(twice)).toBe(2);
  });

  test('is left out where SQS has no room for it, and nothing else is lost', () => {
    expect(withProvenance(many(8), 'm-1').isLeftOut).toBe(false);
    expect(withProvenance(many(9), 'm-1')).toEqual({ attributes: many(9), isLeftOut: true });
  });

  test('counts nothing that is no count', () => {
    for (const value of ['', '-1', '0', '1e9', 'many', '99999999999'])
      expect(returnsOf({ 'sluice.redrives': { type: 'Number', value } })).toBe(0);
  });
});
