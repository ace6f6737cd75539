import type { CostCell } from '#shared/contract/costs/costs.ts';

/** "tenant/project/workflow", as names of workflows are kept. */
export function workflowKey({
  tenantId,
  projectId,
  workflowId,
}: Pick<CostCell, 'tenantId' | 'projectId' | 'workflowId'>): string {
  return `${tenantId}/${projectId}/${workflowId ?? ''}`;
}
