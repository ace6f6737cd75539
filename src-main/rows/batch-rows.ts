import { runStatus, type Batch, type Delivery } from '#shared/contract/pipeline-items.ts';
import { batchStatuses, documentStatuses, type DocumentStatus } from '#shared/domain/statuses.ts';
import type { StoredItem } from '../aws/dynamodb/reading.ts';
import { longestStatus, readRow, readStatus, type AttributeReading } from './read-row.ts';
import { shownAddress, shownText } from './shown-text.ts';

/**
 * Makes a row of any item; missing attributes become null, and a missing declared attribute is named in `problems`.
 */
export function batchRow(item: StoredItem): Batch {
  const { read, id, asRead } = readRow(item, 'Batch');
  const documentCount = read.size('documentCount');
  return {
    tenantId: id('tenantId'),
    projectId: id('projectId'),
    batchId: id('batchId'),
    ...readStatus(read, batchStatuses),
    statusSince: read.time('statusSince', 'optional'),
    ...readCounts(read.map('counts'), documentCount),
    documentCount,
    received: read.size('received', 'optional'),
    // The workflow id is not masked, because it is shown unmasked as the key of the workflow's own item.
    workflowId: read.whole('workflowId'),
    run: read.size('run'),
    runs: readRuns(read.map('runs', 'optional')),
    execution: read.text('executionArn', 'optional'),
    confidenceThreshold: read.number('confidenceThreshold'),
    reviewThreshold: read.number('reviewThreshold'),
    submittedBy: read.text('submittedBy', 'optional'),
    ...asRead(),
  };
}

/** Returns how many documents a batch says it has; null when it does not say. */
export function countDocuments({
  documentCount,
  counts,
  otherCounts,
}: Pick<Batch, 'documentCount' | 'counts' | 'otherCounts'>): number | null {
  const all = [...Object.values(counts), ...otherCounts.map(({ count }) => count)];
  const known = all.filter((count) => count !== null);
  if (documentCount !== null) return documentCount;
  return known.length === all.length ? known.reduce((sum, count) => sum + count, 0) : null;
}

/** An item that was made by hand may count any number of statuses. */
const mostOtherStatuses = 20;

export function readCounts(
  counts: AttributeReading | null,
  documentCount: number | null,
): Pick<Batch, 'counts' | 'otherCounts'> {
  const names = new Set(counts?.names());
  // A status without documents may be left out, but not all of them while there are documents.
  const isKnown = counts !== null && (names.size > 0 || documentCount === 0);
  const inStatus = (status: DocumentStatus): number | null => {
    if (!isKnown) return null;
    return names.has(status) ? counts.size(status) : 0;
  };
  const others = [...names].filter((name) => !documentStatuses.some((status) => status === name));
  const [first, ...more] = others.slice(mostOtherStatuses);
  if (first !== undefined) counts?.note(first, `left out, as ${more.length} more that are no known status`);
  return {
    counts: {
      QUEUED: inStatus('QUEUED'),
      PROCESSING: inStatus('PROCESSING'),
      SUCCEEDED: inStatus('SUCCEEDED'),
      REVIEW_REQUIRED: inStatus('REVIEW_REQUIRED'),
      FAILED: inStatus('FAILED'),
      REJECTED: inStatus('REJECTED'),
    },
    otherCounts: others.slice(0, mostOtherStatuses).map((name) => ({
      status: shownText(name.slice(0, longestStatus)),
      count: counts?.size(name) ?? null,
    })),
  };
}

function readRuns(runs: AttributeReading | null): Batch['runs'] {
  const known = new Map<string, Batch['runs'][string]>();
  for (const name of runs?.names() ?? []) {
    const status = runs?.oneOf(name, runStatus.options) ?? null;
    if (!/^[1-9]\d{0,6}$/.test(name)) runs?.note(name, 'is no number of a run');
    else if (status !== null) known.set(name, status);
  }
  return Object.fromEntries(known);
}

export function deliveryRow(item: StoredItem): Delivery {
  const { read, id, asRead } = readRow(item, 'WebhookDelivery');
  const url = read.whole('url', 'optional');
  return {
    // The key may contain another id than the message id that queues know.
    messageId: read.text('messageId', 'optional')?.slice(0, 256) || id('messageId'),
    run: read.count('run', 'optional'),
    url: url === null ? null : shownAddress(url),
    attempts: read.count('attempts', 'optional'),
    outcome: read.oneOf('outcome', ['delivered', 'refused', 'no answer'], 'optional'),
    status: read.count('status', 'optional'),
    ...asRead(),
  };
}
