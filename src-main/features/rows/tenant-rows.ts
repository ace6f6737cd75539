import type { Project, UserOfTenant, Workflow } from '#shared/contract/triage/tenants.ts';
import type { StoredItem } from '../../aws/reading.ts';
import { readRow } from './row-reading.ts';
import { shownText } from './shown-text.ts';

/** Of a tenant's own item, or of its line in the directory. */
export function tenantFacts(
  item: StoredItem,
  entity: 'Tenant' | 'TenantInDirectory',
): { readonly tenantId: string; readonly name: string | null; readonly plan: string | null } {
  const { read, id } = readRow(item, entity);
  return {
    tenantId: id('tenantId'),
    name: read.text('name', 'optional'),
    plan: read.text('plan', 'optional'),
  };
}

export function projectRow(item: StoredItem): Project {
  const { read, id, asRead } = readRow(item, 'Project');
  return {
    tenantId: id('tenantId'),
    projectId: id('projectId'),
    name: read.text('name', 'optional'),
    batchCount: read.size('batchCount', 'optional'),
    ...asRead(),
  };
}

export function userRow(item: StoredItem): UserOfTenant {
  const { read, id, asRead } = readRow(item, 'UserInTenant');
  return {
    tenantId: id('tenantId'),
    userId: shownText(id('userId')),
    name: read.text('name', 'optional'),
    role: read.text('role', 'optional'),
    ...asRead(),
  };
}

export function workflowRow(item: StoredItem): Workflow {
  const { read, id, asRead } = readRow(item, 'Workflow');
  return {
    tenantId: id('tenantId'),
    projectId: id('projectId'),
    workflowId: id('workflowId'),
    name: read.text('name'),
    confidenceThreshold: read.number('confidenceThreshold'),
    reviewThreshold: read.number('reviewThreshold'),
    fields: [...(read.map('schema')?.names() ?? [])],
    ...asRead(),
  };
}

/** Who an e-mail address is of; the address itself stays in main. */
export function userFacts(item: StoredItem): {
  readonly userId: string;
  readonly name: string | null;
  readonly tenantIds: string[];
} {
  const { read, id } = readRow(item, 'User');
  const tenantIds = read.texts('tenantIds').filter((tenantId) => tenantId !== '' && tenantId.length <= 256);
  return { userId: shownText(id('userId')), name: read.text('name', 'optional'), tenantIds };
}
