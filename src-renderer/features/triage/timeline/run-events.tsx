import { useEffect, useMemo, useState } from 'react';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { Button } from '#renderer/ui/button.tsx';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { SplitPanes } from '#renderer/ui/split-panes.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import type { Execution, HistoryName } from '#shared/contract/executions.ts';
import type { EventRow, TaskAttempt } from '#shared/domain/timeline/event-rows.ts';
import { PartFailure } from '../parts/part-failure.tsx';
import { EventPane } from './event-pane.tsx';
import { useWidth } from '#renderer/ui/use-width.ts';
import styles from './events.module.css';
import { describeFailure, executionMessages as messages, formatSince } from './execution-messages.ts';
import { formatDuration } from './iteration-text.ts';
import { nameIteration, useFailure, useIterationDocuments, useRunEvents } from './use-run-events.ts';

interface RunEventsProps {
  readonly name: HistoryName;
  /** The other runs of the batch, with whose events one is compared. */
  readonly runs: readonly number[];
  readonly eventId: number | null;
  /** A document whose iteration alone is shown. */
  readonly about: string | null;
  readonly onEvent: (eventId: number | null) => void;
  readonly onAbout: (documentId: string | null) => void;
  readonly onOpenDocument: (documentId: string) => void;
}

/** Lists the events of an execution, and opens one of them beside the list. */
export function RunEvents(props: RunEventsProps) {
  const { name, eventId, about, onEvent, onAbout } = props;
  const { query, read } = useRunEvents(name);
  const { rows } = read;
  const { documentIds, isPending } = useIterationDocuments(
    name,
    rows.some(({ iteration }) => iteration !== null),
  );
  const [state, setState] = useState(allStates);
  const [filter, setFilter] = useState('');
  const iteration = about === null || name.child !== undefined ? -1 : documentIds.indexOf(about);
  const shown = useMemo(
    () =>
      rows.filter(
        (row) =>
          (state === allStates || row.state === state) && (iteration === -1 || row.iteration === iteration),
      ),
    [rows, state, iteration],
  );
  const columns = useMemo(
    () => buildColumns(documentIds, name.child !== undefined),
    [documentIds, name.child],
  );
  const states = useMemo(
    () => [...new Set(rows.map((row) => row.state))].filter((one) => one !== null),
    [rows],
  );
  const row = eventId === null ? undefined : rows.find(({ id }) => id === eventId);
  const isUnknown =
    about !== null && name.child === undefined && !isPending && iteration === -1 && rows.length > 0;
  const [measure, width] = useWidth();
  const more = query.hasNextPage;
  // A long history has the iteration of a document on a later page, and pages come one after the other.
  const { fetchNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  const isAhead = iteration !== -1 && more && !rows.some((one) => one.iteration === iteration);
  useEffect(() => {
    if (isAhead && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [isAhead, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const isNarrow = eventId !== null && width !== null && width < narrowWidth;
  return (
    <SplitPanes
      label={messages.split}
      sized="end"
      defaultSize={460}
      min={340}
      minOther={420}
      narrow="cover"
      start={
        <div ref={measure} className={styles.list}>
          {isUnknown ? (
            <Note flat live tone="warn">
              {messages.notInRun(about)}
            </Note>
          ) : null}
          <DataTable
            label={messages.events}
            columns={columns}
            visibleColumns={isNarrow ? narrowColumns : undefined}
            rows={shown}
            rowId={({ id }) => String(id)}
            rowName={({ id, type }) => messages.eventName(id, type)}
            head={
              <>
                <Select
                  label={messages.stateFilter}
                  labelHidden
                  size="sm"
                  className={styles.state}
                  value={states.includes(state) ? state : allStates}
                  onChange={setState}
                  options={[
                    { value: allStates, label: messages.allStates },
                    ...states.map((one) => ({ value: one, label: one })),
                  ]}
                />
                {about === null || iteration === -1 ? null : (
                  <Button size="sm" icon="close" onClick={() => onAbout(null)} title={messages.clearDocument}>
                    {messages.onlyDocument(about)}
                  </Button>
                )}
              </>
            }
            filter={filter}
            onFilterChange={setFilter}
            activeId={eventId === null ? undefined : String(eventId)}
            // An open event follows the row, so that one can be read after the other.
            onActiveChange={(id) => eventId !== null && onEvent(Number(id))}
            onOpen={({ id }) => onEvent(id)}
            opensOnClick
            loading={query.isPending || isAhead}
            empty={<EmptyState title={messages.noEvents}>{messages.noEventsNext}</EmptyState>}
            error={
              query.error === null || rows.length > 0 ? undefined : (
                <PartFailure
                  failure={toFailure(query.error)}
                  title={messages.eventsNotRead}
                  notDone={messages.nothingChanged}
                  onRetry={() => void query.refetch()}
                  retrying={query.isFetching}
                />
              )
            }
            end={{
              note: query.isFetchNextPageError
                ? toFailure(query.error).message
                : messages.read(rows.length, more),
              ...(more && { onMore: () => void query.fetchNextPage(), loading: query.isFetchingNextPage }),
            }}
          />
        </div>
      }
      end={
        eventId === null ? undefined : (
          <EventPane
            key={eventId}
            name={name}
            runs={props.runs}
            eventId={eventId}
            row={row}
            read={read}
            documentIds={documentIds}
            onClose={() => onEvent(null)}
            onAbout={onAbout}
            onOpenDocument={props.onOpenDocument}
          />
        )
      }
    />
  );
}

/** No state can have this name in a definition, because it has a line break. */
const allStates = 'all\nstates';

/** Below this width the columns that the open event shows as well give way. */
const narrowWidth = 880;
const narrowColumns = ['id', 'type', 'state', 'document', 'error', 'at'];

function buildColumns(documentIds: readonly string[], isChild: boolean): readonly DataColumn<EventRow>[] {
  return [
    { id: 'id', title: 'Event', width: 64, align: 'end', hideable: false, value: ({ id }) => id },
    { id: 'type', title: 'Type', min: 168, strong: true, value: ({ type }) => type },
    { id: 'state', title: 'State', min: 136, value: ({ state }) => state },
    {
      id: 'attempt',
      title: 'Attempt',
      width: 72,
      value: ({ attempt }) => attempt?.number ?? null,
      text: ({ attempt }) =>
        attempt === null || attempt.total < 2 ? '' : `${String(attempt.number)} of ${String(attempt.total)}`,
    },
    ...(isChild
      ? []
      : [
          {
            id: 'document',
            title: 'Document',
            min: 136,
            mono: true,
            value: ({ iteration }: EventRow) => iteration,
            text: ({ iteration }: EventRow) => nameIteration(documentIds, iteration),
          },
        ]),
    { id: 'error', title: 'Error', min: 120, value: ({ error }) => error },
    {
      id: 'at',
      title: 'Time (UTC)',
      width: 104,
      mono: true,
      value: ({ at }) => at,
      text: ({ at }) => new Date(at).toISOString().slice(11, 23),
    },
    {
      id: 'since',
      title: 'Since',
      width: 92,
      align: 'end',
      value: ({ sinceMs }) => sinceMs,
      text: ({ sinceMs }) => formatSince(sinceMs),
    },
  ];
}

interface RunAttemptsProps {
  readonly name: HistoryName;
  readonly onEvent: (eventId: number) => void;
}

/** Lists the attempts of tasks that were tried more than once or failed, with the waits between them. */
export function RunAttempts({ name, onEvent }: RunAttemptsProps) {
  const { query, read } = useRunEvents(name);
  const attempts = useMemo(
    () => read.attempts.filter(({ total, outcome }) => total > 1 || !/^(?:succeeded|running)$/.test(outcome)),
    [read],
  );
  const { documentIds } = useIterationDocuments(
    name,
    attempts.some(({ iteration }) => iteration !== null),
  );
  const columns = useMemo(() => buildAttemptColumns(documentIds), [documentIds]);
  const more = query.hasNextPage;
  return (
    <div className={styles.list}>
      <DataTable
        label={messages.attempts}
        columns={columns}
        rows={attempts}
        rowId={({ firstId }) => String(firstId)}
        rowName={(attempt) => `${attempt.state} ${messages.attemptOf(attempt)}`}
        onOpen={({ lastId }) => onEvent(lastId)}
        loading={query.isPending}
        empty={<EmptyState title={messages.noAttempts}>{messages.noAttemptsNext}</EmptyState>}
        end={{
          note: messages.read(read.rows.length, more),
          ...(more && { onMore: () => void query.fetchNextPage(), loading: query.isFetchingNextPage }),
        }}
      />
    </div>
  );
}

function buildAttemptColumns(documentIds: readonly string[]): readonly DataColumn<TaskAttempt>[] {
  return [
    { id: 'state', title: 'State', min: 132, strong: true, hideable: false, value: ({ state }) => state },
    {
      id: 'attempt',
      title: 'Attempt',
      min: 108,
      value: ({ number }) => number,
      text: (attempt) => messages.attemptOf(attempt),
    },
    {
      id: 'document',
      title: 'Document',
      min: 168,
      mono: true,
      value: ({ iteration }) => iteration,
      text: ({ iteration }) => nameIteration(documentIds, iteration),
    },
    {
      id: 'waited',
      title: 'Waited',
      width: 96,
      align: 'end',
      value: ({ waitedMs }) => waitedMs,
      text: ({ waitedMs }) => (waitedMs === null ? '' : formatDuration(waitedMs)),
    },
    {
      id: 'took',
      title: 'Took',
      width: 96,
      align: 'end',
      value: ({ from, to }) => (to === null ? null : to - from),
      text: ({ from, to }) => (to === null ? '' : formatDuration(to - from)),
    },
    {
      id: 'outcome',
      title: 'Outcome',
      min: 180,
      value: ({ outcome }) => outcome,
      text: ({ outcome, error }) => messages.outcomes[outcome] + (error === null ? '' : ` with ${error}`),
    },
  ];
}

interface WhyFailedProps {
  readonly execution: Execution;
  readonly onEvent: (eventId: number) => void;
}

/** Says in one sentence where the execution failed, from the last events of its history. */
export function WhyFailed({ execution, onEvent }: WhyFailedProps) {
  const failure = useFailure(execution);
  if (failure === null) return null;
  return (
    <Note
      tone="warn"
      action={
        <Button size="sm" onClick={() => onEvent(failure.eventId)}>
          {messages.openFailure}
        </Button>
      }
    >
      {describeFailure(execution.run, failure)}
    </Note>
  );
}
