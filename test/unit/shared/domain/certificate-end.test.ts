import { describe, expect, it } from 'vitest';
import { describeBundle, describeCertificateEnd } from '#shared/domain/certificate-end.ts';

const now = Date.parse('2026-11-27T12:00:00Z');

describe('the end of a certificate', () => {
  it.each([
    ['2026-11-27T11:59:59.000Z', 'ended on 2026-11-27', true],
    ['2026-11-27T18:00:00.000Z', 'ends on 2026-11-27, within a day: renew it', true],
    ['2026-11-28T13:00:00.000Z', 'ends on 2026-11-28, in 1 day: renew it', true],
    ['2026-12-27T11:00:00.000Z', 'ends on 2026-12-27, in 29 days: renew it', true],
    ['2026-12-27T12:00:00.000Z', 'ends on 2026-12-27', false],
  ])('%s: %s', (until, says, isTrouble) => {
    expect(describeCertificateEnd(until, now)).toEqual({ says, isTrouble });
  });

  it('of a file names the next of those that are left', () => {
    expect(describeBundle({ count: 1, ended: 0, nextEnd: '2027-01-01T00:00:00.000Z' }, now)).toBe(
      '1 certificate; the next ends on 2027-01-01',
    );
    expect(describeBundle({ count: 3, ended: 3, nextEnd: null }, now)).toBe('3 certificates, 3 have ended');
  });
});
