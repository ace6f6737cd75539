import type { ParameterDeclaration } from '../../declaration.ts';
import { batchStatuses, fileStatuses } from './entities.ts';

export const downloadParameters = {
  fileId: { label: 'File', about: 'Entity and day.', example: 'accounts-2026-11-20' },
  batchId: { label: 'Batch', example: 'batch-2026-11-20-f47ac10b-58cc-4372-a567-0e02b2c3d479' },
  fileStatus: { label: 'Status', oneOf: fileStatuses, example: 'downloading' },
  batchStatus: { label: 'Status', oneOf: batchStatuses, example: 'queued' },
  date: { label: 'Day', example: '2026-11-20' },
  olderThan: {
    label: 'Older than',
    about: 'In milliseconds since 1970. A file is stuck when it has not moved for 30 minutes.',
    // 2026-11-20 14:30 UTC
    example: '1795185000000',
  },
  from: { label: 'From', about: 'In milliseconds since 1970.', example: '1795132800000' },
  to: { label: 'To', about: 'In milliseconds since 1970.', example: '1795219199999' },
} as const satisfies Record<string, ParameterDeclaration>;
