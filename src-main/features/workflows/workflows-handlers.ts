import { z } from 'zod';
import type { workflowOperations } from '#shared/contract/workflows.ts';
import type { WorkflowsParts } from '../../compose/open-acting.ts';
import type { Handlers } from '../../gate/gate.ts';
import type { IdOrders } from '../../reads/batches-by-time.ts';
import { oneRow, pageOfRows } from '../../rows/page-of-rows.ts';
import { noWorkflow, workflowEventRow, workflowRow } from '../../rows/tenant-rows.ts';
import { saveThresholds } from './save-thresholds.ts';
import { readSample } from './workflow-sample.ts';

export function workflowsHandlers(
  parts: WorkflowsParts & { readonly orders: IdOrders },
): Pick<Handlers, keyof typeof workflowOperations> {
  const reader = () => parts.doors().reader;
  return {
    // The read is consistent, because a person who changes it has to see the present state.
    'workflows.read': async ({ tenantId, projectId, workflowId }) =>
      oneRow(
        await reader().run(
          'extraction.workflowById',
          { tenantId, projectId, workflowId },
          { consistent: true },
        ),
        noWorkflow(workflowId),
        workflowRow,
      ),

    'workflows.history': async ({ tenantId, workflowId, cursor, pageSize }) =>
      pageOfRows(
        await reader().run('extraction.workflowHistory', { tenantId, workflowId }, { cursor, pageSize }),
        workflowEventRow,
        'WorkflowEvent',
      ),

    'workflows.sample': readSample(parts),
    'workflows.saveThresholds': saveThresholds(parts),
  };
}

type Ids = Readonly<Record<string, string>>;

/** Audits a change of thresholds: of which workflow, to what, and why. */
export function workflowIds(operation: string, input: unknown): Ids {
  if (operation !== 'workflows.saveThresholds') return {};
  const { data } = inputSchema.safeParse(input);
  if (data === undefined) return {};
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, String(value)]));
}

/** A lost race is an outcome as well as a save. */
export function workflowOutcome(operation: string, value: unknown): Ids | undefined {
  if (operation !== 'workflows.saveThresholds') return undefined;
  const { data } = outcomeSchema.safeParse(value);
  if (data === undefined) return undefined;
  const { kind, workflow } = data.outcome;
  return { outcome: kind, ...(workflow.version !== null && { nowAtVersion: String(workflow.version) }) };
}

const inputSchema = z.object({
  version: z.number(),
  confidenceThreshold: z.number(),
  reviewThreshold: z.number(),
  reason: z.string(),
  intentKey: z.string(),
});

const outcomeSchema = z.object({
  outcome: z.object({ kind: z.string(), workflow: z.object({ version: z.number().nullable() }) }),
});
