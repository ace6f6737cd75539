import { describe, expect, it } from 'vitest';
import type { AttributeValue, Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { judgedDocument } from '#main/rows/judged-document.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const types = { total: 'money', invoiceDate: 'date' };

const field = (value: string): AttributeValue => ({ M: { value: { S: value }, confidence: { N: '0.9' } } });
const line = (amount: string): AttributeValue => ({
  M: { description: { S: 'Flour' }, quantity: { S: '2' }, unit: { S: 'kg' }, amount: { S: amount } },
});

const judged = (attributes: Attributes) => judgedDocument({ attributes }, types, now);

const reviewed = (undo: Attributes = {}, more: Attributes = {}): Attributes => ({
  status: { S: 'SUCCEEDED' },
  decision: { S: 'approve' },
  reviewedBy: { S: 'ada' },
  holdUntil: { S: '2026-11-20T11:00:00.000Z' },
  fields: { M: { total: field('120.00'), supplier: field('Harvest & Co.') } },
  lineItems: { L: [line('80.00'), line('40.00')] },
  undo: { M: undo },
  ...more,
});

const checked = (found: Attributes): Attributes => ({
  ...reviewed(),
  decision: { NULL: true },
  reviewedBy: { NULL: true },
  checkedBy: { S: 'ada' },
  found: { M: found },
});

describe('a judgement by review', () => {
  it('is right if approved as read', () => {
    expect(judged(reviewed())).toBe('right');
    expect(judged(reviewed({ status: { S: 'REVIEW_REQUIRED' }, fields: { M: {} }, lines: { M: {} } }))).toBe(
      'right',
    );
  });

  it('is corrected with another value, another cell or a field that was not found', () => {
    expect(judged(reviewed({ fields: { M: { total: field('126.00') } } }))).toBe('corrected');
    expect(judged(reviewed({ fields: { M: { supplier: { NULL: true } } } }))).toBe('corrected');
    expect(judged(reviewed({ lines: { M: { '1': line('46.00') } } }))).toBe('corrected');
  });

  it('is corrected if the lines were arranged otherwise, and right if they say the same', () => {
    expect(judged(reviewed({ lineItems: { L: [line('80'), line('40')] } }))).toBe('right');
    expect(judged(reviewed({ lineItems: { L: [line('80')] } }))).toBe('corrected');
    expect(judged(reviewed({ lineItems: { L: [line('40'), line('80')] } }))).toBe('corrected');
    expect(judged(reviewed({ resultsAt: { M: { key: { S: 'results/x.json' } } } }))).toBe('corrected');
  });

  it('is right if it was only written differently', () => {
    expect(judged(reviewed({ fields: { M: { total: field('120') } } }))).toBe('right');
    expect(judged(reviewed({ lines: { M: { '0': line('80') } } }))).toBe('right');
  });

  it('is a rejection if the document is unusable', () => {
    expect(judged(reviewed({}, { status: { S: 'REJECTED' }, decision: { S: 'reject' } }))).toBe('unusable');
    expect(judged(reviewed({}, { status: { S: 'QUEUED' }, decision: { S: 'reject' } }))).toBeNull();
  });

  it('does not exist during the hold, nor after another run', () => {
    expect(judged(reviewed({}, { holdUntil: { S: '2026-11-20T12:00:05.000Z' } }))).toBeNull();
    expect(judged(reviewed({}, { status: { S: 'PROCESSING' } }))).toBeNull();
    expect(judged(reviewed({}, { status: { S: 'REVIEW_REQUIRED' } }))).toBeNull();
  });
});

describe('a judgement by check', () => {
  it('is right without findings, and corrected with any, in fields as in cells', () => {
    expect(judged(checked({}))).toBe('right');
    expect(judged(checked({ total: { S: '210.00' } }))).toBe('corrected');
    expect(judged(checked({ 'lineItems.1.amount': { S: '46.00' } }))).toBe('corrected');
    expect(judged(checked({ supplier: { S: '' } }))).toBe('corrected');
  });

  it('is right if the finding equals the reading', () => {
    expect(judged(checked({ total: { S: '120' }, 'lineItems.1.amount': { S: '40' } }))).toBe('right');
  });

  it('follows the checker if the values are in a file of their own', () => {
    const { fields: _, lineItems: __, ...elsewhere } = checked({ total: { S: '120.00' } });
    expect(judged(elsewhere)).toBe('corrected');
  });
});

it('an unchecked document is not judged, whatever is in its place', () => {
  expect(judged({})).toBeNull();
  expect(judged({ status: { S: 'SUCCEEDED' } })).toBeNull();
  expect(
    judged({ status: { S: 'REJECTED' }, decision: { S: 'approve' }, reviewedBy: { S: 'a' } }),
  ).toBeNull();
  const odd = { status: { S: 'SUCCEEDED' }, checkedBy: { S: 'a' }, found: { L: [] }, fields: { S: 'x' } };
  expect(judged(odd)).toBe('right');
});

describe('the lines that a check expected', () => {
  const expected = (...amounts: readonly string[]): AttributeValue => ({
    S: JSON.stringify(amounts.map((amount, from) => ['Flour', '2', 'kg', amount, from])),
  });

  it('are right if they say the same, and corrected otherwise', () => {
    expect(judged(checked({ lineItems: expected('80', '40.0') }))).toBe('right');
    expect(judged(checked({ lineItems: expected('80', '41') }))).toBe('corrected');
    expect(judged(checked({ lineItems: expected('80') }))).toBe('corrected');
    expect(judged(checked({ lineItems: { S: 'not JSON' } }))).toBe('corrected');
  });

  it('have an absent field, which is right where nothing was read', () => {
    expect(judged(checked({ total: { S: '' } }))).toBe('corrected');
    const nothing = { ...checked({ total: { S: '' } }), fields: { M: { total: field('') } } };
    expect(judged(nothing)).toBe('right');
  });
});
