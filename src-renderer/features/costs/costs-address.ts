import type { InputOf } from '#shared/contract/contract.ts';

export const costViews = ['spend', 'patterns', 'console', 'plan'] as const;
export type CostView = (typeof costViews)[number];

export const costLists = ['workflows', 'days', 'batches'] as const;
export type CostList = (typeof costLists)[number];

/** Everything of Costs that can be shared as a link; read leniently. */
export interface CostsAddress {
  readonly view: CostView;
  /** Null: all that the person may see. */
  readonly tenant: string | null;
  readonly days: 1 | 7 | 30;
  /** Which list stands below the charts of what was spent. */
  readonly list: CostList;
  /** A workflow of the tenant, "project/workflow", or a day: whose batches are listed. */
  readonly workflow: string | null;
  readonly day: string | null;
  /** Of the access patterns. */
  readonly system: string | null;
}

export type GoCosts = (change: Partial<CostsAddress>, how?: 'push' | 'replace') => void;

export function readCosts(search: Readonly<Record<string, unknown>>): CostsAddress {
  const tenant = textIn(search['tenant'], 256);
  const days = [1, 7, 30].find((known) => String(known) === search['days']);
  const day = textIn(search['day'], 10);
  const list = costLists.find((known) => known === search['list']) ?? 'workflows';
  return {
    view: costViews.find((view) => view === search['view']) ?? 'spend',
    tenant,
    days: days === 1 || days === 7 ? days : 30,
    list,
    workflow: tenant === null || list !== 'batches' ? null : textIn(search['workflow'], 513),
    day: list === 'batches' && day !== null && isDay(day) ? day : null,
    system: textIn(search['system'], 100),
  };
}

export function writeCosts({
  view,
  tenant,
  days,
  list,
  workflow,
  day,
  system,
}: CostsAddress): Readonly<Record<string, string>> {
  return {
    ...(view === 'spend' ? {} : { view }),
    ...(tenant === null ? {} : { tenant }),
    ...(days === 30 ? {} : { days: String(days) }),
    ...(list === 'workflows' ? {} : { list }),
    ...(workflow === null || tenant === null || list !== 'batches' ? {} : { workflow }),
    ...(day === null || list !== 'batches' ? {} : { day }),
    ...(system === null ? {} : { system }),
  };
}

function isDay(text: string): boolean {
  const at = Date.parse(text);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

function textIn(value: unknown, longest: number): string | null {
  return typeof value === 'string' && value !== '' && value.length <= longest ? value : null;
}

/** Which batches the address speaks of. */
export function batchesInput({
  tenant,
  days,
  workflow,
  day,
}: Pick<CostsAddress, 'tenant' | 'days' | 'workflow' | 'day'>): InputOf<'costs.batches'> {
  const [projectId = '', ...rest] = workflow?.split('/') ?? [];
  const workflowId = rest.join('/');
  const isNamed = projectId !== '' && workflowId !== '';
  return {
    tenantId: tenant,
    days,
    projectId: isNamed ? projectId : null,
    workflowId: isNamed ? workflowId : null,
    day,
  };
}
