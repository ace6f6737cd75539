import { describe, expect, test } from 'vitest';
import { findProblems, toLabel } from '#renderer/features/explorer/question/fields.ts';
import { parseLines } from '#renderer/features/explorer/question/question-form.tsx';
import {
  splitValues,
  placeQuestion,
  readQuestion,
  buildQuestion,
} from '#renderer/features/explorer/question/question-in-address.ts';
import { shop } from '../a-question-system.ts';

const asTold = { values: [{ shopId: 'corner' }], pageSize: null, consistent: false };

describe('the fields of a question', () => {
  test('take labels and examples from the parameters, and options from the entity', () => {
    const [first, second] = placeQuestion(shop, 'parcelsByState').fields;
    expect(first).toMatchObject({ name: 'shopId', label: 'Shop', example: 'corner', personal: false });
    expect(second).toMatchObject({ name: 'state', label: 'State', options: ['PROCESSING', 'SUCCEEDED'] });
  });

  test.each([
    ['batchId', 'Batch id'],
    ['FileID', 'File ID'],
    ['StatusUpdatedAt', 'Status updated at'],
    ['posted_at', 'Posted at'],
  ])('%s is called %s', (name, words) => {
    expect(toLabel(name)).toBe(words);
  });

  test('show errors under their own label', () => {
    const { fields } = placeQuestion(shop, 'parcelOfBuyer');
    const problems = findProblems(shop, 'parcelOfBuyer', fields, {
      shopId: 'a#b',
      buyer: 'not an address',
      other: 'x',
    });
    expect(problems.get('shopId')).toMatch(/^Shop has a "#"/);
    expect(problems.get('buyer')).toMatch(/^Buyer is not an e-mail address/);
    expect(problems.size).toBe(2);
  });
});

describe('a question in an address', () => {
  test('is complete, with its usual page size', () => {
    expect(readQuestion(placeQuestion(shop, 'parcelsOfShop'), asTold, [])).toEqual({
      system: 'shop',
      pattern: 'parcelsOfShop',
      params: [{ shopId: 'corner' }],
      pageSize: 25,
    });
  });

  test('does not exist while a value is missing', () => {
    expect(readQuestion(placeQuestion(shop, 'parcelsByState'), asTold, [])).toBeNull();
  });

  test('contains no e-mail address, which comes from memory', () => {
    const placed = placeQuestion(shop, 'parcelOfBuyer');
    const { shared, personal } = splitValues(placed.fields, [{ shopId: 'corner', buyer: 'mo@shop.example' }]);
    expect(shared).toEqual([{ shopId: 'corner' }]);
    expect(readQuestion(placed, asTold, [])).toBeNull();
    expect(readQuestion(placed, asTold, personal)?.params).toEqual([
      { shopId: 'corner', buyer: 'mo@shop.example' },
    ]);
  });

  test.each([
    ['parcelOfSender', 'sender', 'its kind, where no attribute is called like it'],
    ['parcelOfBuyerAsText', 'buyer', 'its attribute, where its kind is text'],
  ])('of %s, %s is personal by %s', (pattern, name) => {
    const personal = placeQuestion(shop, pattern).fields.filter((field) => field.personal);
    expect(personal.map((field) => field.name)).toEqual([name]);
  });

  test('is the same for the same value, so that no answer is read twice', () => {
    const placed = placeQuestion(shop, 'parcelsOfShop');
    const how = { pageSize: 50, consistent: true };
    expect(readQuestion(placed, { ...asTold, ...how }, [])).toEqual(
      buildQuestion(placed, [{ shopId: ' corner ' }], how),
    );
  });

  test('never reads an index consistently', () => {
    const placed = placeQuestion(shop, 'parcelsByState');
    const sets = [{ shopId: 'corner', state: 'PROCESSING' }];
    expect(buildQuestion(placed, sets, { pageSize: null, consistent: true })).toEqual({
      system: 'shop',
      pattern: 'parcelsByState',
      params: sets,
      pageSize: 10,
    });
  });
});

test('lines are items with values in the order of the fields', () => {
  expect(parseLines('a, b\n\n c\td \r\ne', ['x', 'y'])).toEqual([
    { x: 'a', y: 'b' },
    { x: 'c', y: 'd' },
    { x: 'e', y: '' },
  ]);
  expect(parseLines('one value, with a comma', ['x'])).toEqual([{ x: 'one value, with a comma' }]);
});
