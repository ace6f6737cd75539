import { expect, test } from 'vitest';
import { defaultPreferences } from '#shared/contract/default-preferences.ts';
import { withWishes } from '#renderer/contract/use-preferences.ts';

test('unsaved preferences override the saved ones, the newest first', () => {
  const wishes = [{ theme: 'light' }, { navigation: 'collapsed' }, { theme: 'dark' }] as const;
  expect(withWishes(defaultPreferences, wishes)).toEqual({
    ...defaultPreferences,
    theme: 'dark',
    navigation: 'collapsed',
  });
});

test('without unsaved preferences the saved ones apply', () => {
  expect(withWishes(defaultPreferences, [])).toEqual(defaultPreferences);
});
