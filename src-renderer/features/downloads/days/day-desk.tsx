import { useQuery } from '@tanstack/react-query';
import type { DownloadBatch } from '#shared/contract/downloads.ts';
import { daysOfBatches, newestFirst } from '#shared/domain/download-days.ts';
import { whyNotChangeDownloads } from '#shared/permissions.ts';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { usePageCommands } from '#renderer/contract/page-commands.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { Button } from '#renderer/ui/button.tsx';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { SplitPanes } from '#renderer/ui/split-panes.tsx';
import { EmptyState, StaleNote } from '#renderer/ui/states.tsx';
import { getReadTime } from '../batch/batch-text.ts';
import { BatchPane } from '../batch/download-batch-pane.tsx';
import { useDownloadActions, useActOrExplain } from '../download-actions.ts';
import type { PaneProps } from '../downloads-page.tsx';
import { FileFailure, WithFile } from '../files/file-drawer.tsx';
import { messages } from '../messages.ts';
import { DayPane } from './day-pane.tsx';
import { formatLongDay, findOpenBatch, formatShortDay, whyNotRunAgain } from './day-text.ts';
import type { DayReading } from './use-days.ts';

interface DayDeskProps extends PaneProps {
  readonly day: string;
  readonly reading: DayReading;
  /** The batch of the address, or of the file in it. */
  readonly batchId: string | null;
}

/** Shows the batches of the chosen day on the left and the open one on the right. */
export function DayDesk(props: DayDeskProps) {
  const { day, reading, batchId, go, person, now, today } = props;
  const [width, keepWidth] = useKept(['downloads-page.day.width'], listWidth);
  const { runAgain } = useDownloadActions();
  const actOrExplain = useActOrExplain();
  const batches = newestFirst(reading.read?.batches ?? []);
  const open = findOpenBatch(batches, batchId);
  const whyNotRun = whyNotChangeDownloads(person.me) ?? whyNotRunAgain(day, today);
  const run = () => runAgain(day);

  function openBatch(next: string): void {
    if (next !== open?.batchId) {
      go({ batch: next, date: day, file: null, status: null, standing: null });
    }
  }
  function openBy(by: 1 | -1): void {
    const ids = batches.map((batch) => batch.batchId);
    const next = ids.at((ids.indexOf(open?.batchId ?? '') + by) % ids.length);
    if (next !== undefined) openBatch(next);
  }
  usePageKeys(pageKeys.downloads, {
    nextBatch: () => openBy(1),
    previousBatch: () => openBy(-1),
    runAgain: actOrExplain(whyNotRun, run),
  });
  usePageCommands(
    whyNotRun === undefined
      ? [
          {
            id: 'trigger-downloads',
            title: messages.day.runDayAgain(formatShortDay(day)),
            keywords: ['download', 're-trigger', 'trigger', 'batch', 'day', 'plan'],
            icon: 'retry',
            shortcut: pageKeys.downloads.runAgain,
            run,
          },
        ]
      : [],
  );

  return (
    <SplitPanes
      label={messages.day.batchesWidth}
      size={width}
      defaultSize={listWidth}
      min={248}
      minOther={440}
      narrow="stack"
      onResize={(size) => keepWidth(() => size)}
      start={
        <DayPane
          day={day}
          today={today}
          reading={reading}
          open={open}
          now={now}
          whyNotRun={whyNotRun}
          onOpen={openBatch}
          onRunAgain={run}
        />
      }
      end={<ShownBatch {...props} open={open} whyNotRun={whyNotRun} onRunAgain={run} />}
    />
  );
}

const listWidth = 344;

interface ShownBatchProps extends PaneProps {
  readonly day: string;
  readonly reading: DayReading;
  readonly batchId: string | null;
  readonly open: DownloadBatch | undefined;
  readonly whyNotRun: string | undefined;
  readonly onRunAgain: () => void;
}

/** Shows the open batch, or says why there is none. */
function ShownBatch(props: ShownBatchProps) {
  const { reading, batchId, open, now } = props;
  if (open !== undefined) {
    const readAt = getReadTime(reading.read?.asOf, now);
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
        title={messages.day.couldNotRead(formatLongDay(day))}
        notDone={messages.day.batchesNotShown}
        onRetry={readAgain}
        isRetrying={isReading}
      />
    );
  }
  if (read === undefined) return <SkeletonRows rows={8} label={messages.day.loading} />;
  const isToday = day === today;
  return (
    <EmptyState
      title={isToday ? messages.day.noneToday : messages.day.noneOn(formatLongDay(day))}
      actions={
        whyNotRun === undefined ? (
          <Button size="sm" icon="play" onClick={onRunAgain}>
            {messages.day.runDay}
          </Button>
        ) : undefined
      }
    >
      <p>{isToday ? messages.day.scheduleNotStarted : messages.day.scheduleMissed(String(daysOfBatches))}</p>
    </EmptyState>
  );
}

/** Reads a batch that the index of days does not list, or not yet. */
function BatchById(props: ShownBatchProps & { readonly batchId: string }) {
  const { batchId, now } = props;
  const query = useQuery(operationOptions('downloads.batch', { batchId }));
  useShowReceipt('batch', query.data?.receipt);
  const failure = query.error === null ? undefined : toFailure(query.error);
  if (query.data !== undefined && failure?.code !== 'not-found') {
    const { value: batch, receipt } = query.data;
    const notReadAgain = failure && (
      <StaleNote
        flat
        reason={failure.message}
        showing={messages.common.stale}
        action={
          <Button size="sm" variant="ghost" loading={query.isFetching} onClick={() => void query.refetch()}>
            {messages.common.retry}
          </Button>
        }
      />
    );
    const readAt = getReadTime(receipt?.asOf, now);
    return <BatchPane key={batchId} {...props} {...{ batch, readAt, notReadAgain }} />;
  }
  if (failure === undefined) return <SkeletonRows rows={8} label={messages.day.loadingBatch} />;
  return (
    <FileFailure
      failure={failure}
      title={messages.day.batchNotRead}
      notDone={messages.day.noBatchShown}
      onRetry={() => void query.refetch()}
      isRetrying={query.isFetching}
    />
  );
}
