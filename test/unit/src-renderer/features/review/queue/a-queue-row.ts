import type { QueueRow } from '#shared/contract/review.ts';

export const noon = Date.parse('2026-11-18T12:00:00.000Z');

export function minutesFromNoon(minutes: number): string {
  return new Date(noon + minutes * 60_000).toISOString();
}

export function aQueueRow(change: Partial<QueueRow> = {}): QueueRow {
  return {
    tenantId: 'northwind',
    projectId: 'freight',
    batchId: 'batch-01',
    documentId: 'doc-1',
    tenantName: 'Northwind Logistics',
    workflowId: 'wf-invoices',
    fileName: 'inv-0413.pdf',
    score: 0.71,
    version: 4,
    run: 1,
    waitingSince: minutesFromNoon(-60),
    reasons: ['below threshold'],
    flagged: 2,
    step: 'first',
    dueHours: 24,
    priority: 'normal',
    claimedBy: null,
    claimExpiresAt: null,
    assigned: null,
    postponedUntil: null,
    hasDraft: false,
    whyNot: null,
    catchingUp: false,
    problems: [],
    ...change,
  };
}
