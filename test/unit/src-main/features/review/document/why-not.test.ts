import { expect, it } from 'vitest';
import { jsonAttributes } from '#main/rows/read-row.ts';
import { standingOf } from '#main/features/review/document/standing.ts';
import { whyNot } from '#main/features/review/document/why-not.ts';
import { aSession } from '#test/builders/a-session.ts';

const who = { id: 'reviewer', name: 'Teo', role: 'reviewer' as const, tenants: '*' as const };
const waits = { status: 'REVIEW_REQUIRED', fileName: 'invoice.pdf' };
const decides = (item: Readonly<Record<string, unknown>>) => {
  const standing = standingOf(jsonAttributes({ ...waits, ...item }));
  return { version: standing.version, why: whyNot(standing, aSession({ who }), true) };
};

it('a version that an import has written as text counts, and none at all is the first', () => {
  expect(decides({ version: '12' })).toEqual({ version: 12, why: null });
  expect(decides({})).toEqual({ version: 0, why: null });
});

it.each(['x', '1.5', '', 1.5, -1, null, true, 1e21, ['1']])(
  'nobody decides what has %j for a version',
  (version) => {
    expect(decides({ version }).why).toMatch(/^What stands in the place of its version is no number/);
  },
);
