import { expect, test } from 'vitest';
import { defaultPreferences } from '#shared/contract/default-preferences.ts';
import { withWishes } from '#renderer/contract/use-preferences.ts';

test('wishes lie over what is kept, the newest on top', () => {
  const wishes = [{ theme: 'light' }, { navigation: 'collapsed' }, { theme: 'dark' }] as const;
  expect(withWishes(defaultPreferences, wishes)).toEqual({
    ...defaultPreferences,
    theme: 'dark',
    navigation: 'collapsed',
  });
});

test('without wishes it is what is kept', () => {
  expect(withWishes(defaultPreferences, [])).toEqual(defaultPreferences);
});
