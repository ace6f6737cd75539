import type { Batch } from '#shared/contract/triage/batches.ts';
import { runStatus } from '#shared/contract/triage/batches.ts';
import { batchStatuses } from '#shared/domain/batch-status.ts';
import { documentStatuses, type DocumentStatus } from '#shared/domain/document-status.ts';
import type { StoredItem } from '../../aws/reading.ts';
import type { AttributeReading } from './read-attributes.ts';
import { readRow } from './row-reading.ts';

/** Whatever the item is like; what it lacks is null and told in `problems`. */
export function batchRow(item: StoredItem): Batch {
  const { read, id, asRead } = readRow(item, 'Batch');
  return {
    tenantId: id('tenantId'),
    projectId: id('projectId'),
    batchId: id('batchId'),
    status: read.oneOf('status', batchStatuses),
    statusSince: read.time('statusSince', 'optional'),
    counts: countsOf(read.map('counts')),
    documentCount: read.count('documentCount'),
    received: read.count('received'),
    workflowId: read.text('workflowId'),
    run: read.count('run'),
    runs: runsOf(read.map('runs')),
    execution: read.text('executionArn', 'optional'),
    confidenceThreshold: read.number('confidenceThreshold'),
    reviewThreshold: read.number('reviewThreshold'),
    submittedBy: read.text('submittedBy'),
    ...asRead(),
  };
}

function countsOf(counts: AttributeReading | null): Batch['counts'] {
  const known = new Map<DocumentStatus, number>();
  for (const name of counts?.names() ?? []) {
    const status = documentStatuses.find((one) => one === name);
    const count = counts?.count(name) ?? null;
    if (status === undefined) counts?.note(name, 'is no status that is known');
    else if (count !== null) known.set(status, count);
  }
  return Object.fromEntries(known);
}

function runsOf(runs: AttributeReading | null): Batch['runs'] {
  const known = new Map<string, Batch['runs'][string]>();
  for (const name of runs?.names() ?? []) {
    const status = runs?.oneOf(name, runStatus.options) ?? null;
    if (!/^[1-9]\d{0,6}$/.test(name)) runs?.note(name, 'is no number of a run');
    else if (status !== null) known.set(name, status);
  }
  return Object.fromEntries(known);
}
