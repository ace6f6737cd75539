import type { Failure } from '#shared/contract/result.ts';

/** CloudWatch knows queues, functions and tables, and no tenant. */
export function figuresOfAll(own: readonly string[]): Failure {
  return {
    code: 'tenant-out-of-scope',
    message: `Alarms and figures of CloudWatch are of all tenants, and you see ${own.join(', ')} alone. Nothing was read. Ask somebody who sees all tenants.`,
    tenantId: '*',
    reference: '',
  };
}
