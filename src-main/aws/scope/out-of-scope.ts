import { refused, type Result } from '#shared/contract/result.ts';

/** Whether there is such a tenant is not said. */
export function outOfScope(tenantId: string, consequence: string): Result<never> {
  return refused({
    code: 'tenant-out-of-scope',
    message: `The tenant "${tenantId}" is not one of those whose data you may see. ${consequence} Choose another tenant, or ask an admin for it.`,
    tenantId,
  });
}
