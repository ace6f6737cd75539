import type { TableDeclaration } from '../../declaration.ts';

export const downloadTables = {
  jobs: {
    name: 'data-download-jobs',
    about: 'One item for each file of a day. Kept for 30 days.',
    partition: { name: 'FileID', type: 'S' },
    timeToLive: 'TTL',
    indexes: {
      StatusIndex: {
        partition: { name: 'Status', type: 'S' },
        // A Number: as text, 999 would come after 1000.
        sort: { name: 'StatusUpdatedAt', type: 'N' },
        projection: 'ALL',
        about: 'Files in a status by when they came into it.',
      },
      BatchIndex: {
        partition: { name: 'BatchID', type: 'S' },
        sort: { name: 'Status', type: 'S' },
        projection: 'ALL',
        about: 'Files of a batch, all or those in one status.',
      },
    },
  },
  batches: {
    name: 'data-download-batches',
    about: 'One item for each run. Kept for 90 days, so that a quarter can be audited.',
    partition: { name: 'BatchID', type: 'S' },
    timeToLive: 'TTL',
    indexes: {
      PollingDateIndex: {
        partition: { name: 'PollingDate', type: 'S' },
        sort: { name: 'Status', type: 'S' },
        projection: 'ALL',
        about: 'Batches of a day; a second one where it was triggered again.',
      },
    },
  },
} as const satisfies Record<string, TableDeclaration>;
