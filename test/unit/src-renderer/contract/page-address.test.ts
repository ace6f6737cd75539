import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  choice,
  day,
  defineAddress,
  list,
  number,
  numberChoice,
  text,
  textLike,
  yes,
} from '#renderer/contract/page-address.ts';

const { read, write } = defineAddress(
  {
    tenant: text(10),
    queue: textLike(/^[a-z]+$/),
    view: choice(['list', 'board'], 'list'),
    days: numberChoice([1, 7], 7),
    olderThan: number(/^\d{1,3}$/, [5, 60], null),
    date: day(),
    selected: list(' ', 12),
    open: yes(),
  },
  {
    names: { olderThan: 'older' },
    settle: (values) => (values.tenant === null ? { ...values, queue: null } : values),
  },
);

const usual = {
  tenant: null,
  queue: null,
  view: 'list',
  days: 7,
  olderThan: null,
  date: null,
  selected: [],
  open: false,
};

describe('an address of a page', () => {
  test('is read from text and written in the order of the schema', () => {
    const written = {
      tenant: 'northwind',
      queue: 'dlq',
      view: 'board',
      days: '1',
      older: '15',
      date: '2026-11-20',
      selected: 'a b',
      open: 'yes',
    };
    const values = read(written);
    expect(values).toEqual({
      tenant: 'northwind',
      queue: 'dlq',
      view: 'board',
      days: 1,
      olderThan: 15,
      date: '2026-11-20',
      selected: ['a', 'b'],
      open: true,
    });
    expect(Object.entries(write(values))).toEqual(Object.entries(written));
  });

  test.each([
    { tenant: '' },
    { tenant: 'longer than ten' },
    { view: 'nonsense' },
    { days: '2' },
    { days: 1 },
    { older: '4' },
    { older: '61' },
    { older: '1e1' },
    { date: '2026-02-29' },
    { date: 'soon' },
    { selected: 'abcdef ghijkl' },
    { open: 'true' },
    { unknown: 'x' },
  ])('ignores %o', (search) => {
    expect(read(search)).toEqual(usual);
  });

  test('leaves out defaults, and what means nothing without another value', () => {
    expect(write({})).toEqual({});
    expect(write({ view: 'list', days: 7, selected: [], open: false })).toEqual({});
    expect(read({ queue: 'dlq' })).toEqual(usual);
    expect(write({ queue: 'dlq' })).toEqual({});
  });

  test('leaves out what could not be read again', () => {
    expect(write({ tenant: 'longer than ten', selected: ['abcdef', 'ghijkl'], olderThan: 4 })).toEqual({});
  });

  test('accepts any parameters', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything()), (search) => {
        expect(read(write(read(search)))).toEqual(read(search));
      }),
    );
  });
});
