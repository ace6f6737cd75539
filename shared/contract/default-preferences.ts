import type { Preferences } from './preferences.ts';

/** Beside the schema, so that a page can start from it without bringing zod along. */
export const defaultPreferences: Preferences = {
  theme: 'system',
  motion: 'system',
  navigation: 'full',
  singleKeys: 'on',
  reviewDueHours: 24,
  pollSeconds: 60,
  pollHidden: 'pause',
  notices: 'on',
};
