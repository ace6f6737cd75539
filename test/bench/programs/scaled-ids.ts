/** Whose batch it is. */
export interface Planted {
  readonly tenantId: string;
  readonly batchId: string;
}

export const projectId = 'scale';
export const workflowId = 'invoices';

/** The tenant that has so many batches, or one batch with so many documents, or that number. */
export function nameTenant(many: 'batches' | 'documents' | 'tenants', number: number): string {
  return `${many}-${padded(number)}`;
}

/** The queues of a connection whose dead-letter queue holds so many messages. */
export function nameQueues(number: number) {
  return {
    documentDeadLetterQueue: `letters-${padded(number)}`,
    documentQueue: `files-${padded(number)}`,
    webhookQueue: `webhooks-${padded(number)}`,
    webhookDeadLetterQueue: `webhooks-dlq-${padded(number)}`,
  };
}

/** Ids of equal length, so that an item takes the same bytes among few and among many. */
export function padded(number: number): string {
  return String(number).padStart(6, '0');
}
