import { downloadBatchStatuses, type DownloadBatch } from '#shared/contract/downloads/downloads.ts';
import type { StoredItem } from '../../aws/reading.ts';
import { readAttributes } from '../rows/read-attributes.ts';
import { idOfKey } from './id-of-key.ts';
import { shownFileIds } from './shown-file-ids.ts';
import { storedTimeToLive } from './stored-time-to-live.ts';

/** Whatever the item is like; what it lacks is null and told in `problems`. */
export function downloadBatchRow(item: StoredItem, now: number): DownloadBatch {
  const { attributes, catchingUp } = item;
  const problems: string[] = [];
  const read = readAttributes(attributes, problems);
  const shown = shownFileIds(readAttributes(attributes, []));
  const files = (name: string): string[] =>
    [...new Set(read.texts(name).map((id) => shown.get(id) ?? id))].toSorted();
  return {
    batchId: idOfKey(item, 'BatchID', read),
    date: read.text('PollingDate'),
    status: read.oneOf('Status', downloadBatchStatuses),
    startedAt: read.time('StartTime'),
    updatedAt: read.time('UpdatedAt'),
    timedOutAt: read.time('TimeoutAt', 'optional'),
    expected: files('ExpectedFiles'),
    completed: files('CompletedFiles'),
    failed: files('FailedFiles'),
    triggeredBy: read.text('TriggeredBy', 'optional'),
    triggerReason: read.text('TriggerReason', 'optional'),
    closedBy: read.text('ClosedBy', 'optional'),
    closeReason: read.text('CloseReason', 'optional'),
    timeToLive: storedTimeToLive(attributes, read, now),
    catchingUp,
    problems,
  };
}
