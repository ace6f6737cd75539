import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeUlid } from '#local/world/past/made-ids.ts';
import { ulidAt } from '#shared/domain/id-forms.ts';

test('a ULID has the time of any other', () => {
  const time = fc.integer({ min: 0, max: Date.UTC(2099, 0, 1) });
  fc.assert(
    fc.property(time, fc.integer(), fc.nat(100), (at, hash, which) => {
      const ulid = makeUlid(at, hash, which);
      expect(ulid).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
      expect(ulid.slice(0, 10)).toBe(ulidAt(at, () => 0).slice(0, 10));
    }),
  );
});
