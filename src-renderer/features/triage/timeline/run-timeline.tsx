import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions, pagedOptions } from '#renderer/contract/operation-options.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { PaneHead } from '#renderer/ui/pane.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import { StatusGlyph } from '#renderer/ui/status.tsx';
import { useStillWanted } from '#renderer/ui/use-still-wanted.ts';
import { useWidth } from '#renderer/ui/use-width.ts';
import { executionTimeline } from '#shared/domain/timeline/execution-timeline.ts';
import { grouped } from '#shared/domain/formatting.ts';
import type { Iteration, TimelineStage } from '#shared/domain/timeline/iteration-track.ts';
import { PartFailure } from '../parts/part-failure.tsx';
import { formatDuration, formatIterationName, stateLabels, describeTrouble } from './iteration-text.ts';
import { laneNameWidth, TimelineChart } from './timeline-chart.tsx';
import { MapRunPart } from './map-run.tsx';
import { pickGlyph, layOutLanes, type Lanes } from './timeline-lanes.ts';
import styles from './timeline.module.css';
import { messages } from '../messages.ts';

interface RunTimelineProps {
  readonly batchId: string;
  readonly run: number;
  /** The outcome by its batch; empty while it is running. */
  readonly outcome: string;
  readonly onOpenDocument: (documentId: string) => void;
}

/** Draws a run over time, with a lane for each document processed in parallel. */
export function RunTimeline({ batchId, run, outcome, onOpenDocument }: RunTimelineProps) {
  const read = useRunHistory(batchId, run, outcome);
  const { opening, openIteration } = useOpenIteration({ batchId, run }, onOpenDocument);
  const { history, lanes } = read;

  if (lanes === null) {
    if (history.isPending)
      return <SkeletonRows rows={8} label={`Reading the history of run ${run}`} labelVisible />;
    const failure = toFailure(history.error);
    if (failure.code === 'not-found') {
      return (
        <EmptyState title={messages.timeline.noExecution(run)}>{messages.timeline.startsLater}</EmptyState>
      );
    }
    return (
      <PartFailure
        failure={failure}
        title={messages.timeline.notRead}
        notDone={messages.timeline.nothingChanged}
        onRetry={failure.code === 'execution-expired' ? undefined : () => void history.refetch()}
        retrying={history.isFetching}
      />
    );
  }
  if (lanes.timeline.events === 0) {
    return <EmptyState title={messages.timeline.noEvents(run)}>{messages.timeline.noEventsNext}</EmptyState>;
  }
  return (
    <TimelineBody
      label={`Iterations of run ${run}`}
      run={{ batchId, run }}
      read={read}
      lanes={lanes}
      opening={opening}
      onOpenIteration={(index) => void openIteration(index)}
      onOpenDocument={onOpenDocument}
    />
  );
}

interface RunName {
  readonly batchId: string;
  readonly run: number;
}

interface TimelineBodyProps {
  readonly label: string;
  readonly run: RunName;
  readonly read: RunHistory;
  readonly lanes: Lanes;
  readonly opening: ReturnType<typeof useOpenIteration>['opening'];
  readonly onOpenIteration: (index: number) => void;
  readonly onOpenDocument: (documentId: string) => void;
}

/** Shows the lanes or the table, and notes about them. */
function TimelineBody(props: TimelineBodyProps) {
  const { label, run, read, lanes, opening, onOpenIteration, onOpenDocument } = props;
  const [isTable, setTable] = useState(false);
  const [measure, width] = useWidth();
  const { iterations, slots } = lanes.timeline;
  const isLive = lanes.timeline.attempts.at(-1)?.state === 'running' && !read.history.hasNextPage;
  if (lanes.timeline.hasMapRun && iterations.length === 0) {
    return (
      <div className={styles.body}>
        <MapRunPart
          run={run}
          isLive={isLive}
          onReadAgain={() => void read.history.refetch()}
          onOpenDocument={onOpenDocument}
        />
      </div>
    );
  }
  return (
    <div ref={measure} className={styles.body}>
      <PaneHead
        level={3}
        title="Map iterations"
        hint={`${grouped(iterations.length)}, ${slots} at once`}
        actions={
          <>
            {isLive ? (
              <IconButton
                size="sm"
                icon="refresh"
                label={messages.timeline.readAgain}
                disabled={read.history.isRefetching}
                onClick={() => void read.history.refetch()}
              />
            ) : null}
            <Button size="sm" variant="ghost" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
              {isTable ? messages.timeline.asLanes : messages.timeline.asTable}
            </Button>
          </>
        }
      />
      <PartlyRead read={read} events={lanes.timeline.events} />
      {opening === null ? null : (
        <Note flat live tone={opening.trouble === null ? 'info' : 'warn'}>
          {opening.trouble === null
            ? messages.timeline.findingDocument(opening.index)
            : messages.timeline.notOpened(opening.index, opening.trouble)}
        </Note>
      )}
      {isTable ? (
        <div className={styles.table}>
          <TimelineTable label={label} lanes={lanes} onOpenIteration={onOpenIteration} />
        </div>
      ) : iterations.length === 0 ? (
        <p className={styles.none}>{messages.timeline.noIterations}</p>
      ) : width === null ? null : (
        <div className={styles.lanes}>
          <TimelineChart
            label={label}
            lanes={lanes}
            width={Math.max(width - laneNameWidth - sidePadding, 120)}
            onOpenIteration={onOpenIteration}
          />
        </div>
      )}
    </div>
  );
}

/** This is the padding beside the lanes in the stylesheet. */
const sidePadding = 28;

function PartlyRead({ read, events }: { readonly read: RunHistory; readonly events: number }) {
  const { history, isReadingOn, readRest, stopReading } = read;
  if (!history.hasNextPage) return null;
  const trouble = history.isFetchNextPageError ? toFailure(history.error).message : null;
  return (
    <Note
      flat
      live
      tone={trouble === null ? 'info' : 'warn'}
      action={
        isReadingOn ? (
          <Button size="sm" onClick={stopReading}>
            Stop
          </Button>
        ) : (
          <Button size="sm" onClick={readRest}>
            {trouble === null ? 'Read the rest' : 'Try again'}
          </Button>
        )
      }
    >
      {trouble === null ? '' : `${trouble} `}
      {isReadingOn
        ? messages.timeline.readingOn(grouped(events))
        : messages.timeline.firstEvents(grouped(events))}
    </Note>
  );
}

interface TimelineTableProps {
  readonly label: string;
  readonly lanes: Lanes;
  readonly onOpenIteration: (index: number) => void;
}

/** Shows the lanes as a table, for people who prefer to read. */
function TimelineTable({ label, lanes, onOpenIteration }: TimelineTableProps) {
  const { iterations, from } = lanes.timeline;
  const columns = useMemo(() => buildColumns(from ?? 0), [from]);
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={iterations}
      rowId={({ index, startedAt }) => `${index} ${startedAt}`}
      rowName={formatIterationName}
      onOpen={({ index }) => onOpenIteration(index)}
    />
  );
}

function buildColumns(start: number): readonly DataColumn<Iteration>[] {
  return [
    {
      id: 'iteration',
      title: 'Iteration',
      width: 84,
      hideable: false,
      strong: true,
      value: ({ index }) => index,
      cell: (row) => (
        <span className={styles.named}>
          <StatusGlyph glyph={pickGlyph(row)} />
          {row.index}
        </span>
      ),
    },
    { id: 'lane', title: 'Lane', width: 56, align: 'end', value: ({ slot }) => slot + 1 },
    toTimeColumn('after', 'Began after', ({ startedAt }) => startedAt - start),
    toTimeColumn('took', 'Took', ({ startedAt, endedAt }) => (endedAt === null ? null : endedAt - startedAt)),
    toTimeColumn('textract', 'Textract', (row) => sumStageTime(row, 'textract')),
    toTimeColumn('gap-fill', 'Gap-fill', (row) => sumStageTime(row, 'gap-fill')),
    toTimeColumn('verify', 'Verify', (row) => sumStageTime(row, 'verify')),
    { id: 'retries', title: 'Retries', width: 64, align: 'end', value: ({ retries }) => retries },
    {
      id: 'outcome',
      title: messages.timeline.outcome,
      min: 180,
      value: ({ state }) => stateLabels[state],
      text: describeOutcome,
    },
  ];
}

function toTimeColumn(
  id: string,
  title: string,
  value: (row: Iteration) => number | null,
): DataColumn<Iteration> {
  return {
    id,
    title,
    width: 92,
    align: 'end',
    value,
    text: (row) => {
      const ms = value(row);
      return ms === null ? '' : formatDuration(ms);
    },
  };
}

/** Returns the time with retries. It has two parts if a redrive resumed the stage. */
function sumStageTime({ stages }: Iteration, stage: TimelineStage): number | null {
  const spans = stages.filter((span) => span.stage === stage);
  if (spans.length === 0 || spans.some(({ to }) => to === null)) return null;
  return spans.reduce((sum, { from, to }) => sum + (to ?? from) - from, 0);
}

function describeOutcome({ state, stages }: Iteration): string {
  const errors = stages.flatMap((span) => (span.error === null ? [] : [describeTrouble(span)]));
  return [stateLabels[state], ...errors].join('; ');
}

/**
 * Reads the first page of a run's history at once and the others on request. It is read again when the
 * outcome changes, because the old pages do not contain the end.
 */
function useRunHistory(batchId: string, run: number, outcome: string) {
  const history = useInfiniteQuery(pagedOptions('executions.history', { batchId, run }));
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = history;
  const pages = data?.pages;
  const lanes = useMemo(
    () =>
      pages === undefined ? null : layOutLanes(executionTimeline(pages.flatMap(({ value }) => value.events))),
    [pages],
  );
  const receipts = pages?.flatMap(({ receipt }) => receipt ?? []);
  useShowReceipt('timeline', receipts);

  const readWith = useRef(outcome);
  const readAgain = useEffectEvent(() => void history.refetch());
  useEffect(() => {
    if (readWith.current === outcome) return;
    readWith.current = outcome;
    readAgain();
  }, [outcome]);

  const [wantsAll, setWantsAll] = useState(false);
  const readsOn = wantsAll && hasNextPage && !isFetchNextPageError;
  useEffect(() => {
    // Pages are read one at a time, because each contains the start of the next.
    if (readsOn && !isFetchingNextPage) void fetchNextPage();
  }, [readsOn, isFetchingNextPage, fetchNextPage]);

  return {
    history,
    lanes,
    isReadingOn: readsOn || isFetchingNextPage,
    readRest: () => {
      setWantsAll(true);
      if (isFetchNextPageError) void fetchNextPage();
    },
    stopReading: () => setWantsAll(false),
  };
}
type RunHistory = ReturnType<typeof useRunHistory>;

interface Opening {
  readonly index: number;
  /** Null while it is being read. */
  readonly trouble: string | null;
}

/**
 * The document of an iteration is in the input of its Map state, which is read once, when an iteration is
 * opened.
 */
function useOpenIteration(
  { batchId, run }: { readonly batchId: string; readonly run: number },
  onOpenDocument: (documentId: string) => void,
) {
  const client = useQueryClient();
  const beginWaiting = useStillWanted(`${batchId} ${run}`);
  const [opening, setOpening] = useState<Opening | null>(null);

  async function openIteration(index: number): Promise<void> {
    setOpening({ index, trouble: null });
    const isWanted = beginWaiting();
    try {
      const options = operationOptions('executions.documents', { batchId, run });
      const { documentIds } = (await client.fetchQuery(options)).value;
      if (!isWanted()) return;
      const documentId = documentIds[index];
      if (documentId === undefined) {
        setOpening({ index, trouble: messages.timeline.noDocument });
        return;
      }
      setOpening(null);
      onOpenDocument(documentId);
    } catch (error) {
      if (isWanted()) setOpening({ index, trouble: toFailure(error).message });
    }
  }
  return { opening, openIteration };
}
