import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatIsoTime, makeUlid } from '#local/world/past/quick-spellings.ts';
import { ulidAt } from '#shared/domain/id-forms.ts';

const time = fc.integer({ min: 0, max: Date.UTC(2099, 0, 1) });

describe('quick spellings', () => {
  it('write a time as JavaScript does', () => {
    fc.assert(
      fc.property(time, (at) => {
        expect(formatIsoTime(at)).toBe(new Date(at).toISOString());
      }),
    );
  });

  it('write a ULID with the time of any other', () => {
    fc.assert(
      fc.property(time, fc.integer(), fc.nat(100), (at, hash, which) => {
        const ulid = makeUlid(at, hash, which);
        expect(ulid).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
        expect(ulid.slice(0, 10)).toBe(ulidAt(at, () => 0).slice(0, 10));
      }),
    );
  });
});
