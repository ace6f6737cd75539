import {
  choice,
  chosenTenant,
  day,
  defineAddress,
  numberChoice,
  text,
} from '#renderer/contract/page-address.ts';
import type { InputOf } from '#shared/contract/contract.ts';

export const costViews = ['spend', 'month', 'bill', 'patterns', 'console', 'plan'] as const;
export type CostView = (typeof costViews)[number];

export const costLists = ['workflows', 'days', 'batches'] as const;
export type CostList = (typeof costLists)[number];

/** Everything of Costs that a link can share. */
export const { read: readCosts, write: writeCosts } = defineAddress(
  {
    view: choice(costViews, 'spend'),
    /** Null stands for all tenants that the user may see. */
    tenant: chosenTenant(),
    days: numberChoice([1, 7, 30], 30),
    /** The list below the charts of the spending. */
    list: choice(costLists, 'workflows'),
    /** A workflow of the tenant as "project/workflow", or a day, whose batches or documents are listed. */
    workflow: text(513),
    day: day(),
    /** The system whose access patterns are shown. */
    system: text(100),
  },
  {
    settle: ({ view, tenant, list, workflow, day: date, ...rest }) => {
      const named = tenant === null || (list !== 'batches' && view !== 'month') ? null : workflow;
      return {
        ...rest,
        view,
        tenant,
        list,
        workflow: named,
        // The day of all tenants narrows the list of tenants, whichever list it would be for one of them.
        day: list === 'batches' || tenant === null || (view === 'month' && named !== null) ? date : null,
      };
    },
  },
);

export type CostsAddress = ReturnType<typeof readCosts>;

export type GoCosts = (change: Partial<CostsAddress>, how?: 'push' | 'replace') => void;

/** Splits "project/workflow"; null where it names no workflow. */
export function parseWorkflow(
  workflow: string | null,
): { readonly projectId: string; readonly workflowId: string } | null {
  const [projectId = '', ...rest] = workflow?.split('/') ?? [];
  const workflowId = rest.join('/');
  return projectId === '' || workflowId === '' ? null : { projectId, workflowId };
}

/** Returns the query for the batches that the address names. */
export function toBatchesInput({
  tenant,
  days,
  workflow,
  day: date,
}: Pick<CostsAddress, 'tenant' | 'days' | 'workflow' | 'day'>): InputOf<'costs.batches'> {
  const named = parseWorkflow(workflow);
  return {
    tenantId: tenant,
    days,
    projectId: named?.projectId ?? null,
    workflowId: named?.workflowId ?? null,
    day: date,
  };
}
