import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { operationOptions, pagedOptions } from '#renderer/contract/operation-options.ts';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import type { Execution, HistoryName } from '#shared/contract/executions.ts';
import {
  findFailure,
  toEventRows,
  type EventRow,
  type EventRows,
} from '#shared/domain/timeline/event-rows.ts';

/** Reads the events of an execution page by page; the timeline of the run shares what was read. */
export function useRunEvents(name: HistoryName) {
  const query = useInfiniteQuery(pagedOptions('executions.history', name));
  const pages = query.data?.pages;
  const read = useMemo<EventRows>(
    () => toEventRows((pages ?? []).flatMap(({ value }) => value.events)),
    [pages],
  );
  useShowReceipt(
    'timeline',
    pages?.flatMap(({ receipt }) => receipt ?? []),
  );
  return { query, read };
}

/** Returns the documents of the iterations in their order; empty until they are read, and for a child execution. */
export function useIterationDocuments({ batchId, run, child }: HistoryName, wanted: boolean) {
  const query = useQuery({
    ...operationOptions('executions.documents', { batchId, run }),
    enabled: wanted && child === undefined,
  });
  useShowReceipt('iterations', query.data?.receipt);
  return { documentIds: query.data?.value.documentIds ?? none, isPending: query.isLoading };
}

const none: readonly string[] = [];

/** Finds where an execution failed, from the last events of its history alone. */
export function useFailure({ batchId, run, status, stoppedAt }: Execution) {
  const last = operationOptions('executions.history', { batchId, run, newestFirst: true, pageSize: 200 });
  const query = useQuery({
    ...last,
    // A redrive keeps the number of the run and may fail elsewhere, so each end has its own answer.
    queryKey: [...last.queryKey, stoppedAt],
    enabled: status === 'FAILED' || status === 'TIMED_OUT' || status === 'ABORTED',
  });
  useShowReceipt('failure', query.data?.receipt);
  const events = query.data?.value.events;
  return useMemo(
    () => (events === undefined ? null : findFailure(toEventRows(events.toReversed()))),
    [events],
  );
}

/** A page has up to 1,000 events and is one call to Step Functions. */
const mostPagesLooked = 10;

/**
 * Looks in another run for the same event of the same document, page by page until it is found. Undefined while it is
 * looked for; null: there is none in the events that were read, which are all of them unless `isCut`.
 */
export function useEventInRun(
  other: { readonly batchId: string; readonly run: number },
  row: EventRow | undefined,
  documentId: string | null,
) {
  const wanted = row !== undefined;
  const history = useInfiniteQuery({ ...pagedOptions('executions.history', other), enabled: wanted });
  const listed = useQuery({
    ...operationOptions('executions.documents', other),
    enabled: wanted && row.iteration !== null,
  });
  const pages = history.data?.pages;
  const documentIds = listed.data?.value.documentIds;
  const found = useMemo(() => {
    if (row === undefined || pages === undefined) return undefined;
    if (row.iteration !== null && documentIds === undefined) return undefined;
    const iteration = row.iteration === null ? null : (documentIds?.indexOf(documentId ?? '') ?? -1);
    const { rows } = toEventRows(pages.flatMap(({ value }) => value.events));
    return findSameEvent(rows, row, iteration);
  }, [row, pages, documentIds, documentId]);

  // The other run has no iteration of a document that it did not work on, so no further page has its event.
  const isElsewhere = row?.iteration !== null && documentIds?.includes(documentId ?? '') === false;
  const hasMore = history.hasNextPage && (pages?.length ?? 0) < mostPagesLooked && !isElsewhere;
  const readOn = useEffectEvent(() => void history.fetchNextPage());
  useEffect(() => {
    if (found === null && hasMore && !history.isFetching && history.error === null) readOn();
  }, [found, hasMore, history.isFetching, history.error]);
  useShowReceipt(
    'other run',
    pages?.flatMap(({ receipt }) => receipt ?? []),
  );
  return {
    eventId: found === null && hasMore ? undefined : found,
    isCut: history.hasNextPage && !isElsewhere,
    error: history.error ?? listed.error,
  };
}

/** Returns the id of the event of the same kind and state; null if there is none. */
export function findSameEvent(
  rows: readonly EventRow[],
  row: Pick<EventRow, 'type' | 'state'>,
  iteration: number | null,
): number | null {
  const same = rows.find(
    (one) => one.type === row.type && one.state === row.state && one.iteration === iteration,
  );
  return same?.id ?? null;
}

/** A payload that the opened event can be compared with. */
export interface OtherEvent {
  readonly key: string;
  readonly label: string;
  readonly eventId: number;
}

const mostOthers = 30;

/** Lists the events of the same kind and state: of another attempt first, then of other iterations. */
export function listOthers(
  { rows }: EventRows,
  row: EventRow,
  nameOther: (iteration: number) => string,
): readonly OtherEvent[] {
  const alike = rows.filter(
    (one) => one.id !== row.id && one.type === row.type && one.state === row.state && row.state !== null,
  );
  return [
    ...alike
      .filter((one) => one.iteration === row.iteration)
      .map((one) =>
        toOther(
          one,
          one.attempt === null ? `Event ${String(one.id)}` : `Attempt ${String(one.attempt.number)}`,
        ),
      ),
    ...alike
      .filter((one) => one.iteration !== row.iteration)
      .slice(0, mostOthers)
      .map((one) =>
        toOther(one, one.iteration === null ? `Event ${String(one.id)}` : nameOther(one.iteration)),
      ),
  ];
}

/** The state that was entered was left by this event, and the other way round. */
export function findOtherEnd({ rows }: EventRows, row: EventRow): EventRow | undefined {
  const isOther = (one: EventRow): boolean => one.state === row.state && one.iteration === row.iteration;
  if (row.type.endsWith('StateEntered')) {
    return rows.find((one) => one.id > row.id && one.type.endsWith('StateExited') && isOther(one));
  }
  if (!row.type.endsWith('StateExited')) return undefined;
  return rows.findLast((one) => one.id < row.id && one.type.endsWith('StateEntered') && isOther(one));
}

function toOther(one: EventRow, label: string): OtherEvent {
  return { key: String(one.id), label, eventId: one.id };
}

/** The id of the document, or the number of its iteration while it is not known. */
export function nameIteration(documentIds: readonly string[], iteration: number | null): string {
  return iteration === null ? '' : (documentIds[iteration] ?? `Iteration ${String(iteration)}`);
}
