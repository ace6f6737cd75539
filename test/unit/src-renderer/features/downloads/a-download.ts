import type { DownloadBatch, DownloadFile } from '#shared/contract/downloads.ts';

/** This is the present time in these tests. */
export const noon = Date.parse('2026-11-20T12:00:00.000Z');

export function aFile(change: Partial<DownloadFile> = {}): DownloadFile {
  return {
    fileId: 'positions-2026-11-20',
    batchId: 'batch-2026-11-20-f47ac10b-58cc-4372-a567-0e02b2c3d479',
    entity: 'positions',
    date: '2026-11-20',
    status: 'downloading',
    statusSince: '2026-11-20T11:00:00.000Z',
    version: '1795172400000',
    createdAt: '2026-11-20T06:00:00.000Z',
    completedAt: null,
    error: null,
    lastEvent: null,
    address: { isThere: true, expiresAt: '2026-11-20T12:12:00.000Z' },
    key: { isThere: true, vectorIsThere: true },
    timeToLive: { kind: 'until', at: '2026-12-20T06:00:00.000Z' },
    catchingUp: false,
    problems: [],
    ...change,
  };
}

export function aBatch(change: Partial<DownloadBatch> = {}): DownloadBatch {
  return {
    batchId: 'batch-2026-11-20-f47ac10b-58cc-4372-a567-0e02b2c3d479',
    date: '2026-11-20',
    status: 'completed',
    startedAt: '2026-11-20T06:00:00.000Z',
    updatedAt: '2026-11-20T06:05:00.000Z',
    timedOutAt: null,
    expected: ['a', 'b'],
    completed: ['a', 'b'],
    failed: [],
    triggeredBy: null,
    triggerReason: null,
    closedBy: null,
    closeReason: null,
    timeToLive: { kind: 'until', at: '2027-02-18T06:00:00.000Z' },
    catchingUp: false,
    problems: [],
    ...change,
  };
}
