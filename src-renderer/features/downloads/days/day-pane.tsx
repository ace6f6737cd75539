import type { CSSProperties } from 'react';
import type { DownloadBatch, DownloadBatchStatus } from '#shared/contract/downloads.ts';
import { listFileSets, newestFirst } from '#shared/domain/download-days.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { KeyValueList, type KeyValueItem } from '#renderer/ui/key-value-list.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { Pane, PaneBar, PaneHead } from '#renderer/ui/pane.tsx';
import { formatTimeSpan } from '#renderer/ui/relative-time.tsx';
import { SideList, SideListNote, SideListRow } from '#renderer/ui/side-list.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { StaleNote } from '#renderer/ui/states.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import { getReadTime, describeRun, shortenBatchId, describeStarter } from '../batch/batch-text.ts';
import { DownloadStatus } from '../download-status.tsx';
import { toMomentItem } from '../files/file-drawer.tsx';
import { describeTimeToLive } from '../files/file-facts.ts';
import { formatFileCount, messages } from '../messages.ts';
import styles from './day-pane.module.css';
import { formatLocalBounds, formatShortDay, describeStatuses } from './day-text.ts';
import type { DayReading } from './use-days.ts';

interface DayPaneProps {
  readonly day: string;
  readonly today: string;
  readonly reading: DayReading;
  readonly open: DownloadBatch | undefined;
  readonly now: number;
  readonly whyNotRun: string | undefined;
  readonly onOpen: (batchId: string) => void;
  readonly onRunAgain: () => void;
}

/** Lists the batches of one day, the newest first, with the facts of the open one. */
export function DayPane(props: DayPaneProps) {
  const { day, today, reading, open, now, whyNotRun, onOpen, onRunAgain } = props;
  const { read, failure, isReading, readAgain } = reading;
  const batches = newestFirst(read?.batches ?? []);
  const readAt = getReadTime(read?.asOf, now);

  return (
    <Pane
      label={messages.day.region}
      top={
        <>
          <DayHead
            day={day}
            isToday={day === today}
            reading={reading}
            whyNotRun={whyNotRun}
            onRunAgain={onRunAgain}
          />
          {failure === undefined || read === undefined ? null : (
            <StaleNote
              flat
              reason={failure.message}
              showing={messages.common.stale}
              action={
                <Button size="sm" variant="ghost" loading={isReading} onClick={readAgain}>
                  {messages.common.retry}
                </Button>
              }
            />
          )}
        </>
      }
    >
      {read === undefined && failure === undefined && isReading ? (
        <SkeletonRows rows={4} label={messages.day.loading} />
      ) : null}
      <SideList label={messages.day.batches}>
        {batches.map((batch) => (
          <BatchRow
            key={batch.batchId}
            batch={batch}
            isOpen={batch.batchId === open?.batchId}
            now={readAt}
            onOpen={() => onOpen(batch.batchId)}
          />
        ))}
      </SideList>
      {open === undefined ? null : (
        <>
          <BatchStates status={open.status} />
          <BatchFacts batch={open} now={now} />
        </>
      )}
      <p className={styles.said}>
        {messages.day.localTime(formatLocalBounds(day))}
        {formatAge(now - readAt)}
        {batches.length > 1 ? (
          <span className={styles.keys}>
            <Kbd keys={pageKeys.downloads.nextBatch} /> {messages.day.nextBatch}
          </span>
        ) : null}
      </p>
    </Pane>
  );
}

/** A past day is not read again automatically, so the running batches are described as of this age. */
function formatAge(age: number): string {
  return age < 60_000 ? '' : messages.day.readAgo(formatTimeSpan(age));
}

interface DayHeadProps {
  readonly day: string;
  readonly isToday: boolean;
  readonly reading: DayReading;
  readonly whyNotRun: string | undefined;
  readonly onRunAgain: () => void;
}

/**
 * Shows the day and the status of its batches. Only today changes on its own, so only today has a button that
 * reads it again.
 */
function DayHead({ day, isToday, reading, whyNotRun, onRunAgain }: DayHeadProps) {
  const { read, isReading, readAgain } = reading;
  // An empty day has its own button to run it, below.
  const hasNone = read?.batches.length === 0;
  return (
    <PaneBar low snug>
      <div className={styles.what}>
        <h2 className={styles.title}>{formatShortDay(day)}</h2>
        <p className={styles.hint}>
          {isToday ? messages.day.today : ''}
          {read === undefined
            ? messages.day.notRead
            : hasNone
              ? messages.day.noBatch
              : describeStatuses(read)}
        </p>
      </div>
      {isToday ? (
        <IconButton
          icon="refresh"
          size="sm"
          label={isReading ? messages.day.readingAgain : messages.day.readAgain}
          shortcut={pageKeys.downloads.readAgain}
          disabled={isReading}
          onClick={readAgain}
        />
      ) : null}
      {hasNone ? null : (
        <Button size="sm" icon="play" disabled={whyNotRun ?? false} onClick={onRunAgain}>
          {messages.day.runAgain}
        </Button>
      )}
    </PaneBar>
  );
}

/** Shows who started the batch and why, how it ended, and how long it is kept. */
function BatchFacts({ batch, now }: { readonly batch: DownloadBatch; readonly now: number }) {
  const { triggerReason, closedBy, closeReason, timedOutAt, updatedAt, timeToLive } = batch;
  const items: readonly (KeyValueItem | undefined)[] = [
    { label: messages.day.startedBy, value: describeStarter(batch) },
    toFact(messages.day.reason, triggerReason),
    toMomentItem(messages.day.timedOut, timedOutAt, now),
    toFact(messages.day.closedBy, closedBy),
    toFact(messages.day.closeReason, closeReason),
    toMomentItem(messages.day.lastChanged, updatedAt, now),
    { label: messages.day.kept, value: describeTimeToLive(timeToLive, now) },
  ];
  return (
    <div className={styles.facts}>
      <KeyValueList size="small" items={items.filter((item) => item !== undefined)} />
    </div>
  );
}

function toFact(label: string, value: string | null): KeyValueItem | undefined {
  return value === null ? undefined : { label, value };
}

interface BatchRowProps {
  readonly batch: DownloadBatch;
  readonly isOpen: boolean;
  readonly now: number;
  readonly onOpen: () => void;
}

function BatchRow({ batch, isOpen, now, onOpen }: BatchRowProps) {
  const { batchId, status, expected, catchingUp } = batch;
  const { completed, failed, open } = listFileSets(batch);
  return (
    <SideListRow isOpen={isOpen} className={styles.row} title={batchId} onOpen={onOpen}>
      <span className={styles.line}>
        <span className={styles.id}>{shortenBatchId(batchId)}</span>
        <DownloadStatus status={status} />
      </span>
      <span className={styles.line}>
        <SideListNote>{describeRun(batch, now)}</SideListNote>
        <span className={styles.count}>
          {expected.length === 0
            ? messages.day.noFilesExpected
            : messages.day.ofFiles(grouped(completed.length), formatFileCount(expected.length))}
        </span>
      </span>
      <SideListNote>
        {messages.day.by(describeStarter(batch))}
        {catchingUp ? messages.day.catchingUp : ''}
      </SideListNote>
      <SetsBar
        label={messages.day.files}
        completed={completed.length}
        failed={failed.length}
        open={open.length}
      />
    </SideListRow>
  );
}

/** Shows the statuses that a batch passes through, and its present one. */
function BatchStates({ status }: { readonly status: DownloadBatchStatus | null }) {
  return (
    <section className={styles.states} aria-label={messages.day.states}>
      <PaneHead title={messages.day.states} level={3} hint={messages.day.statesHint} />
      <div className={styles.flow}>
        <State is="initiated" at={status} />
        <Arrow />
        <State is="queued" at={status} />
        <Arrow />
        <div className={styles.ends}>
          <State is="completed" at={status} />
          <State is="timeout" at={status} />
          <State is="failed" at={status} />
        </div>
      </div>
    </section>
  );
}

function State({ is, at }: { readonly is: DownloadBatchStatus; readonly at: DownloadBatchStatus | null }) {
  return (
    <span className={styles.state} aria-current={is === at ? 'step' : undefined}>
      <DownloadStatus status={is} />
    </span>
  );
}

function Arrow() {
  return <span className={styles.arrow} aria-hidden />;
}

interface SetsBarProps {
  readonly completed: number;
  readonly failed: number;
  readonly open: number;
  readonly label: string;
}

/** Shows the counts of a batch side by side; the failed part is hatched. */
function SetsBar({ completed, failed, open, label }: SetsBarProps) {
  const parts = [
    ['completed', completed],
    ['failed', failed],
    ['open', open],
  ] as const;
  const shown = parts.filter(([, count]) => count > 0);
  const words = shown.map(([name, count]) => `${String(count)} ${name}`).join(', ');
  return (
    <span className={styles.frame}>
      <VisuallyHidden>{`${label}: ${words === '' ? 'none' : words}`}</VisuallyHidden>
      <span className={styles.bar} aria-hidden>
        {shown.map(([name, count]) => (
          <span
            key={name}
            className={styles.part}
            data-part={name}
            style={{ '--share': count } as CSSProperties}
          />
        ))}
      </span>
    </span>
  );
}
