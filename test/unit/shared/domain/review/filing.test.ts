import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  describePages,
  divideAt,
  explainBadParts,
  judgeFiling,
  nameFiled,
} from '#shared/domain/review/filing.ts';

const file = { batchId: 'b', documentId: 'd', fileName: 'scan.pdf', pages: 5 };
const part = (from: number, to: number) => ({ batchId: 'b', documentId: 'd', pages: { from, to } });

describe('dividing a file', () => {
  it('at any pages gives ranges that have every page once', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.array(fc.integer({ min: -2, max: 50 })),
        (pages, beginnings) => {
          const ranges = divideAt(pages, beginnings);
          const all = ranges.flatMap(({ from, to }) =>
            Array.from({ length: to - from + 1 }, (_, at) => from + at),
          );
          expect(all).toEqual(Array.from({ length: pages }, (_, at) => at + 1));
          const parts = ranges.map(({ from, to }) => part(from, to));
          expect(explainBadParts([{ ...file, pages }], parts)).toBeUndefined();
        },
      ),
    );
  });

  it.each([
    [[part(1, 4)], 'Page 5 of scan.pdf is in no new document.'],
    [[part(2, 5)], 'Page 1 of scan.pdf is in no new document.'],
    [[part(1, 3), part(3, 5)], 'Page 3 of scan.pdf is in two new documents.'],
    [[part(1, 6)], 'scan.pdf has no page 6. It has 5.'],
    [[part(5, 1)], 'Pages 5 to 1 of scan.pdf are in the wrong order.'],
    [[], 'No new document has a page of scan.pdf.'],
    [
      [
        { batchId: 'b', documentId: 'd' },
        { batchId: 'b', documentId: 'd' },
      ],
      'scan.pdf is in two new documents as a whole.',
    ],
    [[{ batchId: 'b', documentId: 'x' }], 'The document x is a part, and is not closed by this request.'],
  ])('says what is wrong with %j', (parts, says) => {
    expect(explainBadParts([file], parts)).toBe(says);
  });

  it('needs the number of pages only where pages are named', () => {
    const unknown = { ...file, pages: undefined };
    expect(explainBadParts([unknown], [{ batchId: 'b', documentId: 'd' }])).toBeUndefined();
    expect(explainBadParts([unknown], [part(1, 5)])).toBe('The number of pages of scan.pdf is not known.');
  });
});

it('a filing is named by how many documents there are before and after', () => {
  expect(judgeFiling({ closed: 1, into: 1 })).toBe('elsewhere');
  expect(judgeFiling({ closed: 1, into: 2 })).toBe('divided');
  expect(judgeFiling({ closed: 2, into: 1 })).toBe('joined');
  expect(judgeFiling({ closed: 2, into: 3 })).toBe('divided');
});

it('a new document has the name of its first part, with its pages, in 255 characters', () => {
  expect(describePages({ from: 3, to: 3 })).toBe('page 3');
  expect(nameFiled('scan.pdf', undefined)).toBe('scan.pdf');
  expect(nameFiled('scan.pdf', { from: 1, to: 2 })).toBe('scan (pages 1-2).pdf');
  expect(nameFiled('scan', { from: 4, to: 4 })).toBe('scan (page 4)');
  const long = nameFiled(`${'x'.repeat(251)}.pdf`, { from: 10, to: 12 });
  expect(long).toHaveLength(255);
  expect(long).toMatch(/x \(pages 10-12\)\.pdf$/);
});
