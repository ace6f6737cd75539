import type { SampleItem } from '../../declaration.ts';

/** The first ten characters of each event's ULID are its time. */
export const sampleEvents: readonly SampleItem[] = [
  anEvent('northwind#DOCUMENT#doc-01M7SJ8EE0A2', '01M7SJHX980000000000000001', '2026-11-19T09:35:10.120Z', {
    what: 'failed',
    actor: 'extraction',
    batchId: 'batch-01M7SJ8EE04C',
    requestId: 'batch-01M7SJ8EE04C-r1',
  }),
  anEvent('northwind#DOCUMENT#doc-01M7SJ8EE0A2', '01M7SQJ4KM0000000000000002', '2026-11-19T11:02:40.500Z', {
    what: 'reprocessed',
    actor: 'user-maya-ortiz',
    batchId: 'batch-01M7SJ8EE04C',
    reason: 'The carrier sent the file again.',
    requestId: 'batch-01M7SJ8EE04C-r2',
  }),
  anEvent('northwind#DOCUMENT#doc-01M7SJ8EE0A4', '01M7SQR9CG0000000000000003', '2026-11-19T11:06:02.000Z', {
    what: 'rejected',
    actor: 'user-maya-ortiz',
    batchId: 'batch-01M7SJ8EE04C',
    reason: 'Not an invoice.',
    before: { status: 'REVIEW_REQUIRED' },
    after: { status: 'REJECTED' },
  }),
  anEvent('northwind#WORKFLOW#carrier-invoices', '01M3XXF0M00000000000000004', '2026-10-02T09:00:00.000Z', {
    what: 'created',
    actor: 'user-tomas-lindqvist',
  }),
  anEvent('northwind#WORKFLOW#carrier-invoices', '01M788Y4W00000000000000005', '2026-11-12T16:20:00.000Z', {
    what: 'thresholds changed',
    actor: 'user-tomas-lindqvist',
    reason: 'Too many sure documents in review.',
    before: { confidenceThreshold: 0.6, reviewThreshold: 0.9 },
    after: { confidenceThreshold: 0.6, reviewThreshold: 0.85 },
  }),
];

function anEvent(of: string, eventId: string, at: string, rest: SampleItem): SampleItem {
  return { PK: `TENANT#${of}`, SK: `EVENT#${eventId}`, version: 1, createdAt: at, updatedAt: at, ...rest };
}
