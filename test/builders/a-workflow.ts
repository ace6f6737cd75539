import type { Workflow } from '#shared/contract/pipeline-items.ts';
import type { WorkflowEvent } from '#shared/contract/workflows.ts';

/** Returns version 3 of carrier invoices as a page gets it. It fails under 0.56 and reviews under 0.85. */
export function aWorkflow(over: Partial<Workflow> = {}): Workflow {
  return {
    tenantId: 'northwind',
    projectId: 'freight',
    workflowId: 'carrier-invoices',
    name: 'Carrier invoices',
    confidenceThreshold: 0.56,
    reviewThreshold: 0.85,
    fields: ['total', 'currency'],
    rules: {},
    dueHours: null,
    priority: null,
    customer: null,
    objective: null,
    version: 3,
    createdAt: '2026-08-01T09:00:00.000Z',
    updatedAt: '2026-11-14T11:02:00.000Z',
    catchingUp: false,
    expired: false,
    problems: [],
    ...over,
  };
}

/** Returns an entry of a workflow's history that changed nothing unless the test says so. */
export function aWorkflowEvent(over: Partial<WorkflowEvent> = {}): WorkflowEvent {
  return {
    eventId: 'event-1',
    at: '2026-11-14T11:02:00.000Z',
    what: 'thresholds changed',
    actor: 'admin',
    reason: 'Too many sure documents in review.',
    requestId: null,
    before: null,
    after: null,
    settings: [],
    problems: [],
    ...over,
  };
}
