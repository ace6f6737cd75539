import type { WorkflowEvent } from '#shared/contract/workflows/workflows.ts';
import type { StoredItem } from '../../aws/reading.ts';
import { readRow, type RowReading } from '../rows/row-reading.ts';

/** A line of a workflow's history. Before and after are there only of what can be put back: its thresholds. */
export function workflowEventRow(item: StoredItem): WorkflowEvent {
  const { read, id, problems } = readRow(item, 'WorkflowEvent');
  const what = read.text('what', 'optional');
  const isOfThresholds = what === 'thresholds changed';
  return {
    eventId: id('eventId'),
    at: read.time('createdAt'),
    what,
    actor: read.text('actor', 'optional'),
    reason: read.text('reason', 'optional'),
    requestId: read.text('requestId', 'optional'),
    before: isOfThresholds ? thresholdsIn(read, 'before') : null,
    after: isOfThresholds ? thresholdsIn(read, 'after') : null,
    problems,
  };
}

function thresholdsIn(read: RowReading['read'], side: 'before' | 'after'): WorkflowEvent['before'] {
  const map = read.map(side);
  return (
    map && {
      confidenceThreshold: map.number('confidenceThreshold'),
      reviewThreshold: map.number('reviewThreshold'),
    }
  );
}
