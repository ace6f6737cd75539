import { z } from 'zod';

/** Stored in the home folder, because the port of the browser host, and so its local storage, changes at each start. */
export const preferencesSchema = z.strictObject({
  theme: z.enum(['system', 'dark', 'light']),
  motion: z.enum(['system', 'reduced']),
  navigation: z.enum(['full', 'collapsed']),
  /** Shortcuts without Ctrl, Command or Alt. Speech input can trigger them by accident (WCAG 2.1.4). */
  singleKeys: z.enum(['on', 'off']),
  /** The number of hours after which a document that waits for review is due. */
  reviewDueHours: z.int().min(1).max(720),
  /** The interval in seconds at which alarms and queues are polled. It is at least a minute. */
  pollSeconds: z.int().min(60).max(3_600),
  /** Whether polling continues while no window is in sight. */
  pollHidden: z.enum(['pause', 'go on']),
  /** Whether events are shown as notices. */
  notices: z.enum(['on', 'off']),
  /** Whether the page for the first start has been shown. */
  welcomed: z.enum(['no', 'yes']),
});
export type Preferences = z.infer<typeof preferencesSchema>;
