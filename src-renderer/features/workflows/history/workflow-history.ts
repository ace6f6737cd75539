import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Failure } from '#shared/contract/result.ts';
import type { Workflow } from '#shared/contract/pipeline-items.ts';
import type { WorkflowEvent, WorkflowKey } from '#shared/contract/workflows.ts';
import type { Persona } from '#shared/contract/session.ts';
import type { Thresholds } from '#shared/domain/statuses.ts';
import { isSameDraft, liveThresholds } from '#shared/domain/thresholds/threshold-draft.ts';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions, pagedOptions } from '#renderer/contract/operation-options.ts';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import { formatDayAndTime, formatPair } from '../threshold-text.ts';
import { messages } from '../messages.ts';

export interface HistoryReading {
  readonly events: readonly WorkflowEvent[];
  readonly isRead: boolean;
  readonly complete: boolean;
  readonly reading: boolean;
  readonly failure: Failure | undefined;
  /** The price of the last page, used to estimate the next one. */
  readonly lastRru: number | undefined;
  readonly readOn: () => void;
  readonly readAgain: () => void;
}

export function useHistory({ tenantId, projectId, workflowId }: WorkflowKey): HistoryReading {
  const query = useInfiniteQuery(
    pagedOptions('workflows.history', { tenantId, projectId, workflowId, pageSize }),
  );
  const pages = query.data?.pages ?? [];
  const receipts = pages.flatMap(({ receipt }) => receipt ?? []);
  useShowReceipt('history', receipts);
  return {
    events: pages.flatMap(({ value }) => value.rows),
    isRead: query.data !== undefined,
    complete: query.data !== undefined && !query.hasNextPage,
    reading: query.isFetching,
    failure: query.error === null ? undefined : toFailure(query.error),
    lastRru: receipts.at(-1)?.rru,
    readOn: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage();
    },
    readAgain: () => void query.refetch(),
  };
}

const pageSize = 20;

/**
 * Returns the names of people who changed the workflow. A person whom the session does not know is looked up
 * among the users of the tenant.
 */
export function useNames(
  tenantId: string,
  ids: readonly string[],
  personas: readonly Persona[],
): (id: string) => string {
  const known = (id: string) => personas.find((one) => one.id === id)?.name;
  const isUnknown = ids.some((id) => known(id) === undefined);
  const query = useQuery({
    ...operationOptions('users.ofTenant', { tenantId, pageSize: 200 }),
    enabled: isUnknown,
  });
  useShowReceipt('people', query.data?.receipt);
  const users = query.data?.value.rows ?? [];
  return (id) => known(id) ?? users.find(({ userId }) => userId === id)?.name ?? id;
}

/** A version of a workflow: its author and its values. */
export interface HistoryRow {
  readonly event: WorkflowEvent;
  /** Null if the history and the workflow disagree on the number of changes. */
  readonly version: number | null;
  readonly thresholds: Thresholds | null;
  /** False if this change left the thresholds as they were. */
  readonly changed: boolean;
  readonly isLive: boolean;
  /** Reverting to this version would change something. */
  readonly differs: boolean;
}

type Live = Pick<Workflow, 'version' | 'confidenceThreshold' | 'reviewThreshold'>;

/**
 * Returns the versions, newest first and without gaps. With `complete` the oldest is the first that ever
 * existed.
 */
export function toHistoryRows(
  events: readonly WorkflowEvent[],
  workflow: Live,
  complete: boolean,
): readonly HistoryRow[] {
  const live = liveThresholds(workflow);
  const isNumbered = !isAhead(events, workflow) && isCounted(events, workflow, complete);
  return events.map((event, place) => {
    const thresholds = findThresholdsAfter(events, place, live);
    return {
      event,
      version: isNumbered && workflow.version !== null ? workflow.version - place : null,
      thresholds,
      changed: toThresholds(event.after) !== null,
      isLive: place === 0 && isNumbered,
      differs: live !== null && thresholds !== null && !isSameDraft(thresholds, live),
    };
  });
}

/** The history contains a change of thresholds that the workflow does not include yet. */
export function isAhead(events: readonly WorkflowEvent[], workflow: Live): boolean {
  const live = liveThresholds(workflow);
  const newest = events.map(({ after }) => toThresholds(after)).find((after) => after !== null);
  return live !== null && newest !== undefined && newest !== null && !isSameDraft(newest, live);
}

/** Each change raises the version by one, so the oldest event must be version 1. */
function isCounted(events: readonly WorkflowEvent[], { version }: Live, complete: boolean): boolean {
  if (version === null) return false;
  return complete ? version === events.length : version > events.length;
}

/**
 * Returns the values of this change, or else the old values of the next change of thresholds, or else the
 * live ones. No other change lies between.
 */
function findThresholdsAfter(
  events: readonly WorkflowEvent[],
  place: number,
  live: Thresholds | null,
): Thresholds | null {
  const own = toThresholds(events[place]?.after ?? null);
  if (own !== null) return own;
  for (const { before } of events.slice(0, place).toReversed()) {
    const found = toThresholds(before);
    if (found !== null) return found;
  }
  return live;
}

function toThresholds(values: WorkflowEvent['after']): Thresholds | null {
  return values === null ? null : liveThresholds(values);
}

/** A change of thresholds is described by its reason alone; any other also says what changed. */
export function describeReason({ what, reason, after }: WorkflowEvent): {
  readonly what: string | null;
  readonly why: string;
} {
  const isOfThresholds = after !== null;
  return {
    what: isOfThresholds || what === null ? null : reason === null ? what : `${what}: `,
    why: reason ?? (isOfThresholds || what === null ? messages.history.noReason : ''),
  };
}

/** "version 3", or else "20 Nov, 11:02". */
export function formatRowName({ version, event }: HistoryRow, now: number): string {
  return version === null
    ? `what was live from ${formatDayAndTime(event.at, now)}`
    : `version ${String(version)}`;
}

/** Suggests the beginning of a reason, which can be edited before it is saved. */
export function suggestReason(row: HistoryRow, now: number): string {
  const { version, event, thresholds } = row;
  const which = version === null ? '' : ` of ${formatDayAndTime(event.at, now)}`;
  const says = thresholds === null ? '' : ` (${formatPair(thresholds)})`;
  return `Back to ${formatRowName(row, now)}${which}${says}.`;
}
