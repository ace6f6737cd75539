import type { Workflow } from '#shared/contract/triage/tenants.ts';
import type { WorkflowEvent } from '#shared/contract/workflows/workflows.ts';
import type { Thresholds } from '#shared/domain/document-status.ts';
import { isSameDraft, liveThresholds } from '#shared/domain/thresholds/draft.ts';

/** A version of a workflow: who made it, and what it said afterwards. */
export interface HistoryRow {
  readonly event: WorkflowEvent;
  /** Null where the history and the workflow do not agree how many changes there were. */
  readonly version: number | null;
  readonly thresholds: Thresholds | null;
  /** Whether this change was one of thresholds; any other left them as they were. */
  readonly changed: boolean;
  readonly isLive: boolean;
  /** It would change something to go back to it. */
  readonly differs: boolean;
}

type Live = Pick<Workflow, 'version' | 'confidenceThreshold' | 'reviewThreshold'>;

/** Newest first, with nothing left out between them; `complete`: the oldest is the first that ever was. */
export function historyRows(
  events: readonly WorkflowEvent[],
  workflow: Live,
  complete: boolean,
): readonly HistoryRow[] {
  const live = liveThresholds(workflow);
  const isNumbered = !isAhead(events, workflow) && isCounted(events, workflow, complete);
  return events.map((event, place) => {
    const thresholds = thresholdsAfter(events, place, live);
    return {
      event,
      version: isNumbered && workflow.version !== null ? workflow.version - place : null,
      thresholds,
      changed: thresholdsOf(event.after) !== null,
      isLive: place === 0 && isNumbered,
      differs: live !== null && thresholds !== null && !isSameDraft(thresholds, live),
    };
  });
}

/** The history knows a change of thresholds that the workflow, as it was read, does not. */
export function isAhead(events: readonly WorkflowEvent[], workflow: Live): boolean {
  const live = liveThresholds(workflow);
  const newest = events.map(({ after }) => thresholdsOf(after)).find((after) => after !== null);
  return live !== null && newest !== undefined && newest !== null && !isSameDraft(newest, live);
}

/** Each change raises the version by one, so that the first of all is version 1. */
function isCounted(events: readonly WorkflowEvent[], { version }: Live, complete: boolean): boolean {
  if (version === null) return false;
  return complete ? version === events.length : version > events.length;
}

/**
 * Its own values; else what the next change of thresholds found, since nothing lies between; else what is live, since
 * none came after.
 */
function thresholdsAfter(
  events: readonly WorkflowEvent[],
  place: number,
  live: Thresholds | null,
): Thresholds | null {
  const own = thresholdsOf(events[place]?.after ?? null);
  if (own !== null) return own;
  for (const { before } of events.slice(0, place).toReversed()) {
    const found = thresholdsOf(before);
    if (found !== null) return found;
  }
  return live;
}

function thresholdsOf(values: WorkflowEvent['after']): Thresholds | null {
  return values === null ? null : liveThresholds(values);
}
