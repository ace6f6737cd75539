import type { MonthRow } from '#shared/contract/month-costs.ts';
import { messages } from '../messages.ts';

/** Names the row of a tenant or a workflow. */
export function nameRow({
  tenantId,
  name,
  workflowId,
  workflowName,
}: Pick<MonthRow, 'tenantId' | 'name' | 'workflowId' | 'workflowName'>): string {
  if (workflowId !== null) return workflowName ?? workflowId;
  return tenantId === null ? messages.month.together : (name ?? tenantId);
}

/** "November 2026" */
export function formatMonth(month: string): string {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-GB', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
