import type { InputOf } from '#shared/contract/contract.ts';
import type { CostsAddress } from '../../costs-address.ts';

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
