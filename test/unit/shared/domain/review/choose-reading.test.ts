import { describe, expect, test } from 'vitest';
import type { ReviewField } from '#shared/contract/review-document.ts';
import { chooseReading, findFailures, listOptions } from '#shared/domain/review/choose-reading.ts';
import { judgeByRules, judgeByScore, listReviewedDocuments } from '#test/bench/judge-readings.ts';
import { aReviewDocument, aReviewField, aReviewLine } from '#test/builders/a-review-document.ts';

function disputed(
  name: string,
  type: string,
  textract: string,
  bedrock: string,
  stored = bedrock,
): ReviewField {
  return aReviewField(name, {
    type,
    value: stored,
    flags: ['readers disagree'],
    readings: [
      { reader: 'textract', value: textract, confidence: 0.6 },
      { reader: 'bedrock', value: bedrock, confidence: 0.9 },
    ],
  });
}

const right = 'GB33 BUKB 2020 1555 5555 55';
const wrong = 'GB33 BUKB 2020 1555 5555 56';

describe('the reading that is taken', () => {
  test('is the one that passes, whatever the score is', () => {
    const document = aReviewDocument({
      fields: [disputed('iban', 'iban', right, wrong)],
      lines: [],
      checks: [],
    });
    const { chosen, against } = chooseReading(document, {}, 'iban');
    expect(chosen).toBe(right);
    expect(against.map((findings) => findings.map(({ rule }) => rule))).toEqual([[], ['iban']]);
  });

  test('is none where none passes', () => {
    const document = aReviewDocument({
      fields: [disputed('iban', 'iban', 'GB33', wrong)],
      lines: [],
      checks: [],
    });
    expect(chooseReading(document, {}, 'iban').chosen).toBeNull();
  });

  test('is the stored one where the rules do not tell them apart', () => {
    const fields = [disputed('lot', 'text', 'L1', 'L7', 'L1')];
    expect(chooseReading(aReviewDocument({ fields, lines: [], checks: [] }), {}, 'lot').chosen).toBe('L1');
  });

  test('is the one that fits with the readings of the other fields', () => {
    // Only the first tax fits with the second total.
    const document = aReviewDocument({
      fields: [
        aReviewField('subtotal', { type: 'money', value: '100.00' }),
        disputed('tax', 'money', '20.00', '26.00'),
        disputed('total', 'money', '128.00', '120.00', '128.00'),
      ],
      lines: [],
      checks: [],
    });
    expect(chooseReading(document, {}, 'tax').chosen).toBe('20.00');
    expect(chooseReading(document, {}, 'total').chosen).toBe('120.00');
    // A person has decided for the other total, with which neither tax fits.
    expect(chooseReading(document, { total: { kind: 'accepted' } }, 'tax').chosen).toBeNull();
  });

  test('adds up with the lines', () => {
    const fields = [disputed('subtotal', 'money', '10.00', '16.00')];
    const lines = [aReviewLine({ quantity: '1', unit: '10.00', amount: '10.00' })];
    expect(chooseReading(aReviewDocument({ fields, lines }), {}, 'subtotal').chosen).toBe('10.00');
  });

  test('is not taken without a look where all readers agree on what a rule stops', () => {
    const field = aReviewField('iban', { type: 'iban', value: wrong, flags: ['below threshold'] });
    const document = aReviewDocument({ fields: [field], lines: [], checks: [] });
    expect(chooseReading(document, {}, 'iban').chosen).toBeNull();
    expect(chooseReading({ ...document, weights: { iban: 'warn' } }, {}, 'iban').chosen).toBe(wrong);
  });
});

test('readings that differ only in notation are one option, in the notation that is stored', () => {
  const field = disputed('total', 'money', '1.234,00', '1,234.00');
  expect(listOptions(field)).toEqual([
    { readers: ['textract', 'bedrock'], value: '1,234.00', confidence: 0.9 },
  ]);
});

test('failures follow the weights and the facts that came with the document', () => {
  const fields = [aReviewField('supplier'), aReviewField('customer', { value: 'Another company' })];
  const document = aReviewDocument({ fields, lines: [], checks: [] });
  expect(findFailures(document, {})).toEqual([]);
  const customer = { names: ['Northwind Logistics'], vatNumbers: [] };
  const knowledge = { ...document.knowledge, customer };
  expect(findFailures({ ...document, knowledge }, {}).map(({ rule }) => rule)).toEqual(['customer']);
  expect(findFailures({ ...document, knowledge, weights: { customer: 'off' } }, {})).toEqual([]);
});

describe('with the truth of the sandbox', () => {
  // All documents are judged, because a part of them is too few for the bars.
  const documents = listReviewedDocuments();
  const [before, after] = [judgeByScore(documents), judgeByRules(documents)];

  test('wrong readings are preselected less than half as often as by score', () => {
    expect(before.disputed).toBeGreaterThan(100);
    expect(before.wrongPreselected / before.disputed).toBeGreaterThan(0.3);
    expect(after.wrongPreselected / after.disputed).toBeLessThan(0.18);
  });

  test('a reviewer who only presses Enter approves less than half as many wrong values', () => {
    expect(after.wrongApproved).toBeLessThan(before.wrongApproved / 2);
    expect(after.wrongApprovedTwice).toBeLessThan(before.wrongApprovedTwice / 2);
  });

  test('a careful reviewer presses no key more', () => {
    expect(after.keys).toBeLessThanOrEqual(before.keys);
  });
});
