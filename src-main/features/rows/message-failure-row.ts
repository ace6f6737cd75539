import type { StoredItem } from '../../aws/reading.ts';
import { readRow } from './row-reading.ts';

export interface MessageFailureRow {
  readonly messageId: string;
  readonly stage: string | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly attempts: number | null;
  readonly updatedAt: string | null;
}

/** Why a message could not be used, as the pipeline has written down under its id. */
export function messageFailureRow(item: StoredItem): MessageFailureRow {
  const { read, id } = readRow(item, 'MessageFailure');
  return {
    messageId: id('messageId'),
    stage: read.text('stage', 'optional'),
    code: read.text('code', 'optional'),
    message: read.text('message', 'optional'),
    attempts: read.count('attempts', 'optional'),
    updatedAt: read.time('updatedAt', 'optional'),
  };
}
