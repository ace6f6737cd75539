import { refused, type Failure, type Result } from '#shared/contract/result.ts';

/** The refusal does not reveal whether the tenant exists. */
export function outOfScope(tenantId: string, consequence: string): Result<never> {
  return refused({
    code: 'tenant-out-of-scope',
    message: `The tenant "${tenantId}" is not one of those whose data you may see. ${consequence} Choose another tenant, or ask an admin for it.`,
    tenantId,
  });
}

/** The tenant of a message is unknown until it has been received, and then it has been seen. */
export function ofAllTenants(own: readonly string[]): Failure {
  return {
    code: 'read-denied',
    message: `A queue holds the messages of all tenants, and you see ${own.join(', ')} alone. Nothing was read. Ask somebody who sees all tenants.`,
    action: 'sqs:ReceiveMessage',
    resource: 'dead-letter queues',
    reference: '',
  };
}

export function forAllTenants(
  tenants: ReadonlySet<string>,
  consequence = 'Nothing was read.',
): Extract<Result<never>, { readonly ok: false }> {
  const own = tenants.size === 0 ? 'no tenant' : `${[...tenants].join(', ')} alone`;
  return refused({
    code: 'tenant-out-of-scope',
    message: `A download says nowhere whose it is, and you see ${own}. ${consequence} Ask somebody who sees all tenants.`,
    tenantId: '*',
  });
}

/** CloudWatch knows queues, functions and tables, but no tenants. */
export function figuresOfAll(own: readonly string[]): Failure {
  return {
    code: 'tenant-out-of-scope',
    message: `Alarms and figures of CloudWatch are of all tenants, and you see ${own.join(', ')} alone. Nothing was read. Ask somebody who sees all tenants.`,
    tenantId: '*',
    reference: '',
  };
}
