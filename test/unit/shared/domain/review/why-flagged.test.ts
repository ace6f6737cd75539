import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fieldLabel } from '#shared/domain/review/draft-rules.ts';
import { differingCharacters, differingCount, whyFlagged } from '#shared/domain/review/why-flagged.ts';
import { aReviewDocument, aReviewField } from '#test/builders/a-review-document.ts';

describe('the reasons to look at a value', () => {
  test('are the readers’ confidence, and their difference', () => {
    expect(whyFlagged(aReviewDocument(), 'total')).toEqual([
      '0.79 is under 0.85',
      'readers differ in 1 character',
    ]);
    expect(whyFlagged(aReviewDocument(), 'lineItems.1.amount')).toEqual(['0.80 is under 0.85']);
    expect(whyFlagged(aReviewDocument(), 'supplier')).toEqual([]);
    expect(whyFlagged(aReviewDocument(), 'lineItems.0.amount')).toEqual([]);
    expect(whyFlagged(aReviewDocument(), 'no such field')).toEqual([]);
  });

  test('distinguish figures, however close they are', () => {
    const fields = [aReviewField('total', { confidence: 0.8496, flags: ['below threshold'] })];
    expect(whyFlagged(aReviewDocument({ fields }), 'total')).toEqual(['0.8496 is under 0.85']);
  });

  test('do not include what is unknown', () => {
    const flagged = (flags: Parameters<typeof aReviewField>[1]) => [aReviewField('total', flags)];
    const unsure = flagged({ flags: ['below threshold'], confidence: 0.8 });
    expect(whyFlagged(aReviewDocument({ fields: unsure, thresholds: null }), 'total')).toEqual([
      '0.80 is below the threshold',
    ]);
    expect(
      whyFlagged(
        aReviewDocument({ fields: flagged({ flags: ['below threshold'], confidence: null }) }),
        'total',
      ),
    ).toEqual(['confidence unknown']);
    expect(
      whyFlagged(
        aReviewDocument({ fields: flagged({ flags: ['below threshold'], confidence: 0.9 }) }),
        'total',
      ),
    ).toEqual(['0.90 was below the threshold']);
    expect(
      whyFlagged(aReviewDocument({ fields: flagged({ flags: ['readers disagree'] }) }), 'total'),
    ).toEqual(['the readings differ']);
    expect(whyFlagged(aReviewDocument({ fields: flagged({ flags: ['check failed'] }) }), 'total')).toEqual([
      'a check of the values failed',
    ]);
  });

  test('include what the failed check found, and that it was before a correction', () => {
    const document = aReviewDocument({
      fields: [
        aReviewField('subtotal', { value: '2,493.00' }),
        aReviewField('total', { value: '2,997.60', flags: ['check failed'] }),
      ],
      checks: [
        { name: 'Subtotal and tax make the total', passed: false, detail: 'They come to 2,991.60' },
        { name: 'Due date is not before the invoice date', passed: false, detail: 'Due date 1 Nov 2026' },
        { name: 'Line items add up to the subtotal', passed: true, detail: 'fine' },
      ],
    });
    expect(whyFlagged(document, 'total')).toEqual(['They come to 2,991.60']);
    expect(whyFlagged(document, 'total', { total: { kind: 'value', value: '2,991.60' } })).toEqual([
      'They come to 2,991.60 (before your changes)',
    ]);
    const nameless = { ...document, fields: [aReviewField('vat', { flags: ['check failed'] })] };
    expect(whyFlagged(nameless, 'vat')).toEqual(['They come to 2,991.60', 'Due date 1 Nov 2026']);
  });

  test('include, in the third step, that the two differ', () => {
    const document = aReviewDocument({ differs: ['supplier', 'lineItems.0.amount'] });
    expect(whyFlagged(document, 'supplier')).toEqual(['the two reviewers differ']);
    expect(whyFlagged(document, 'lineItems.0.amount')).toEqual(['the two reviewers differ']);
  });
});

test.each([
  ['invoiceNumber', 'Invoice number'],
  ['iban', 'IBAN'],
  ['vatNumber', 'VAT number'],
  ['eoriNumber', 'EORI number'],
  ['payeeIBAN', 'Payee IBAN'],
  ['total', 'Total'],
  ['due_date', 'Due date'],
  ['weightKg', 'Weight kg'],
  ['SWIFTCode', 'SWIFT code'],
  ['lineItems.2.amount', 'Line 3, amount'],
  ['lineItems.0.unit', 'Line 1, unit price'],
  ['line2', 'Line2'],
])('describes %s as "%s"', (place, label) => {
  expect(fieldLabel(place)).toBe(label);
});

/** Marks the differing part in brackets, as in "2,99[1].60". */
function marked(one: string, other: string): readonly string[] {
  return differingCharacters(one, other).map((parts) =>
    parts.map(({ text, differs }) => (differs ? `[${text}]` : text)).join(''),
  );
}

describe('differences are marked', () => {
  test.each([
    ['2,991.60', '2,997.60', '2,99[1].60', '2,99[7].60'],
    ['HPF-20417', 'HPF-2047', 'HPF-204[1]7', 'HPF-2047'],
    ['12 Nov 2026', '12 Dec 2026', '12 [Nov] 2026', '12 [Dec] 2026'],
    ['a1b2c3', 'a9b8c3', 'a[1]b[2]c3', 'a[9]b[8]c3'],
    ['GB33 5555', 'GB83 5565', 'GB[3]3 55[5]5', 'GB[8]3 55[6]5'],
    ['Pelham Haulage', 'Nordweg Spedition', '[Pelham Haulage]', '[Nordweg Spedition]'],
    ['same', 'same', 'same', 'same'],
    ['', 'new', '', '[new]'],
    ['Harrow', 'Jelmig', '[Harrow]', '[Jelmig]'],
    ['Zoé', 'Zoë', 'Zo[é]', 'Zo[ë]'],
    ['👩‍👩‍👧 x', '👩‍👩‍👦 x', '[👩‍👩‍👧] x', '[👩‍👩‍👦] x'],
  ])('in "%s" and "%s"', (one, other, left, right) => {
    expect(marked(one, other)).toEqual([left, right]);
  });

  test('without marking everything after a missing character', () => {
    const long = 'Accounts Payable, Quay 7, 3011 Rotterdam';
    expect(marked(long, long.slice(0, 3) + long.slice(4))).toEqual([
      'Acc[o]unts Payable, Quay 7, 3011 Rotterdam',
      'Accunts Payable, Quay 7, 3011 Rotterdam',
    ]);
  });

  test('in very long texts between their common beginnings and ends', () => {
    const [one, other] = [`a${'xy'.repeat(300)}z`, `a${'yx'.repeat(300)}z`];
    expect(marked(one, other)).toEqual([`a[${'xy'.repeat(300)}]z`, `a[${'yx'.repeat(300)}]z`]);
  });
});

test.each([
  ['2,991.60', '2,997.60', 1],
  ['HPF-20417', 'HPF-2047', 1],
  ['GB33 5555', 'GB83 5565', 2],
  ['same', 'same', 0],
])('"%s" and "%s" differ in %d', (one, other, count) => {
  expect(differingCount(one, other)).toBe(count);
});

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...'ab12. é'.split('')), maxLength: 30 }),
);

test('the parts make up the whole, and unmarked parts are the same in both', () => {
  fc.assert(
    fc.property(text, text, (one, other) => {
      const [left, right] = differingCharacters(one, other);
      expect(left.map((part) => part.text).join('')).toBe(one);
      expect(right.map((part) => part.text).join('')).toBe(other);
      const unmarked = (parts: typeof left): string =>
        parts
          .filter((part) => !part.differs)
          .map((part) => part.text)
          .join('');
      expect(unmarked(left)).toBe(unmarked(right));
      expect(left.concat(right).some((part) => part.differs)).toBe(one !== other);
      expect(left.concat(right).every((part) => part.text !== '')).toBe(true);
    }),
    { numRuns: 3_000 },
  );
});

test('the order does not matter', () => {
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(differingCount(one, other)).toBe(differingCount(other, one));
    }),
  );
});
