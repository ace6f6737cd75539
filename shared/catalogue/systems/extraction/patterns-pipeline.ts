import type { PatternDeclaration } from '../../declaration.ts';

export const pipelinePatterns = {
  deliveriesOfBatch: {
    number: 'AP26',
    asks: 'Which webhook deliveries has this batch?',
    title: 'Webhook deliveries of a batch',
    on: 'main',
    partition: 'TENANT#{tenantId}#BATCH#{batchId}',
    sort: { beginsWith: 'DELIVERY#' },
    returns: ['WebhookDelivery'],
    gives: 'many',
    usage: { callsPerDay: 200, items: 2 },
  },
  failuresOfMessages: {
    number: 'AP27',
    asks: 'Why could these messages not be used?',
    title: 'Failures of messages',
    on: 'main',
    partition: 'MESSAGE#{messageId}',
    sort: { equals: 'FAILURE' },
    returns: ['MessageFailure'],
    gives: 'many',
    each: true,
    // A sample of ten dead letters at a time.
    usage: { callsPerDay: 200, items: 10 },
  },
  requestOfCaller: {
    number: 'AP28',
    asks: 'Did this request of this caller arrive?',
    title: 'Request by its key',
    on: 'main',
    partition: 'CALLER#{callerId}',
    sort: { equals: 'REQUEST#{idempotencyKey}' },
    returns: ['RememberedRequest'],
    gives: 'one',
    // Only where a change broke off before its answer.
    usage: { callsPerDay: 20, items: 1 },
  },
  auditHeadsOfCaller: {
    number: 'AP29',
    asks: 'Which heads of audit chains did this caller leave here?',
    title: 'Audit heads of a caller',
    on: 'main',
    partition: 'CALLER#{callerId}',
    sort: { beginsWith: 'AUDIT#' },
    order: 'last to first',
    returns: ['AuditHead'],
    gives: 'many',
    pageSize: 25,
    usage: { callsPerDay: 20, items: 25 },
  },
} as const satisfies Record<string, PatternDeclaration>;
