import type { workflowOperations } from '#shared/contract/workflows.ts';
import type { Session } from '#shared/contract/session.ts';
import type { ConnectionDoors } from '../aws/connection-access.ts';
import { openIdOrders, type IdOrders } from '../reads/batches-by-time.ts';
import { workflowIds, workflowOutcome, workflowsHandlers } from '../features/workflows/workflows-handlers.ts';
import type { Handlers } from './handlers.ts';

export interface WorkflowsParts {
  /** Of the open connection, held to the tenants of whoever is there. */
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly now: () => number;
  /** Shared with the other desks that look for the newest batches. */
  readonly orders?: IdOrders | undefined;
}

/** What decides how sure the readers have to be. */
export function composeWorkflows(parts: WorkflowsParts): Pick<Handlers, keyof typeof workflowOperations> {
  return workflowsHandlers({ ...parts, orders: parts.orders ?? openIdOrders(parts.now) });
}

/** What the audit trail adds to its entries about these operations, and about what became of them. */
export const auditedWorkflows = { ids: workflowIds, outcome: workflowOutcome };
