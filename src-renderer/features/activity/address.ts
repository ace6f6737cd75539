import { choice, defineAddress, parameter } from '#renderer/contract/page-address.ts';

/** Everything of Activity that a link can share. */
export const { read: readActivity, write: writeActivity } = defineAddress({
  tab: choice(['jobs', 'audit'], 'jobs'),
  job: parameter(cutText(256), null),
  filter: parameter(cutText(200), ''),
});

export type ActivityAddress = ReturnType<typeof readActivity>;

export type GoActivity = (change: Partial<ActivityAddress>, how?: 'push' | 'replace') => void;

/** Cuts a text that is too long instead of ignoring it. */
function cutText(longest: number) {
  return {
    read: (written: string) => written.slice(0, longest) || undefined,
    write: (value: string) => value,
  };
}
