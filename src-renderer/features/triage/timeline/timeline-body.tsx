import { useState } from 'react';
import { failureOf } from '#renderer/contract/failure-error.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { IconButton } from '#renderer/ui/icon-button/icon-button.tsx';
import { Note } from '#renderer/ui/note/note.tsx';
import { PaneHead } from '#renderer/ui/pane/pane.tsx';
import { useWidth } from '#renderer/ui/use-width.ts';
import type { Lanes } from './lanes.ts';
import { laneNameWidth, TimelineChart } from './timeline-chart.tsx';
import { TimelineTable } from './timeline-table.tsx';
import type { useOpenIteration } from './use-open-iteration.ts';
import type { RunHistory } from './use-run-history.ts';
import styles from './timeline.module.css';

interface TimelineBodyProps {
  readonly label: string;
  readonly read: RunHistory;
  readonly lanes: Lanes;
  readonly opening: ReturnType<typeof useOpenIteration>['opening'];
  readonly onOpenIteration: (index: number) => void;
}

/** The lanes or the table, and what is to be said of them. */
export function TimelineBody({ label, read, lanes, opening, onOpenIteration }: TimelineBodyProps) {
  const [isTable, setTable] = useState(false);
  const [measure, width] = useWidth();
  const { iterations, slots } = lanes.timeline;
  const isLive = lanes.timeline.attempts.at(-1)?.state === 'running' && !read.history.hasNextPage;
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
                label="Read again: it was not over yet"
                disabled={read.history.isRefetching}
                onClick={() => void read.history.refetch()}
              />
            ) : null}
            <Button size="sm" variant="ghost" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
              {isTable ? 'As lanes' : 'As a table'}
            </Button>
          </>
        }
      />
      <PartlyRead read={read} events={lanes.timeline.events} />
      {opening === null ? null : (
        <Note flat live tone={opening.trouble === null ? 'info' : 'warn'}>
          {opening.trouble === null
            ? `Reading which document iteration ${opening.index} was`
            : `Iteration ${opening.index} was not opened. ${opening.trouble}`}
        </Note>
      )}
      {isTable ? (
        <div className={styles.table}>
          <TimelineTable label={label} lanes={lanes} onOpenIteration={onOpenIteration} />
        </div>
      ) : iterations.length === 0 ? (
        <p className={styles.none}>No iteration of its Map has begun yet.</p>
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

/** Left and right of the lanes, as the styles have it. */
const sidePadding = 28;

function PartlyRead({ read, events }: { readonly read: RunHistory; readonly events: number }) {
  const { history, isReadingOn, readRest, stopReading } = read;
  if (!history.hasNextPage) return null;
  const trouble = history.isFetchNextPageError ? failureOf(history.error).message : null;
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
      {isReadingOn ? `${grouped(events)} events read, reading on` : `First ${grouped(events)} events`}
    </Note>
  );
}
