import type { Failure } from '#shared/contract/result.ts';

/** Whose message it is nobody knows before it is received, and then it has been seen. */
export function ofAllTenants(own: readonly string[]): Failure {
  return {
    code: 'read-denied',
    message: `A queue holds the messages of all tenants, and you see ${own.join(', ')} alone. Nothing was read. Ask somebody who sees all tenants.`,
    action: 'sqs:ReceiveMessage',
    resource: 'dead-letter queues',
    reference: '',
  };
}
