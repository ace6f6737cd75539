import type { Preferences } from './preferences.ts';

/** Kept apart from the schema, so that a page can use it without loading zod. */
export const defaultPreferences: Preferences = {
  theme: 'system',
  motion: 'system',
  navigation: 'full',
  singleKeys: 'on',
  reviewDueHours: 24,
  pollSeconds: 60,
  pollHidden: 'pause',
  notices: 'on',
  welcomed: 'no',
};
