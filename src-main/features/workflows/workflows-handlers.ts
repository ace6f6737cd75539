import type { workflowOperations } from '#shared/contract/workflows/operations.ts';
import type { WorkflowsParts } from '../../contract/compose-workflows.ts';
import type { Handlers } from '../../contract/handlers.ts';
import type { IdOrders } from '../../reads/batches-by-time.ts';
import { oneRow, pageOfRows } from '../../rows/page-of-rows.ts';
import { noWorkflow, workflowEventRow, workflowRow } from '../../rows/tenant-rows.ts';
import { readSample } from './sample/read-sample.ts';
import { saveThresholds } from './save/save-thresholds.ts';

export function workflowsHandlers(
  parts: WorkflowsParts & { readonly orders: IdOrders },
): Pick<Handlers, keyof typeof workflowOperations> {
  const reader = () => parts.doors().reader;
  return {
    // Whoever changes it has to have seen what it is now.
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
