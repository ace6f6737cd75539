import type { Workflow } from '#shared/contract/triage/tenants.ts';
import type { WorkflowKey } from '#shared/contract/workflows/workflows.ts';
import { placeOf } from '../../../jobs/actions/document-key.ts';
import { jsonAttributes } from '../../../rows/read-row.ts';
import { workflowRow } from '../../../rows/tenant-rows.ts';

/** A workflow that the API tells of, as it would be read from the table. */
export function toldWorkflow(
  workflow: Readonly<Record<string, unknown>>,
  { tenantId, projectId, workflowId }: WorkflowKey,
): Workflow {
  return workflowRow({
    ...placeOf('Workflow', { tenantId, projectId, workflowId }),
    entity: 'Workflow',
    attributes: jsonAttributes(workflow),
    bytes: 0,
    catchingUp: false,
    expired: false,
  });
}
