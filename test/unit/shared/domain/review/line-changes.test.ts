import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineColumns, type LineColumn, type ReviewDocument } from '#shared/contract/review-document.ts';
import {
  arrangeLines,
  finishLines,
  listCorrections,
  undecided,
  valueWith,
  type Edits,
} from '#shared/domain/review/draft-rules.ts';
import {
  changeLines,
  countLineChanges,
  describeLineChanges,
  listRemovedLines,
  listSources,
  type LineChange,
} from '#shared/domain/review/line-changes.ts';
import { aReviewDocument, aReviewField, aReviewLine } from '#test/builders/a-review-document.ts';

const document: ReviewDocument = aReviewDocument({
  lines: [
    aReviewLine({ description: 'Pallets', quantity: '2', unit: '5.00', amount: '10.00', page: 1 }),
    aReviewLine({ description: 'Fuel', quantity: '1', unit: '3.00', amount: '3.00', page: 1 }),
    aReviewLine({ description: 'Tolls', quantity: '4', unit: '1.50', amount: '6.00', page: 2 }),
  ],
});

const change = (edits: Edits, ...changes: readonly LineChange[]): Edits =>
  changes.reduce((now, one) => changeLines(document, now, one)?.edits ?? now, edits);

/** Writes the lines as a person sees them, each as its values in one text. */
const shown = (edits: Edits): readonly string[] =>
  finishLines(document, edits).map((line) => lineColumns.map((column) => line[column]).join(' | '));

describe('lines that are changed by a person', () => {
  it('stay as they were read while nothing is different', () => {
    expect(arrangeLines(document, {})).toBe(document);
    expect(change({}, { kind: 'add', at: 1 }, { kind: 'remove', line: 1 })).toEqual({});
    expect(change({}, { kind: 'move', line: 0, by: 1 }, { kind: 'move', line: 1, by: -1 })).toEqual({});
  });

  it('are arranged once, whoever asks and with whichever of both documents', () => {
    const edits = change({}, { kind: 'move', line: 0, by: 1 });
    const arranged = arrangeLines(document, edits);
    const other = aReviewDocument({ ...document, version: document.version + 1 });
    expect(arrangeLines(other, edits)).not.toBe(arranged);
    // The rules are given the arranged document, and a field that is typed changes no line.
    expect(arrangeLines(arranged, edits)).toBe(arranged);
    expect(arrangeLines(document, { ...edits, total: { kind: 'value', value: '1' } })).toBe(arranged);
  });

  it('are added above or below, and go to the new line', () => {
    const made = changeLines(document, {}, { kind: 'add', at: 1 });
    expect(made?.focus).toBe('lineItems.1.description');
    expect(shown(made?.edits ?? {})).toEqual([
      'Pallets | 2 | 5.00 | 10.00',
      ' |  |  | ',
      'Fuel | 1 | 3.00 | 3.00',
      'Tolls | 4 | 1.50 | 6.00',
    ]);
    expect(arrangeLines(document, made?.edits ?? {}).lines[1]).toMatchObject({ page: 1, box: null });
  });

  it('are removed, which keeps the edits of the others with their lines', () => {
    const edits: Edits = {
      'lineItems.0.amount': { kind: 'accepted' },
      'lineItems.2.amount': { kind: 'value', value: '6.10' },
      total: { kind: 'unreadable' },
    };
    const now = change(edits, { kind: 'remove', line: 0 });
    expect(now).toMatchObject({
      total: { kind: 'unreadable' },
      'lineItems.1.amount': { kind: 'value', value: '6.10' },
    });
    expect(now).not.toHaveProperty(['lineItems.0.amount']);
    expect(listRemovedLines(document, now)).toEqual([{ from: 0, before: 0 }]);
    expect(change(now, { kind: 'restore', from: 0 })).toEqual({
      'lineItems.2.amount': { kind: 'value', value: '6.10' },
      total: { kind: 'unreadable' },
    });
  });

  it('are duplicated, copied down and moved', () => {
    expect(shown(change({}, { kind: 'duplicate', line: 1 }))).toEqual([
      'Pallets | 2 | 5.00 | 10.00',
      'Fuel | 1 | 3.00 | 3.00',
      'Fuel | 1 | 3.00 | 3.00',
      'Tolls | 4 | 1.50 | 6.00',
    ]);
    const copied = change({}, { kind: 'copy down', line: 0, column: 'unit' });
    expect(copied).toEqual({ 'lineItems.1.unit': { kind: 'value', value: '5.00' } });
    expect(changeLines(document, {}, { kind: 'copy down', line: 2, column: 'unit' })).toBeUndefined();
    expect(changeLines(document, {}, { kind: 'move', line: 2, by: 1 })).toBeUndefined();
  });

  it('are merged with the next, which adds amounts, and quantities of the same unit price', () => {
    expect(shown(change({}, { kind: 'merge', line: 0 }))).toEqual([
      'Pallets Fuel |  |  | 13.00',
      'Tolls | 4 | 1.50 | 6.00',
    ]);
    const same = change({}, { kind: 'copy down', line: 0, column: 'unit' }, { kind: 'merge', line: 0 });
    expect(shown(same)[0]).toBe('Pallets Fuel | 3 | 5.00 | 13.00');
  });

  it('have a column shifted down or up, as where a reader slipped', () => {
    const down = change({}, { kind: 'shift', line: 1, column: 'amount', by: 1 });
    expect(shown(down)).toEqual([
      'Pallets | 2 | 5.00 | 10.00',
      'Fuel | 1 | 3.00 | ',
      'Tolls | 4 | 1.50 | 3.00',
      ' |  |  | 6.00',
    ]);
    const up = change({}, { kind: 'shift', line: 1, column: 'description', by: -1 });
    expect(shown(up)).toEqual(['Fuel | 2 | 5.00 | 10.00', 'Tolls | 1 | 3.00 | 3.00', ' | 4 | 1.50 | 6.00']);
    expect(changeLines(document, {}, { kind: 'shift', line: 0, column: 'unit', by: -1 })).toBeUndefined();
  });

  it('have a column moved by several lines, as by a drag', () => {
    const down = change({}, { kind: 'shift', line: 1, column: 'amount', by: 2 });
    expect(shown(down)).toEqual([
      'Pallets | 2 | 5.00 | 10.00',
      'Fuel | 1 | 3.00 | ',
      'Tolls | 4 | 1.50 | ',
      ' |  |  | 3.00',
      ' |  |  | 6.00',
    ]);
    const up = change({}, { kind: 'shift', line: 2, column: 'amount', by: -2 });
    expect(shown(up)).toEqual(['Pallets | 2 | 5.00 | 6.00', 'Fuel | 1 | 3.00 | ', 'Tolls | 4 | 1.50 | ']);
    expect(changeLines(document, {}, { kind: 'shift', line: 1, column: 'unit', by: -2 })).toBeUndefined();
  });

  it('have two columns swapped, and swapped back they are as they were read', () => {
    const swap = { kind: 'swap', line: 0, column: 'quantity', other: 'unit' } as const;
    const swapped = change({}, swap);
    expect(shown(swapped)).toEqual([
      'Pallets | 5.00 | 2 | 10.00',
      'Fuel | 3.00 | 1 | 3.00',
      'Tolls | 1.50 | 4 | 6.00',
    ]);
    expect(changeLines(document, {}, swap)?.focus).toBe('lineItems.0.unit');
    expect(change(swapped, swap)).toEqual({});
    expect(changeLines(document, {}, { ...swap, other: undefined })).toBeUndefined();
  });

  it('take a pasted block from a cell on, and get new lines for what is left', () => {
    const values = [
      ['1', '2'],
      ['3', '4'],
    ];
    const paste = { kind: 'paste', line: 2, column: 'quantity', values } as const;
    expect(shown(change({}, { ...paste, isInserted: false }))).toEqual([
      'Pallets | 2 | 5.00 | 10.00',
      'Fuel | 1 | 3.00 | 3.00',
      'Tolls | 1 | 2 | 6.00',
      ' | 3 | 4 | ',
    ]);
    expect(shown(change({}, { ...paste, isInserted: true }))[2]).toBe(' | 1 | 2 | ');
  });

  it('that were split have two parts of the same line', () => {
    const line = document.lines[0] ?? aReviewLine();
    const [one, other] = [
      { ...line, quantity: '1', amount: '5.00' },
      { ...line, quantity: '1', amount: '5.00' },
    ];
    const now = change({}, { kind: 'split', line: 0, parts: [one, other] });
    expect(shown(now).slice(0, 2)).toEqual(['Pallets | 1 | 5.00 | 5.00', 'Pallets | 1 | 5.00 | 5.00']);
    expect(listSources(now, 4).slice(0, 2)).toEqual([
      { from: 0, isNew: false },
      { from: 0, isNew: true },
    ]);
    expect(arrangeLines(document, now).lines[1]?.box).toEqual(line.box);
  });

  it('can be 500 at most', () => {
    const many = { ...document, lines: Array.from({ length: 500 }, () => aReviewLine()) };
    expect(changeLines(many, {}, { kind: 'add', at: 0 })).toBeUndefined();
    expect(changeLines(many, {}, { kind: 'remove', line: 3 })).toBeDefined();
  });

  it('leave nothing of the table to decide where a line is new, and remember what the reader doubted', () => {
    const doubted = aReviewDocument();
    const { edits = {} } = changeLines(doubted, {}, { kind: 'add', at: 0 }) ?? {};
    expect(undecided(doubted, edits, 'review')).toEqual(['total', 'lineItems.2.amount']);
    expect(undecided(doubted, edits, 'check')).not.toContain('lineItems.0.amount');
  });

  it('follow the places that two reviewers differ about', () => {
    const third = { ...document, step: 'third' as const, differs: ['lineItems.1.unit'] };
    const { edits = {} } = changeLines(third, {}, { kind: 'remove', line: 0 }) ?? {};
    expect(arrangeLines(third, edits).differs).toEqual(['lineItems.0.unit']);
  });
});

describe('the correction of lines', () => {
  it('is one for all lines, with the edits of cells in it', () => {
    const added = change({}, { kind: 'add', at: 3 });
    const edits: Edits = {
      ...added,
      'lineItems.3.description': { kind: 'value', value: ' Parking ' },
      'lineItems.0.quantity': { kind: 'absent' },
      'lineItems.1.unit': { kind: 'unreadable' },
    };
    expect(listCorrections(document, edits)).toEqual([
      {
        field: 'lineItems',
        lines: [
          { description: 'Pallets', quantity: '', unit: '5.00', amount: '10.00', from: 0 },
          { description: 'Fuel', quantity: '1', unit: '', amount: '3.00', from: 1 },
          { description: 'Tolls', quantity: '4', unit: '1.50', amount: '6.00', from: 2 },
          { description: 'Parking', quantity: '', unit: '', amount: '', from: null },
        ],
      },
    ]);
  });

  it('is none where the lines say the same as before', () => {
    const removed = change({}, { kind: 'duplicate', line: 1 }, { kind: 'remove', line: 1 });
    expect(shown(removed)).toEqual(shown({}));
    expect(listCorrections(document, removed)).toEqual([]);
  });

  it('is said in numbers', () => {
    const lines = finishLines(document, change({}, { kind: 'remove', line: 0 }, { kind: 'add', at: 0 }));
    expect(describeLineChanges(document.lines, lines)).toBe('3 lines: 1 added, 1 removed');
    expect(describeLineChanges(document.lines, [])).toBe('no lines: 3 removed');
    const moved = finishLines(document, change({}, { kind: 'move', line: 2, by: -1 }));
    expect(countLineChanges(document.lines, moved)).toEqual({ added: 0, removed: 0, changed: 0, moved: 1 });
  });
});

const line = fc.nat({ max: 4 });
const column: fc.Arbitrary<LineColumn> = fc.constantFrom(...lineColumns);
const by: fc.Arbitrary<1 | -1> = fc.constantFrom(1, -1);
const several: fc.Arbitrary<number> = fc.integer({ min: -3, max: 3 });
const anyChange: fc.Arbitrary<LineChange> = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), at: fc.nat({ max: 3 }) }),
  fc.record({ kind: fc.constantFrom('remove' as const, 'duplicate' as const, 'merge' as const), line }),
  fc.record({ kind: fc.constant('move' as const), line, by }),
  fc.record({ kind: fc.constant('copy down' as const), line, column }),
  fc.record({ kind: fc.constant('shift' as const), line, column, by: several }),
  fc.record({ kind: fc.constant('swap' as const), line, column, other: column }),
  fc.record({ kind: fc.constant('restore' as const), from: fc.nat({ max: 2 }) }),
);

it('after any changes the cells that are seen are those that are sent', () => {
  fc.assert(
    fc.property(fc.array(anyChange, { maxLength: 12 }), (changes) => {
      const edits = change({}, ...changes);
      const now = arrangeLines(document, edits);
      const seen = now.lines.map((_, at) =>
        lineColumns.map((name) => valueWith(now, edits, `lineItems.${at}.${name}`) ?? '').join(' | '),
      );
      expect(seen).toEqual(shown(edits));
      const lines = finishLines(document, edits);
      const { added, removed } = countLineChanges(document.lines, lines);
      expect(lines).toHaveLength(document.lines.length + added - removed);
      // Each edit of a cell names a line that is there.
      for (const place of Object.keys(edits).filter((one) => one.includes('.'))) {
        expect(Number(place.split('.')[1])).toBeLessThan(lines.length);
      }
    }),
  );
});

it.each([
  ['KWD', '1251.000'],
  ['EUR', '1.251.000'],
])('merges amounts in %s to %s', (currency, sum) => {
  const read = aReviewDocument({
    fields: [aReviewField('currency', { type: 'text', value: currency })],
    lines: ['750.500', '500.500'].map((amount) => aReviewLine({ quantity: '', unit: '', amount })),
  });
  const merged = changeLines(read, {}, { kind: 'merge', line: 0 })?.edits ?? {};
  expect(finishLines(read, merged)[0]?.amount).toBe(sum);
});
