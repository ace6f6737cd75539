import { describe, expect, test } from 'vitest';
import type { Accuracy, FieldAccuracy } from '#shared/contract/review-figures.ts';
import {
  describeAccuracy,
  findCurrency,
  chooseReadingSize,
  scoreRanks,
  toShownValue,
  explainNoColour,
  formatReasons,
} from '#renderer/features/review/fields/field-messages.ts';
import { aReviewField } from '#test/builders/a-review-document.ts';
import { aReadDocument } from './a-read-document.ts';

function makeAccuracy(more: Partial<FieldAccuracy> = {}): Accuracy {
  const field: FieldAccuracy = {
    field: 'total',
    n: 400,
    right: 360,
    low: 0.86,
    high: 0.93,
    bands: [
      { from: 0.7, to: 0.8, n: 214, right: 152, low: 0.645, high: 0.7673 },
      { from: 0.95, to: 1, n: 90, right: 90, low: 0.96, high: 1 },
    ],
    auroc: 0.8,
    verdict: 'ranks',
    ...more,
  };
  return {
    workflowId: 'invoices',
    fields: [field],
    documents: 400,
    batches: 12,
    since: null,
    cut: null,
    readAt: '2026-11-22T08:00:00.000Z',
  };
}

describe('the accuracy at a score', () => {
  test('is given with the number of decisions and the margin', () => {
    expect(describeAccuracy(makeAccuracy(), 'total', 0.79)).toBe(
      'At 0.79 reviewers found it right 71\u00A0% of the time, n\u00A0=\u00A0214 (65–77\u00A0%).',
    );
  });

  test('covers a score of 1, which is in the last band', () => {
    expect(describeAccuracy(makeAccuracy(), 'total', 1)).toMatch(/100\s% of the time, n\s=\s90/);
  });

  test('says where no decision was made at such a score', () => {
    expect(describeAccuracy(makeAccuracy(), 'total', 0.85)).toBe(
      'No reviews at 0.85 yet (n = 400 at other scores).',
    );
  });

  test('is no share of a handful of decisions', () => {
    const bands = [{ from: 0.7, to: 0.8, n: 2, right: 0, low: 0, high: 0.66 }];
    expect(describeAccuracy(makeAccuracy({ bands }), 'total', 0.78)).toBe(
      'Too few reviews at 0.78 to rate it (n\u00A0=\u00A02).',
    );
    const ten = [{ from: 0.7, to: 0.8, n: 10, right: 7, low: 0.4, high: 0.89 }];
    expect(describeAccuracy(makeAccuracy({ bands: ten }), 'total', 0.78)).toMatch(/right 70/);
  });

  test('is refused where the score does not rank', () => {
    const accuracy = makeAccuracy({ verdict: 'does not rank', n: 212 });
    expect(describeAccuracy(accuracy, 'total', 0.79)).toBe(
      'This score does not tell right from wrong (n = 212).',
    );
    expect(scoreRanks(accuracy, 'total')).toBe(false);
  });

  test('does not blame the score where there was nothing to tell apart', () => {
    const accuracy = makeAccuracy({ verdict: 'does not rank', auroc: null, n: 58, right: 58 });
    expect(describeAccuracy(accuracy, 'total', 0.79)).toMatch(/found no errors so far \(n\s=\s58\)/);
    expect(describeAccuracy(makeAccuracy({ auroc: null, right: 0 }), 'total', 0.79)).toMatch(
      /only wrong values/,
    );
    expect(scoreRanks(accuracy, 'total')).toBe(false);
  });

  test('is refused where there are too few decisions, and empty while it is being read', () => {
    const accuracy = makeAccuracy({ verdict: 'too few', n: 12 });
    expect(describeAccuracy(accuracy, 'total', 0.79)).toMatch(/Too few.*n\s=\s12/);
    expect(describeAccuracy(accuracy, 'iban', 0.79)).toMatch(/No reviews/);
    expect(describeAccuracy(undefined, 'total', 0.79)).toBeNull();
    expect(scoreRanks(undefined, 'total')).toBe(false);
    expect(scoreRanks(makeAccuracy(), 'total')).toBe(true);
    expect(explainNoColour(accuracy, 'total')).toMatch(/^No colour\. Too few/);
    expect(explainNoColour(makeAccuracy(), 'total')).toBeNull();
    expect(explainNoColour(undefined, 'total')).toBeNull();
  });
});

describe('a value in its row', () => {
  test.each([
    ['2,997.60', undefined, { kind: 'value', text: '2,997.60', was: null }],
    ['2,997.60', { kind: 'accepted' }, { kind: 'value', text: '2,997.60', was: null }],
    ['2,997.60', { kind: 'value', value: '2,991.60' }, { kind: 'value', text: '2,991.60', was: '2,997.60' }],
    ['2,997.60', { kind: 'value', value: ' 2,997.60' }, { kind: 'value', text: '2,997.60', was: null }],
    ['2,997.60', { kind: 'value', value: '' }, { kind: 'value', text: '2,997.60', was: null }],
    ['2,997.60', { kind: 'unreadable' }, { kind: 'unreadable', text: 'unreadable', was: '2,997.60' }],
    [null, undefined, { kind: 'not found', text: 'not found', was: null }],
    [null, { kind: 'value', value: '7' }, { kind: 'value', text: '7', was: null }],
    ['', undefined, { kind: 'empty', text: 'empty', was: null }],
  ] as const)('%o with %o', (read, edit, shown) => {
    expect(toShownValue(read, edit)).toEqual(shown);
  });
});

describe('the currency of amounts', () => {
  test('follows another field and its correction', () => {
    expect(findCurrency(aReadDocument(), {})).toBe('GBP');
    expect(findCurrency(aReadDocument(), { currency: { kind: 'value', value: 'EUR' } })).toBe('EUR');
  });

  test('is not guessed', () => {
    expect(findCurrency(aReadDocument({ fields: [aReviewField('total')] }), {})).toBeNull();
    const odd = aReviewField('currency', { value: 'see overleaf' });
    expect(findCurrency(aReadDocument({ fields: [odd] }), {})).toBeNull();
  });
});

test('readings are large while they fit, and stacked where they are long', () => {
  expect(chooseReadingSize(['2,991.60', '2,997.60'])).toBe('large');
  expect(chooseReadingSize(['GB33 5555 5555 55', 'GB33 BUKB 2020 1555 55'])).toBe('medium');
  expect(chooseReadingSize(['GB33 BUKB 2020 1555 5555 55'])).toBe('stacked');
  expect(chooseReadingSize(['12 Dock Rd\nOxford'])).toBe('stacked');
});

test('short reasons form one sentence, and the message of a check is a sentence of its own', () => {
  expect(formatReasons(['0.79 is under 0.84', 'readers differ in 1 character'])).toBe(
    '0.79 is under 0.84 and readers differ in 1 character.',
  );
  expect(formatReasons(['0.79 is under 0.84', 'Subtotal and VAT come to 2,991.60'])).toBe(
    '0.79 is under 0.84. Subtotal and VAT come to 2,991.60.',
  );
  expect(formatReasons(['0.79 is under 0.84', '9 lines come to 5 655,50; the subtotal says 5 656,50'])).toBe(
    '0.79 is under 0.84. 9 lines come to 5\u00A0655,50; the subtotal says 5\u00A0656,50.',
  );
});
