import type { DownloadBatch, DownloadFile } from '#shared/contract/downloads.ts';

const date = '2026-11-20';
const until = { kind: 'until', at: '2027-02-18T12:45:00.000Z' } as const;

/** Returns a batch of downloads that went well, with the test's changes. */
export function aDownloadBatch(change: Partial<DownloadBatch> = {}): DownloadBatch {
  return {
    batchId: `batch-${date}-f47ac10b-58cc-4372-a567-0e02b2c3d479`,
    date,
    status: 'completed',
    startedAt: `${date}T12:45:00.000Z`,
    updatedAt: `${date}T12:51:00.000Z`,
    timedOutAt: null,
    expected: ['accounts-2026-11-20', 'rates-2026-11-20'],
    completed: ['accounts-2026-11-20', 'rates-2026-11-20'],
    failed: [],
    triggeredBy: null,
    triggerReason: null,
    closedBy: null,
    closeReason: null,
    timeToLive: until,
    catchingUp: false,
    problems: [],
    ...change,
  };
}

/** Returns a file that has arrived, with the test's changes. */
export function aDownloadFile(change: Partial<DownloadFile> = {}): DownloadFile {
  return {
    fileId: `accounts-${date}`,
    batchId: `batch-${date}-f47ac10b-58cc-4372-a567-0e02b2c3d479`,
    entity: 'accounts',
    date,
    status: 'completed',
    statusSince: `${date}T12:47:00.000Z`,
    version: '1795178820000',
    createdAt: `${date}T12:45:00.000Z`,
    completedAt: `${date}T12:47:00.000Z`,
    error: null,
    lastEvent: null,
    address: { isThere: true, expiresAt: `${date}T13:15:00.000Z` },
    key: { isThere: true, vectorIsThere: true },
    timeToLive: { kind: 'until', at: '2026-12-20T12:45:00.000Z' },
    catchingUp: false,
    problems: [],
    ...change,
  };
}
