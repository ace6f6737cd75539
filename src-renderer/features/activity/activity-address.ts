const activityTabs = ['jobs', 'audit'] as const;
type ActivityTab = (typeof activityTabs)[number];

export interface ActivityAddress {
  readonly tab: ActivityTab;
  readonly job: string | null;
  readonly filter: string;
}

export type GoActivity = (change: Partial<ActivityAddress>, how?: 'push' | 'replace') => void;

export function readActivity(search: Readonly<Record<string, unknown>>): ActivityAddress {
  const { tab, job, filter } = search;
  return {
    tab: activityTabs.find((one) => one === tab) ?? 'jobs',
    job: typeof job === 'string' && job !== '' ? job.slice(0, 256) : null,
    filter: typeof filter === 'string' ? filter.slice(0, 200) : '',
  };
}

export function writeActivity({ tab, job, filter }: ActivityAddress): Readonly<Record<string, string>> {
  return {
    ...(tab === 'jobs' ? {} : { tab }),
    ...(job === null ? {} : { job }),
    ...(filter === '' ? {} : { filter }),
  };
}
