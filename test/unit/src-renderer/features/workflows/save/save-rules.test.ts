import { expect, test } from 'vitest';
import {
  getEnvironmentToType,
  emptyConfirmation,
  findSaveErrors,
  formatSaveLabel,
  whyNotNow,
} from '#renderer/features/workflows/save/save-rules.ts';
import { messages } from '#renderer/features/workflows/messages.ts';

test('a reason is always required, and more than a space', () => {
  expect(findSaveErrors(emptyConfirmation, null)).toEqual({
    reason: messages.save.reasonRequired,
  });
  expect(findSaveErrors({ ...emptyConfirmation, reason: '  ' }, null)).toHaveProperty('reason');
  expect(findSaveErrors({ ...emptyConfirmation, reason: 'Totals.' }, null)).toEqual({});
});

test('only production must be typed, exactly', () => {
  expect(getEnvironmentToType({ environment: 'production' })).toBe('production');
  expect(getEnvironmentToType({ environment: 'staging' })).toBeNull();
  expect(getEnvironmentToType(null)).toBeNull();
  const said = { reason: 'Totals.', environment: '' };
  expect(findSaveErrors(said, 'production').environment).toBe('Type production.');
  expect(findSaveErrors({ ...said, environment: 'prod' }, 'production').environment).toBe(
    'This is production. Type production.',
  );
  expect(findSaveErrors({ ...said, environment: ' production ' }, 'production')).toEqual({});
});

test('the button names the version it makes, or says why it makes none', () => {
  expect(formatSaveLabel({ version: 14 })).toBe('Save version 15');
  expect(whyNotNow('Admins save.', true, { version: 3 })).toBe('Admins save.');
  expect(whyNotNow(undefined, true, { version: null })).toMatch(/has no version/);
  expect(whyNotNow(undefined, false, { version: 3 })).toMatch(/Move a handle first/);
  expect(whyNotNow(undefined, true, { version: 3 })).toBeUndefined();
});
