import type { DeadLetterQueue, MessageRow } from '#shared/contract/dead-letters.ts';

export function aMessageRow(change: Partial<MessageRow> = {}): MessageRow {
  return {
    messageId: '0f1c7a52-61d3-4c0e-9b7e-d41a00c2f9aa',
    fingerprint: 'c2d9f0',
    subject: {
      tenantId: 'northwind',
      batchId: '01JBX2M9TQ4E',
      documentId: 'doc-19',
      fileName: 'inv-2026-11-0019.pdf',
    },
    receives: 4,
    sentAt: '2026-11-06T08:14:00.000Z',
    firstReceivedAt: '2026-11-09T08:22:12.000Z',
    expiresAt: '2026-11-20T08:14:00.000Z',
    source: 'doc-extract',
    bytes: 1_204,
    groupId: null,
    returns: 0,
    redriven: null,
    isPoison: false,
    sentBefore: null,
    ...change,
  };
}

export function aDeadLetterQueue(change: Partial<DeadLetterQueue> = {}): DeadLetterQueue {
  return {
    name: 'doc-extract-dlq',
    fifo: false,
    sources: [{ name: 'doc-extract', mostReceives: 3 }],
    depth: { waiting: 27, inFlight: 0, delayed: 0 },
    retentionSeconds: 1_209_600,
    oldest: null,
    nextExpiry: null,
    alarm: null,
    moves: [],
    cameBack: null,
    lacks: [],
    ...change,
  };
}
