import { z } from 'zod';

/** Kept in the home folder: the browser host's port, and so its local storage, changes at each start. */
export const preferencesSchema = z.strictObject({
  theme: z.enum(['system', 'dark', 'light']),
  motion: z.enum(['system', 'reduced']),
  navigation: z.enum(['full', 'collapsed']),
  /** Shortcuts without Ctrl, Command or Alt; speech input sets them off by accident (WCAG 2.1.4). */
  singleKeys: z.enum(['on', 'off']),
  /** In hours: a document is due so long after it began to wait for review. */
  reviewDueHours: z.int().min(1).max(720),
  /** How often alarms and queues are looked at by themselves, in seconds; never oftener than once a minute. */
  pollSeconds: z.int().min(60).max(3_600),
  /** Whether that goes on while no window is in sight. */
  pollHidden: z.enum(['pause', 'go on']),
  /** Whether what happens is told beside the pages. */
  notices: z.enum(['on', 'off']),
});
export type Preferences = z.infer<typeof preferencesSchema>;
