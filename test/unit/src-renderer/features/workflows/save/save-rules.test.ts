import { expect, test } from 'vitest';
import {
  environmentToType,
  nothingSaid,
  saidErrors,
  formatSaveLabel,
  whyNotNow,
} from '#renderer/features/workflows/save/save-rules.ts';

test('a reason is always asked for, and is more than a space', () => {
  expect(saidErrors(nothingSaid, null)).toEqual({ reason: 'Say why: it is kept with the version.' });
  expect(saidErrors({ ...nothingSaid, reason: '  ' }, null)).toHaveProperty('reason');
  expect(saidErrors({ ...nothingSaid, reason: 'Totals.' }, null)).toEqual({});
});

test('only production is typed, exactly', () => {
  expect(environmentToType({ environment: 'production' })).toBe('production');
  expect(environmentToType({ environment: 'staging' })).toBeNull();
  expect(environmentToType(null)).toBeNull();
  const said = { reason: 'Totals.', environment: '' };
  expect(saidErrors(said, 'production').environment).toBe('Type production.');
  expect(saidErrors({ ...said, environment: 'prod' }, 'production').environment).toBe(
    'This is production. Type production.',
  );
  expect(saidErrors({ ...said, environment: ' production ' }, 'production')).toEqual({});
});

test('the button names the version it makes, and says why it makes none', () => {
  expect(formatSaveLabel({ version: 14 })).toBe('Save version 15');
  expect(whyNotNow('Admins save.', true, { version: 3 })).toBe('Admins save.');
  expect(whyNotNow(undefined, true, { version: null })).toMatch(/has no version/);
  expect(whyNotNow(undefined, false, { version: 3 })).toMatch(/Move a handle first/);
  expect(whyNotNow(undefined, true, { version: 3 })).toBeUndefined();
});
