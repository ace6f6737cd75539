import { failureOf } from '#renderer/contract/failure-error.ts';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';
import { PartFailure } from '../parts/part-failure.tsx';
import { TimelineBody } from './timeline-body.tsx';
import { useOpenIteration } from './use-open-iteration.ts';
import { useRunHistory } from './use-run-history.ts';

export interface RunTimelineProps {
  readonly batchId: string;
  readonly run: number;
  /** As its batch tells it; empty while it goes on. */
  readonly outcome: string;
  readonly onOpenDocument: (documentId: string) => void;
}

/** How a run went: a lane for each document that was in work at once, over time. */
export function RunTimeline({ batchId, run, outcome, onOpenDocument }: RunTimelineProps) {
  const read = useRunHistory(batchId, run, outcome);
  const { opening, openIteration } = useOpenIteration({ batchId, run }, onOpenDocument);
  const { history, lanes } = read;

  if (lanes === null) {
    if (history.isPending)
      return <SkeletonRows rows={8} label={`Reading the history of run ${run}`} labelVisible />;
    const failure = failureOf(history.error);
    if (failure.code === 'not-found') {
      return (
        <EmptyState title={`Run ${run} has no execution yet`}>
          Its timeline begins when Step Functions has started it.
        </EmptyState>
      );
    }
    return (
      <PartFailure
        failure={failure}
        title="The timeline was not read"
        notDone="Nothing was changed. The documents of the batch are read on their own."
        onRetry={failure.code === 'execution-expired' ? undefined : () => void history.refetch()}
        retrying={history.isFetching}
      />
    );
  }
  if (lanes.timeline.events === 0) {
    return (
      <EmptyState title={`Nothing has happened in run ${run} yet`}>
        Step Functions has written down no event of it.
      </EmptyState>
    );
  }
  return (
    <TimelineBody
      label={`Iterations of run ${run}`}
      read={read}
      lanes={lanes}
      opening={opening}
      onOpenIteration={(index) => void openIteration(index)}
    />
  );
}
