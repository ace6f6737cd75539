import { expect, it } from 'vitest';
import { whyReadOnly } from '#shared/domain/permissions.ts';

it.each([
  [true, true, 'Prod is open read-only: production is locked. Unlock it for writing first.'],
  [true, false, 'Prod is open read-only: its entry in connections.json says so.'],
  [false, true, null],
  [false, false, null],
])('read-only %s and unlockable %s: %s', (readOnly, unlockable, why) => {
  expect(whyReadOnly({ name: 'Prod', readOnly, unlockable })).toBe(why);
});
