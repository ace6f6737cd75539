import { describe, expect, it } from 'vitest';
import type { AttributeValue, Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { judgedFields } from '#main/features/review/accuracy/judged-fields.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const types = { total: 'money', iban: 'iban', invoiceDate: 'date' };

function field(value: string, confidence: number, ...flags: string[]): AttributeValue {
  return {
    M: {
      value: { S: value },
      confidence: { N: String(confidence) },
      ...(flags.length > 0 && { flags: { L: flags.map((flag) => ({ S: flag })) } }),
    },
  };
}

function aReviewed(
  fields: Attributes,
  before: Attributes = {},
  more: Attributes = {},
): { attributes: Attributes } {
  return {
    attributes: {
      status: { S: 'SUCCEEDED' },
      decision: { S: 'approve' },
      reviewedBy: { S: 'ada' },
      holdUntil: { S: '2026-11-20T11:00:00.000Z' },
      fields: { M: fields },
      undo: { M: { fields: { M: before } } },
      ...more,
    },
  };
}

const judged = (item: { attributes: Attributes }) => judgedFields(item, types, now);

describe('of a review', () => {
  it('a flagged field counts as right when it was left as it is, and as wrong when it was corrected', () => {
    const item = aReviewed(
      { total: field('120.00', 0.71, 'below threshold'), iban: field('GB00', 1), supplier: field('', 0) },
      {
        iban: field('GB0O', 0.55, 'readers disagree'),
        supplier: field('H & P', 0.4, 'below threshold'),
      },
    );
    expect(judged(item)).toEqual([
      { field: 'total', confidence: 0.71, isRight: true },
      { field: 'iban', confidence: 0.55, isRight: false },
      { field: 'supplier', confidence: 0.4, isRight: false },
    ]);
  });

  it('a value that was only written otherwise was right', () => {
    const item = aReviewed(
      { total: field('2,991.60', 1) },
      { total: field('2991.6', 0.6, 'below threshold') },
    );
    expect(judged(item)).toEqual([{ field: 'total', confidence: 0.6, isRight: true }]);
  });

  it('what was not flagged counts neither way, corrected or not', () => {
    const item = aReviewed(
      { total: field('120.00', 0.99), iban: field('GB00', 1) },
      { iban: field('GB0O', 0.97) },
    );
    expect(judged(item)).toEqual([]);
  });

  it('what no reader has found says nothing of scores', () => {
    expect(judged(aReviewed({ iban: field('GB00', 1) }, { iban: { NULL: true } }))).toEqual([]);
  });

  it('is not one before it is final, nor a rejection', () => {
    const fields = { total: field('120.00', 0.71, 'below threshold') };
    expect(judged(aReviewed(fields, {}, { holdUntil: { S: '2026-11-20T12:00:05.000Z' } }))).toBeNull();
    expect(
      judged(aReviewed(fields, {}, { decision: { S: 'reject' }, status: { S: 'REJECTED' } })),
    ).toBeNull();
  });
});

describe('of a check', () => {
  it('every field counts, the sure ones too', () => {
    const item = {
      attributes: {
        status: { S: 'SUCCEEDED' },
        checkedBy: { S: 'ada' },
        fields: {
          M: { total: field('120.00', 0.99), invoiceDate: field('2026-11-03', 0.98), iban: field('X', 0.97) },
        },
        found: { M: { invoiceDate: { S: '4 Nov 2026' }, iban: { S: '' } } },
      },
    };
    expect(judged(item)).toEqual([
      { field: 'total', confidence: 0.99, isRight: true },
      { field: 'invoiceDate', confidence: 0.98, isRight: false },
      { field: 'iban', confidence: 0.97, isRight: false },
    ]);
  });
});

it('what nobody has looked at says nothing', () => {
  expect(judged({ attributes: { status: { S: 'SUCCEEDED' }, fields: { M: {} } } })).toBeNull();
  expect(judged({ attributes: {} })).toBeNull();
});

it('fields of all kinds are passed over', () => {
  const odd = {
    total: { N: '12' },
    nothing: { NULL: true },
    half: { M: { value: { S: 'x' } } },
    tags: { SS: ['a'] },
  };
  const item = { attributes: { status: { S: 'SUCCEEDED' }, checkedBy: { S: 'ada' }, fields: { M: odd } } };
  expect(judged(item as { attributes: Attributes })).toEqual([]);
});
