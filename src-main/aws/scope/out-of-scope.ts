import { refused, type Failure, type Result } from '#shared/contract/result.ts';

/** The refusal does not reveal whether the tenant exists. */
export function outOfScope(tenantId: string, consequence: string): Result<never> {
  return refused({
    code: 'tenant-out-of-scope',
    message: `You have no access to the tenant "${tenantId}". ${consequence} Choose another tenant, or ask an admin for access.`,
    tenantId,
  });
}

/** The tenant of a message is unknown until it has been received, and then it has been seen. */
export function ofAllTenants(own: readonly string[]): Failure {
  return {
    code: 'read-denied',
    message: `A queue holds the messages of all tenants, and you see only ${own.join(', ')}. Nothing was read. Ask a colleague who sees all tenants.`,
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
    message: `Downloads do not show their tenant, and you see ${own}. ${consequence} Ask a colleague who sees all tenants.`,
    tenantId: '*',
  });
}

/** Nearly every item that the pipeline keeps for questions about all tenants names other tenants. */
export function attentionOfAll(tenants: ReadonlySet<string>): Extract<Result<never>, { readonly ok: false }> {
  const own = tenants.size === 0 ? 'no tenant' : `only ${[...tenants].join(', ')}`;
  return refused({
    code: 'tenant-out-of-scope',
    message: `This is kept for all tenants together, and you see ${own}. Nothing was read. Choose one of your tenants, or ask a colleague who sees all tenants.`,
    tenantId: '*',
  });
}

/** CloudWatch knows queues, functions and tables, but no tenants. */
export function figuresOfAll(own: readonly string[]): Failure {
  return {
    code: 'tenant-out-of-scope',
    message: `CloudWatch alarms and figures cover all tenants, and you see only ${own.join(', ')}. Nothing was read. Ask a colleague who sees all tenants.`,
    tenantId: '*',
    reference: '',
  };
}

/** Which items of an unknown table belong to which tenant is not known before it is described. */
export function tablesOfAll(own: readonly string[]): Failure {
  return {
    code: 'tenant-out-of-scope',
    message: `A table that is not described yet may hold items of all tenants, and you see only ${own.join(', ')}. Nothing was read. Ask a colleague who sees all tenants.`,
    tenantId: '*',
    reference: '',
  };
}
