import { useState, type ReactNode } from 'react';
import type { DownloadBatch } from '#shared/contract/downloads.ts';
import { listFileSets, reachOfDay } from '#shared/domain/download-days.ts';
import { isOver, standsStill, timeToLiveBy } from '#shared/domain/download-files.ts';
import { whyNotChangeDownloads } from '#shared/permissions.ts';
import { usePageCommands } from '#renderer/contract/page-commands.ts';
import { Button } from '#renderer/ui/button.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { Note } from '#renderer/ui/note.tsx';
import { PaneBar, PaneBarTitle } from '#renderer/ui/pane.tsx';
import { formatTimeSpan } from '#renderer/ui/relative-time.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import { useDownloadActions, useActOrExplain } from '../download-actions.ts';
import { DownloadStatus } from '../download-status.tsx';
import { parseDay } from '../address.ts';
import type { PaneProps } from '../downloads-page.tsx';
import { WithFile } from '../files/file-drawer.tsx';
import { describeDefect, describeTimeToLive } from '../files/file-facts.ts';
import { useShownFiles } from '../files/use-files.ts';
import { messages } from '../messages.ts';
import { BatchFiles, FileCounts, StatusFlow } from './batch-files.tsx';
import { getReadTime, isLongInProgress, parseMoment, shortenBatchId, whyNotClose } from './batch-text.ts';
import styles from './batch-files.module.css';

export interface BatchPaneProps extends PaneProps {
  readonly batch: DownloadBatch;
  /** The time at which the shown state was true. */
  readonly readAt: number;
  /** Says why reading it again failed, if that was tried. */
  readonly notReadAgain?: ReactNode;
}

export function BatchPane(props: BatchPaneProps) {
  const [order, setOrder] = useState<readonly string[]>([]);
  return (
    <WithFile {...props} batchId={props.batch.batchId} order={order}>
      <BatchContent {...props} onOrder={setOrder} />
    </WithFile>
  );
}

interface BatchContentProps extends BatchPaneProps {
  readonly onOrder: (fileIds: readonly string[]) => void;
}

/** Shows one batch: its counts, the statuses of its files, and the requested ones. */
function BatchContent(props: BatchContentProps) {
  const { batch, address, go, person, now, readAt, today, onExplore } = props;
  const { batchId, date } = batch;
  const { status: which } = address;
  const [looksAllTheSame, setLooks] = useState(false);
  const day = parseDay(date);
  const mayHaveFiles = day === null || reachOfDay(day, today) !== 'batches alone' || looksAllTheSame;
  const files = useShownFiles(batchId, which, mayHaveFiles);
  const whyNotAct = whyNotChangeDownloads(person.me);
  const close = useCloseBatch(batch, whyNotAct);
  const sets = listFileSets(batch);
  const open = new Set(sets.open);
  const stuck = files.all.rows.filter(
    ({ fileId, file }) =>
      file !== null && open.has(fileId) && standsStill(file, getReadTime(files.all.asOf, now)),
  ).length;
  return (
    <section className={styles.pane} aria-label={messages.batch.region(batchId)}>
      <BatchHead
        batch={batch}
        whyNotAct={whyNotAct}
        onClose={close}
        onExplore={() => onExplore('batchById', { batchId })}
      />
      {props.notReadAgain}
      <BatchNotes batch={batch} now={now} readAt={readAt} />
      <FileCounts sets={sets} stuck={{ count: stuck, isAll: files.all.complete }} />
      {mayHaveFiles ? (
        <>
          <StatusFlow
            all={files.all}
            open={sets.open.length}
            which={which}
            onChoose={(next) => go({ status: next }, 'replace')}
          />
          <BatchFiles {...props} files={files} sets={sets} />
        </>
      ) : (
        <FilesGone onLook={() => setLooks(true)} />
      )}
    </section>
  );
}

interface BatchHeadProps {
  readonly batch: DownloadBatch;
  readonly whyNotAct: string | undefined;
  readonly onClose: () => void;
  readonly onExplore: () => void;
}

function BatchHead({ batch, whyNotAct, onClose, onExplore }: BatchHeadProps) {
  const { batchId, status } = batch;
  return (
    <PaneBar
      low
      actions={
        <>
          <Button
            icon="explorer"
            className={styles.spare}
            title={messages.batch.openItem}
            onClick={onExplore}
          >
            <span className={styles.brief}>{messages.common.item}</span>
          </Button>
          <Button
            variant="danger"
            icon="stop"
            disabled={whyNotAct ?? whyNotClose(batch) ?? false}
            onClick={onClose}
          >
            {messages.batch.close}
          </Button>
        </>
      }
    >
      <PaneBarTitle of="id" title={batchId}>
        {shortenBatchId(batchId)}
      </PaneBarTitle>
      <CopyButton text={batchId} label={messages.batch.copyId} />
      <DownloadStatus status={status} pill />
    </PaneBar>
  );
}

interface BatchNotesProps {
  readonly batch: DownloadBatch;
  readonly now: number;
  readonly readAt: number;
}

/** Warns about inconsistencies of the batch item. */
function BatchNotes({ batch, now, readAt }: BatchNotesProps) {
  const { timeToLive, problems, catchingUp, startedAt } = batch;
  const defect = describeDefect(timeToLive);
  return (
    <>
      {isOver(timeToLiveBy(timeToLive, now)) ? (
        <Note flat tone="warn">
          <b>{messages.batch.isOver(describeTimeToLive(timeToLive, now))}</b> {messages.batch.isOverNext}
        </Note>
      ) : null}
      {defect === undefined ? null : (
        <Note flat tone="warn">
          <b>{messages.common.neverDeleted}</b> {defect}
        </Note>
      )}
      {isLongInProgress(batch, readAt) ? (
        <Note flat tone="warn">
          <b>{messages.batch.runningFor(formatTimeSpan(readAt - (parseMoment(startedAt) ?? readAt)))}</b>{' '}
          {batch.status === 'initiated' ? messages.batch.pollerEnded : messages.batch.noActivity}
        </Note>
      ) : null}
      {problems.length === 0 ? null : (
        <Note flat tone="warn">
          <b>{messages.batch.missing}</b> {problems.join('; ')}
        </Note>
      )}
      {catchingUp ? <Note flat>{messages.batch.catchingUp}</Note> : null}
    </>
  );
}

/** Files are deleted after 30 days and their batch after 90. */
function FilesGone({ onLook }: { readonly onLook: () => void }) {
  return (
    <EmptyState
      title={messages.batch.filesExpired}
      actions={
        <Button size="sm" onClick={onLook}>
          {messages.batch.searchFiles}
        </Button>
      }
    >
      <p>{messages.batch.onlyCounts}</p>
      <p>{messages.batch.mayRemain}</p>
    </EmptyState>
  );
}

/** F and the palette open the plan that closes the shown batch. */
function useCloseBatch(batch: DownloadBatch, whyNotAct: string | undefined): () => void {
  const { close } = useDownloadActions();
  const actOrExplain = useActOrExplain();
  const whyNot = whyNotAct ?? whyNotClose(batch);
  const act = () => close(batch.batchId);
  usePageKeys(pageKeys.downloads, { close: actOrExplain(whyNot, act) });
  usePageCommands(
    whyNot === undefined
      ? [
          {
            id: 'close-downloads',
            title: messages.batch.closeBatch(shortenBatchId(batch.batchId)),
            keywords: ['batch', 'end', 'give up', 'fail', 'plan'],
            icon: 'stop',
            shortcut: pageKeys.downloads.close,
            run: act,
          },
        ]
      : [],
  );
  return act;
}
