import { describe, expect, it } from 'vitest';
import { judgedFields, storeAnswers } from '#main/features/review/read-accuracy.ts';
import type { Attributes, AttributeValue } from '#shared/catalogue/items/attribute-value.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';

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

describe('a review', () => {
  it('counts a flagged field as right if it was left, and as wrong if it was corrected', () => {
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

  it('counts a value that was only written differently as right', () => {
    const item = aReviewed(
      { total: field('2,991.60', 1) },
      { total: field('2991.6', 0.6, 'below threshold') },
    );
    expect(judged(item)).toEqual([{ field: 'total', confidence: 0.6, isRight: true }]);
  });

  it('does not count unflagged fields, corrected or not', () => {
    const item = aReviewed(
      { total: field('120.00', 0.99), iban: field('GB00', 1) },
      { iban: field('GB0O', 0.97) },
    );
    expect(judged(item)).toEqual([]);
  });

  it('does not score fields that no reader has found', () => {
    expect(judged(aReviewed({ iban: field('GB00', 1) }, { iban: { NULL: true } }))).toEqual([]);
  });

  it('does not count before it is final, nor as a rejection', () => {
    const fields = { total: field('120.00', 0.71, 'below threshold') };
    expect(judged(aReviewed(fields, {}, { holdUntil: { S: '2026-11-20T12:00:05.000Z' } }))).toBeNull();
    expect(
      judged(aReviewed(fields, {}, { decision: { S: 'reject' }, status: { S: 'REJECTED' } })),
    ).toBeNull();
  });
});

describe('a check', () => {
  it('counts every field, the confident ones too', () => {
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

it('unchecked documents do not count', () => {
  expect(judged({ attributes: { status: { S: 'SUCCEEDED' }, fields: { M: {} } } })).toBeNull();
  expect(judged({ attributes: {} })).toBeNull();
});

it('fields of all kinds are skipped', () => {
  const odd = {
    total: { N: '12' },
    nothing: { NULL: true },
    half: { M: { value: { S: 'x' } } },
    tags: { SS: ['a'] },
  };
  const item = { attributes: { status: { S: 'SUCCEEDED' }, checkedBy: { S: 'ada' }, fields: { M: odd } } };
  expect(judged(item as { attributes: Attributes })).toEqual([]);
});

const receipt = {
  pattern: 'extraction.documentsOfBatch',
  index: 'table',
  pages: 1,
  items: 1,
  rru: 1,
  bytes: 1,
  ms: 1,
  asOf: '2026-11-20T12:00:00.000Z',
};

function aShelf() {
  let time = 0;
  let reads = 0;
  const kept = storeAnswers<number>(() => time, { longest: 100, mostKept: 2 });
  const read = (answer?: Result<number>) => () => {
    reads += 1;
    return Promise.resolve(answer ?? ok(reads, receipt));
  };
  return { kept, read, reads: () => reads, wait: (ms: number) => void (time += ms) };
}

it('is read once for all simultaneous callers, and paid for once', async () => {
  const { kept, read, reads } = aShelf();
  const answers = await Promise.all([kept.get('a', read()), kept.get('a', read()), kept.get('a', read())]);
  expect(reads()).toBe(1);
  expect(answers.map((answer) => [answer.ok && answer.value, answer.receipt !== undefined])).toEqual([
    [1, true],
    [1, false],
    [1, false],
  ]);
});

it('is read again when it is old, or was evicted', async () => {
  const { kept, read, reads, wait } = aShelf();
  await kept.get('a', read());
  wait(99);
  await kept.get('a', read());
  expect(reads()).toBe(1);
  wait(1);
  await kept.get('a', read());
  expect(reads()).toBe(2);
  await kept.get('b', read());
  await kept.get('c', read());
  await kept.get('a', read());
  expect(reads()).toBe(5);
});

it('caches no failure, and no exception', async () => {
  const { kept, read, reads } = aShelf();
  const failed = refused({ code: 'throttled', message: 'Slower.', attempts: 4 });
  expect((await kept.get('a', read(failed))).ok).toBe(false);
  await expect(kept.get('a', () => Promise.reject(new Error('a defect')))).rejects.toThrow('a defect');
  expect(await kept.get('a', read())).toMatchObject({ ok: true, value: 2 });
  expect(reads()).toBe(2);
});
