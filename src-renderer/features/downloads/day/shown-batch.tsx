import { useQuery } from '@tanstack/react-query';
import type { DownloadBatch } from '#shared/contract/downloads/downloads.ts';
import { daysOfBatches } from '#shared/domain/downloads/days.ts';
import { failureOf } from '#renderer/contract/failure-error.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';
import { StaleNote } from '#renderer/ui/states/stale-note.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import type { PaneProps } from '../acting/pane-props.ts';
import { asRead } from '../batch/as-read.ts';
import { BatchPane } from '../batch/batch-pane.tsx';
import { FileFailure } from '../file/file-failure.tsx';
import { WithFile } from '../file/with-file.tsx';
import { longDay } from '../strip/day-words.ts';
import type { DayReading } from '../strip/use-days.ts';

interface ShownBatchProps extends PaneProps {
  readonly day: string;
  readonly reading: DayReading;
  readonly batchId: string | null;
  readonly open: DownloadBatch | undefined;
  readonly whyNotRun: string | undefined;
  readonly onRunAgain: () => void;
}

/** The batch that is open, or why there is none to show. */
export function ShownBatch(props: ShownBatchProps) {
  const { reading, batchId, open, now } = props;
  if (open !== undefined) {
    const readAt = asRead(reading.read?.asOf, now);
    return <BatchPane key={open.batchId} {...props} batch={open} readAt={readAt} />;
  }
  const isRead = reading.read !== undefined || reading.failure !== undefined;
  if (batchId !== null && isRead) return <BatchById {...props} batchId={batchId} />;
  return (
    <WithFile {...props} batchId={null} order={[]}>
      <NoBatch {...props} />
    </WithFile>
  );
}

function NoBatch({ day, today, reading, whyNotRun, onRunAgain }: ShownBatchProps) {
  const { read, failure, isReading, readAgain } = reading;
  if (failure !== undefined) {
    return (
      <FileFailure
        failure={failure}
        title={`${longDay(day)} was not read`}
        notDone="No batch of it is shown. The other days are, and nothing was changed."
        onRetry={readAgain}
        isRetrying={isReading}
      />
    );
  }
  if (read === undefined) return <SkeletonRows rows={8} label="Reading the day" />;
  const isToday = day === today;
  return (
    <EmptyState
      title={isToday ? 'Today has no batch yet' : `${longDay(day)} has no batch`}
      actions={
        whyNotRun === undefined ? (
          <Button size="sm" icon="play" onClick={onRunAgain}>
            Run this day…
          </Button>
        ) : undefined
      }
    >
      <p>
        {isToday
          ? 'The daily schedule has not started one. Read today again once it should have.'
          : `The daily schedule started none, or it is gone: batches are kept for ${String(daysOfBatches)} days.`}
      </p>
    </EmptyState>
  );
}

/** One that the index of days does not list, or not yet. */
function BatchById(props: ShownBatchProps & { readonly batchId: string }) {
  const { batchId, now } = props;
  const query = useQuery(operationOptions('downloads.batch', { batchId }));
  useShowReceipt('batch', query.data?.receipt);
  const failure = query.error === null ? undefined : failureOf(query.error);
  if (query.data !== undefined && failure?.code !== 'not-found') {
    const { value: batch, receipt } = query.data;
    const notReadAgain = failure && (
      <StaleNote
        flat
        reason={failure.message}
        showing="What was read before is shown."
        action={
          <Button size="sm" variant="ghost" loading={query.isFetching} onClick={() => void query.refetch()}>
            Try again
          </Button>
        }
      />
    );
    const readAt = asRead(receipt?.asOf, now);
    return <BatchPane key={batchId} {...props} {...{ batch, readAt, notReadAgain }} />;
  }
  if (failure === undefined) return <SkeletonRows rows={8} label="Reading the batch" />;
  return (
    <FileFailure
      failure={failure}
      title="The batch was not read"
      notDone="No batch is shown, and nothing was changed."
      onRetry={() => void query.refetch()}
      isRetrying={query.isFetching}
    />
  );
}
