import { z } from 'zod';

/** Kept in the home folder: the browser host's port, and so its local storage, changes at each start. */
export const preferencesSchema = z.strictObject({
  theme: z.enum(['system', 'dark', 'light']),
  motion: z.enum(['system', 'reduced']),
  navigation: z.enum(['full', 'collapsed']),
});
export type Preferences = z.infer<typeof preferencesSchema>;

export const defaultPreferences: Preferences = { theme: 'system', motion: 'system', navigation: 'full' };
