import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { sampled } from '#shared/domain/review/sampled.ts';

const share = fc.double({ min: 0.1, max: 100, noNaN: true });

it('picks the same documents each time, and all of a smaller share with a larger one', () => {
  fc.assert(
    fc.property(fc.string(), share, share, (documentId, one, other) => {
      expect(sampled(documentId, one)).toBe(sampled(documentId, one));
      if (sampled(documentId, Math.min(one, other))) {
        expect(sampled(documentId, Math.max(one, other))).toBe(true);
      }
      expect(sampled(documentId, 100)).toBe(true);
      expect(sampled(documentId, 0)).toBe(false);
    }),
  );
});

it.each([1, 2, 10, 50])('picks about %d in a hundred, of ids that follow each other, too', (percent) => {
  const count = 50_000;
  const picked = Array.from(
    { length: count },
    (_, at) => `doc-01M7SJ8EE${at.toString(36).padStart(4, '0')}`,
  ).filter((documentId) => sampled(documentId, percent)).length;
  const expected = (count * percent) / 100;
  const spread = 4 * Math.sqrt(expected * (1 - percent / 100));
  expect(Math.abs(picked - expected)).toBeLessThan(spread);
});
