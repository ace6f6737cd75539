import type { Role } from '#shared/contract/define.ts';
import type { Me } from './seen.ts';

export type PartName =
  | 'throughput'
  | 'groups'
  | 'left'
  | 'corrections'
  | 'failed'
  | 'tenants'
  | 'review'
  | 'queues'
  | 'alarms'
  | 'downloads'
  | 'running'
  | 'jobs';

interface PartOrder {
  readonly main: readonly PartName[];
  readonly side: readonly PartName[];
}

/**
 * Puts the parts that a role works on first, and those that the person may not see last, where they say why.
 */
export function orderParts(as: Role, me: Me): PartOrder {
  const { main, side } = orders[as];
  const isHidden = (name: PartName) => !maySee(name, me);
  return {
    main,
    side: [...side.filter((name) => !isHidden(name)), ...side.filter(isHidden)],
  };
}

/** On a calm day these two lists would only say that they are empty. */
export const needless: ReadonlySet<PartName> = new Set<PartName>(['groups', 'failed']);

const orders: Readonly<Record<Role, PartOrder>> = {
  support: {
    main: ['throughput', 'groups', 'corrections', 'left', 'failed', 'tenants'],
    side: ['review', 'queues', 'alarms', 'downloads', 'running', 'jobs'],
  },
  reviewer: {
    main: ['review', 'corrections', 'throughput', 'left', 'failed', 'tenants'],
    side: ['running', 'alarms', 'queues', 'downloads'],
  },
  admin: {
    main: ['throughput', 'corrections', 'left', 'failed', 'groups', 'tenants'],
    side: ['alarms', 'queues', 'downloads', 'jobs', 'review', 'running'],
  },
};

function maySee(name: PartName, me: Me): boolean {
  if (name === 'queues') return me.seesQueues;
  if (name === 'alarms') return me.seesAllTenants;
  return name === 'downloads' ? me.seesDownloads : true;
}
