import { activityKinds } from '#shared/domain/activity-kinds.ts';
import {
  choice,
  chosenTenant,
  day,
  defineAddress,
  parameter,
  text,
} from '#renderer/contract/page-address.ts';

/** Everything of Activity that a link can share. */
export const { read: readActivity, write: writeActivity } = defineAddress(
  {
    tab: choice(['everyone', 'jobs', 'audit'], 'everyone'),
    job: parameter(cutText(256), null),
    filter: parameter(cutText(200), ''),
    tenant: chosenTenant(),
    batch: text(),
    person: text(),
    /** A day by UTC; null for today, or for any day of a tenant, a batch or a person. */
    day: day(),
    kind: choice(activityKinds, null),
  },
  {
    // A job is shown on its own tab, wherever the link to it was made.
    settle: (values) =>
      values.job !== null && values.tab === 'everyone' ? { ...values, tab: 'jobs' as const } : values,
  },
);

export type ActivityAddress = ReturnType<typeof readActivity>;

export type GoActivity = (change: Partial<ActivityAddress>, how?: 'push' | 'replace') => void;

/** Cuts a text that is too long instead of ignoring it. */
function cutText(longest: number) {
  return {
    read: (written: string) => written.slice(0, longest) || undefined,
    write: (value: string) => value,
  };
}
