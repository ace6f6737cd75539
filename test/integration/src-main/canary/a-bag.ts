import { letters, type PlantedDocument } from '#test/builders/canary/plant-canaries.ts';
import type { Bag } from './an-input.ts';

interface Around {
  readonly connectionId: string;
  readonly date: string;
  readonly fileId: string;
  readonly downloadBatchId: string;
  readonly messageIds: readonly string[];
}

/** Holds everything that an operation may take by name, for one document. */
export function aBag(document: PlantedDocument, around: Around): Bag {
  const { tenantId, projectId, batchId, documentId } = document;
  const { date, messageIds } = around;
  return {
    ...document,
    ...around,
    run: 1,
    // The events that carry data: how the batch was found.
    eventId: 5,
    left: { batchId, run: 1, eventId: 2, part: 'input' },
    right: { batchId, run: 1, eventId: 5, part: 'output' },
    version: 1,
    day: date,
    // A lookup tries these in order, so the document that exists comes last.
    asks: [
      { kind: 'message', id: `${messageIds[0]}-of-nothing` },
      { kind: 'file', id: `${around.fileId}-of-nothing` },
      { kind: 'document', id: documentId, within: { tenantId, batchId } },
    ],
    keys: [
      { of: 'tenant', tenantId },
      { of: 'project', tenantId, projectId },
      { of: 'person', tenantId, personId: 'user-1' },
    ],
    place: { kind: 'document', tenantId, batchId, documentId },
    queue: letters,
    most: 100,
    holdSeconds: 600,
    seconds: 60,
    messageId: messageIds[0],
    list: 'failed',
    order: 'newest',
    fingerprint: 'b8cf51',
    batches: [{ tenantId, batchId }],
    book: 'us-east-1-since-2024-11',
    isWhole: false,
    format: 'json',
    filter: 'session',
    range: '1h',
    groups: ['queues', 'executions', 'functions', 'tables', 'throughput'],
    shown: true,
    days: 7,
    budget: null,
    dueHours: 24,
    percent: 100,
    minutes: 30,
    text: `batch ${batchId}`,
    where: 'a page',
    message: 'It went wrong',
    stack: 'at nowhere',
    role: 'admin',
    tenant: tenantId,
    name: 'a name',
    pinned: true,
    theme: 'dark',
    system: 'extraction',
    entity: 'Document',
    by: ['fileName'],
    question: 'Which documents have this name?',
    to: 'pipeline',
    typed: 'staging',
    reason: 'It has to be seen that nothing is seen',
    note: 'Is this a 7?',
    personaId: 'admin',
    promptId: 'none',
    code: '123456',
    paused: true,
    jobId: 'none',
    decision: 'approve',
    corrections: [],
    intentKey: 'intent-of-a-canary',
    perSecond: 1,
    field: document.fields[0],
    until: null,
    fileName: null,
    confidenceThreshold: 0.5,
    reviewThreshold: 0.9,
    typedEnvironment: 'staging',
    callerId: 'admin',
    key: { tenantId, projectId, batchId, documentId },
    draft: null,
    userId: 'admin',
    documents: [{ tenantId, projectId, batchId, documentId }],
    tenantIds: [tenantId],
    figures: true,
    supplier: 'Harrow & Pike Freight Ltd',
    vatNumber: null,
    number: 'NW-40211',
    amount: null,
    rules: { taxes: 'stop' },
    priority: 'high',
    customer: null,
  };
}
