import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReviewDocument } from '#shared/contract/review/document.ts';
import { allPlaces, valueWith, type Edits } from '#shared/domain/review/draft-rules.ts';
import { fieldDiff, keptEdits } from '#shared/domain/review/field-diff.ts';
import { aReviewDocument } from '#test/builders/a-review-document.ts';

const base = aReviewDocument();
const typed = (value: string) => ({ kind: 'value', value }) as const;
const stands = (value: string | null, unreadable = false) => ({ value, unreadable });

function withField(name: string, value: string): ReviewDocument {
  const fields = base.fields.map((field) =>
    field.name === name ? { ...field, value, readBy: 'reviewer' } : field,
  );
  return { ...base, version: 5, fields };
}

describe('as I saw it, as I have it, as it is now', () => {
  test('nothing where nobody changed anything', () => {
    expect(fieldDiff(base, { total: { kind: 'accepted' } }, { ...base, version: 5 })).toEqual([]);
    expect(fieldDiff(base, { total: typed(' 2997.6 ') }, base)).toEqual([]);
  });

  test('both changed it to different values', () => {
    expect(fieldDiff(base, { total: typed('2,991.60') }, withField('total', '2,990.60'))).toEqual([
      {
        place: 'total',
        base: stands('2,997.60'),
        mine: stands('2,991.60'),
        theirs: stands('2,990.60'),
        moved: true,
        conflict: true,
      },
    ]);
  });

  test('both changed it to the same, however it is written', () => {
    const [diff] = fieldDiff(base, { total: typed('2991.6') }, withField('total', '2,991.60'));
    expect(diff).toMatchObject({ moved: true, conflict: false });
  });

  test('I had accepted what they changed', () => {
    const [diff] = fieldDiff(base, { total: { kind: 'accepted' } }, withField('total', '2,991.60'));
    expect(diff).toMatchObject({ mine: stands('2,997.60'), conflict: true });
  });

  test('only one of us was there', () => {
    expect(fieldDiff(base, {}, withField('total', '2,991.60'))).toMatchObject([
      { place: 'total', mine: null, moved: true, conflict: false },
    ]);
    expect(fieldDiff(base, { supplier: { kind: 'unreadable' } }, base)).toMatchObject([
      { place: 'supplier', mine: stands(null, true), moved: false, conflict: false },
    ]);
  });

  test('what they could not read is not merely empty', () => {
    expect(fieldDiff(base, {}, withField('total', ''))).toMatchObject([{ theirs: stands(null, true) }]);
  });

  test('cells, in the order of the document', () => {
    const lines = base.lines.map((line, at) => (at === 1 ? { ...line, amount: '1,218.00' } : line));
    const edits = { 'lineItems.1.amount': typed('1,214.00'), supplier: typed('Harrow') };
    expect(fieldDiff(base, edits, { ...base, lines }).map(({ place }) => place)).toEqual([
      'supplier',
      'lineItems.1.amount',
    ]);
  });
});

describe('what stays of mine on their version', () => {
  const theirs = withField('total', '2,991.60');

  test('mine where I keep it, nothing where I take theirs', () => {
    const edits: Edits = {
      total: typed('2,990.60'),
      supplier: typed('Harrow'),
      subtotal: { kind: 'accepted' },
    };
    const diffs = fieldDiff(base, edits, theirs);
    expect(keptEdits(edits, diffs, new Set())).toEqual(edits);
    expect(keptEdits(edits, diffs, new Set(['total']))).toEqual({
      supplier: typed('Harrow'),
      subtotal: { kind: 'accepted' },
    });
  });

  test('what I had accepted becomes a value once theirs stands in its place', () => {
    const edits: Edits = { total: { kind: 'accepted' } };
    expect(keptEdits(edits, fieldDiff(base, edits, theirs), new Set())).toEqual({ total: typed('2,997.60') });
  });

  test('where both say the same, theirs is accepted', () => {
    const edits: Edits = { total: typed('2991.6') };
    expect(keptEdits(edits, fieldDiff(base, edits, theirs), new Set())).toEqual({
      total: { kind: 'accepted' },
    });
  });

  test('kept or taken, each place says in the end what was chosen', () => {
    const places = allPlaces(base);
    const value = fc.constantFrom('2,991.60', '2991.6', 'Harrow', '12 Nov 2026', '1');
    const edit = fc.oneof(
      fc.constant({ kind: 'accepted' } as const),
      fc.constant({ kind: 'unreadable' } as const),
      value.map(typed),
    );
    const changed = fc.dictionary(fc.constantFrom(...base.fields.map(({ name }) => name)), value);
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...places), edit),
        changed,
        fc.subarray([...places]),
        (edits, changes, taken) => {
          const now = {
            ...base,
            fields: base.fields.map((field) => ({ ...field, value: changes[field.name] ?? field.value })),
          };
          const diffs = fieldDiff(base, edits, now);
          const kept = keptEdits(edits, diffs, new Set(taken));
          for (const { place, mine, conflict } of diffs) {
            const stood = valueWith(now, {}, place);
            const said = valueWith(now, kept, place);
            if (mine === null || taken.includes(place)) expect(said).toBe(stood);
            else if (conflict) expect(said).toBe(mine.value);
          }
        },
      ),
    );
  });
});
