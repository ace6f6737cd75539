import { expect, test } from 'vitest';
import { dueOptions } from '#renderer/features/settings/due-options.ts';

test('what is kept can be chosen, though it is none of the usual hours', () => {
  expect(dueOptions(24).map(({ value }) => value)).toEqual(['4', '8', '24', '48', '72']);
  expect(dueOptions(1)[0]).toEqual({ value: '1', label: 'After 1 hour' });
});
