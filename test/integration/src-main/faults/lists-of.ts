import type { InputOf, QueryName } from '#shared/contract/contract.ts';

/** This is a question's name and its input, as a page sends them. */
export type ListAsked = { [N in QueryName]: readonly [N, InputOf<N>] }[QueryName];

interface Place {
  readonly tenantId: string;
  readonly projectId: string;
  readonly batchId: string;
}

const batchStatuses = ['QUEUED', 'PROCESSING', 'SUCCEEDED', 'REVIEW_REQUIRED', 'FAILED'] as const;
/** The status index only holds documents in one of these. */
const documentStatuses = ['PROCESSING', 'REVIEW_REQUIRED', 'FAILED'] as const;

/** Returns every list, page, count and search that may contain a batch and its documents. */
export function listsOfBatch({ tenantId, projectId, batchId }: Place): readonly ListAsked[] {
  const key = { tenantId, batchId };
  return [
    ...batchStatuses.map((status) => ['batches.byStatus', { tenantId, status, pageSize: 50 }] as const),
    ['batches.ofProject', { tenantId, projectId, pageSize: 50 }],
    ['batches.byId', { batchId }],
    ['batches.read', { ...key, projectId }],
    ['lookup.find', { asks: [{ kind: 'batch', id: batchId }] }],
    ...documentStatuses.map((status) => ['documents.byStatus', { ...key, status, pageSize: 100 }] as const),
    ['documents.ofBatch', { ...key, pageSize: 100 }],
    ['today.batches', { tenantId }],
    ['today.groups', { tenantId }],
    ['review.queue', { tenantId, dueHours: 24, pageSize: 100 }],
    ['explorer.ask', asked('extraction', 'batchById', { batchId })],
    ...documentStatuses.map(
      (status) => ['explorer.ask', asked('extraction', 'documentsByStatus', { ...key, status })] as const,
    ),
    ...documentStatuses.map(
      (status) => ['explorer.ask', asked('extraction', 'batchesByStatus', { tenantId, status })] as const,
    ),
  ];
}

/** Returns the same for the downloads of one day. */
export function listsOfDownloads(date: string, batchIds: readonly string[]): readonly ListAsked[] {
  return [
    ['downloads.day', { date }],
    ['downloads.standing', { kind: 'stuck', minutes: 30 }],
    ['downloads.standing', { kind: 'never-picked-up', minutes: 1 }],
    ...batchIds.flatMap((batchId) => [
      ['downloads.batch', { batchId }] as const,
      ['downloads.filesOfBatch', { batchId, pageSize: 100 }] as const,
      ['downloads.openFiles', { batchId }] as const,
      ['explorer.ask', asked('downloads', 'filesOfBatch', { batchId })] as const,
    ]),
    ...(['available', 'downloading', 'completed', 'failed', 'error'] as const).map(
      (fileStatus) => ['explorer.ask', asked('downloads', 'filesByStatus', { fileStatus })] as const,
    ),
  ];
}

function asked(system: string, pattern: string, params: Readonly<Record<string, string>>) {
  return { system, pattern, params: [params], pageSize: 200 };
}
