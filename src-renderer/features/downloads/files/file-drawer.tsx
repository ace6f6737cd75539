import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DownloadFile } from '#shared/contract/downloads.ts';
import type { Failure } from '#shared/contract/result.ts';
import { whyNotChangeDownloads } from '#shared/permissions.ts';
import { toFailure, toFailureText, type FailureWords } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { Button } from '#renderer/ui/button.tsx';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { KeyValueList, type KeyValueItem } from '#renderer/ui/key-value-list.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { OpenedBody, OpenedPane } from '#renderer/ui/pane.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import { RelativeTime } from '#renderer/ui/relative-time.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { SplitPanes } from '#renderer/ui/split-panes.tsx';
import { FailureState } from '#renderer/ui/states.tsx';
import { parseMoment, shortenBatchId } from '../batch/batch-text.ts';
import { useDownloadActions, whyNotRequeue } from '../download-actions.ts';
import { DownloadStatus } from '../download-status.tsx';
import type { PaneProps } from '../downloads-page.tsx';
import { messages } from '../messages.ts';
import { describeEvent } from './file-columns.tsx';
import styles from '../downloads.module.css';
import { describeAddress, describeDefect, describeTimeToLive, describeKey, stepFile } from './file-facts.ts';

interface WithFileProps extends PaneProps {
  readonly batchId: string | null;
  /** The ids of the listed files, so that the next file is the one below. */
  readonly order: readonly string[];
  readonly children: ReactNode;
}

/** Shows a list of files, and beside it the open one. */
export function WithFile({ address, go, person, now, onExplore, batchId, order, children }: WithFileProps) {
  const [width, keepWidth] = useKept(['downloads-page.file.width'], drawerWidth);
  const { requeue } = useDownloadActions();
  const { file } = address;

  function step(by: 1 | -1): void {
    const next = stepFile(order, file, by);
    if (next !== undefined) go({ file: next }, 'replace');
  }

  return (
    <SplitPanes
      label={messages.file.width}
      sized="end"
      size={width}
      defaultSize={drawerWidth}
      min={288}
      minOther={380}
      narrow="cover"
      onResize={(size) => keepWidth(() => size)}
      start={children}
      end={
        file === null ? undefined : (
          <FileDrawer
            fileId={file}
            now={now}
            batchId={batchId}
            whyNotAct={whyNotChangeDownloads(person.me)}
            onClose={() => go({ file: null }, 'replace')}
            onStep={step}
            onRequeue={(fileId) => requeue([fileId], batchId ?? undefined)}
            onOpenBatch={(next) => go({ batch: next, date: null, status: null, standing: null })}
            onExplore={onExplore}
          />
        )
      }
    />
  );
}

const drawerWidth = 340;

interface FileDrawerProps extends Omit<OpenFileProps, 'file'> {
  readonly fileId: string;
  readonly onClose: () => void;
  /** Goes to the next or the previous file. */
  readonly onStep: (by: 1 | -1) => void;
}

/** Shows the details of one file, read from the table by its key. */
function FileDrawer({ fileId, onClose, onStep, ...rest }: FileDrawerProps) {
  const query = useQuery(operationOptions('downloads.file', { fileId }));
  useShowReceipt('file', query.data?.receipt);
  usePageKeys(pageKeys.lists, { nextRow: () => onStep(1), previousRow: () => onStep(-1) });
  const failure = query.error === null ? undefined : toFailure(query.error);
  // An old reading of a file that is gone must not be acted on.
  const file = failure?.code === 'not-found' ? undefined : query.data?.value;
  return (
    <OpenedPane
      label={messages.file.region}
      title={fileId}
      copyText={fileId}
      copyLabel={messages.file.copyId}
      closeLabel={messages.file.close}
      onClose={onClose}
    >
      <OpenedBody>
        {file === undefined && failure === undefined ? (
          <SkeletonRows rows={8} label={messages.file.loading} />
        ) : null}
        {failure === undefined ? null : (
          <FileFailure
            failure={failure}
            title={file === undefined ? messages.file.notRead : messages.file.notRefreshed}
            notDone={file === undefined ? messages.file.notShown : messages.file.staleUnchanged}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        )}
        {file === undefined ? null : <OpenFile key={fileId} file={file} {...rest} />}
      </OpenedBody>
    </OpenedPane>
  );
}

interface OpenFileProps {
  readonly file: DownloadFile;
  readonly now: number;
  /** The batch in which it is shown. */
  readonly batchId: string | null;
  readonly whyNotAct: string | undefined;
  readonly onRequeue: (fileId: string) => void;
  readonly onOpenBatch: (batchId: string) => void;
  readonly onExplore: (pattern: 'fileById', values: Readonly<Record<string, string>>) => void;
}

function OpenFile(props: OpenFileProps) {
  const { file, now, batchId, whyNotAct, onRequeue, onOpenBatch, onExplore } = props;
  const defect = describeDefect(file.timeToLive);
  const isElsewhere = file.batchId !== null && file.batchId !== batchId;
  return (
    <>
      <div className={styles.head}>
        <DownloadStatus status={file.status} pill />
        <span className={styles.fileDrawerQuiet}>
          <Since file={file} now={now} />
        </span>
      </div>
      <div className={styles.actions}>
        <Button
          size="sm"
          variant="primary"
          icon="retry"
          disabled={whyNotAct ?? whyNotRequeue(file, now) ?? false}
          onClick={() => onRequeue(file.fileId)}
        >
          {messages.common.requeueFile}
        </Button>
        <Button size="sm" icon="explorer" onClick={() => onExplore('fileById', { fileId: file.fileId })}>
          {messages.common.item}
        </Button>
      </div>
      {file.error === null ? null : (
        <Note tone="bad">
          <b>{file.status === 'error' ? messages.file.unusable : messages.file.failed}</b> {file.error}
        </Note>
      )}
      {defect === undefined ? null : (
        <Note tone="warn">
          <b>{messages.common.neverDeleted}</b> {defect}
        </Note>
      )}
      {isElsewhere && batchId !== null ? (
        <Note
          action={
            <Button size="sm" variant="ghost" onClick={() => onOpenBatch(file.batchId ?? '')}>
              {messages.file.openIt}
            </Button>
          }
        >
          {messages.file.inOtherBatch(shortenBatchId(file.batchId ?? ''))}
        </Note>
      ) : null}
      {file.catchingUp ? <Note>{messages.file.catchingUp}</Note> : null}
      <KeyValueList items={listFacts(file, now)} />
      {file.problems.length === 0 ? null : (
        <Note tone="warn">
          <b>{messages.file.missing}</b>
          <ul className={styles.problems}>
            {file.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Note>
      )}
      <p className={styles.fileDrawerQuiet}>{messages.file.secrets}</p>
    </>
  );
}

function Since({ file, now }: Pick<OpenFileProps, 'file' | 'now'>) {
  const since = parseMoment(file.statusSince);
  if (since === null) return messages.file.sinceUnknown;
  return (
    <>
      {messages.file.since} <Moment at={since} now={now} />
    </>
  );
}

function listFacts(file: DownloadFile, now: number): readonly KeyValueItem[] {
  const items: readonly (KeyValueItem | undefined)[] = [
    { label: messages.columns.url, value: describeAddress(file.address, now) },
    { label: 'Key', value: describeKey(file.key) },
    { label: 'Kept', value: describeTimeToLive(file.timeToLive, now) },
    { label: 'Entity', value: file.entity ?? messages.common.notRecorded },
    { label: 'Date', value: file.date ?? messages.common.notRecorded },
    {
      label: 'Batch',
      value: file.batchId ?? messages.common.notRecorded,
      mono: true,
      copy: file.batchId ?? undefined,
    },
    toMomentItem('Created', file.createdAt, now),
    toMomentItem('Completed', file.completedAt, now),
    { label: messages.columns.lastEvent, value: describeEvent(file) ?? messages.file.noEvent },
    file.lastEvent?.reason === null || file.lastEvent?.reason === undefined
      ? undefined
      : { label: 'Reason', value: file.lastEvent.reason },
    toMomentItem('Event at', file.lastEvent?.at ?? null, now),
  ];
  return items.filter((item) => item !== undefined);
}

interface FileFailureProps {
  readonly failure: Failure;
  /** "The files were not read" */
  readonly title: string;
  /** Says what is not shown because of the failure. */
  readonly notDone: string;
  readonly onRetry: () => void;
  readonly isRetrying: boolean;
}

/**
 * Says why a part of the downloads is missing. A refusal because of tenants can only follow a switch of
 * person.
 */
export function FileFailure({ failure, title, notDone, onRetry, isRetrying }: FileFailureProps) {
  return (
    <FailureState
      told={toFailureText(failure, { title, titles, nexts, outOfScope: notDone })}
      notDone={notDone}
      onRetry={onRetry}
      retrying={isRetrying}
    />
  );
}

const titles: FailureWords = {
  'tenant-out-of-scope': messages.file.noAccess,
  'not-found': messages.file.notFound,
};

const nexts: FailureWords = {
  'not-found': messages.file.notFoundNext,
};

/** Returns a fact with a time; undefined if the time is unknown. */
export function toMomentItem(label: string, at: string | null, now: number): KeyValueItem | undefined {
  const ms = parseMoment(at);
  return ms === null ? undefined : { label, value: <Moment at={ms} now={now} /> };
}

/** Shows a time of the pipeline. A time slightly ahead of this clock is shown as now. */
function Moment({ at, now }: { readonly at: number; readonly now: number }) {
  const isHardlyAhead = at > now && at - now < 30_000;
  return <RelativeTime at={at} now={isHardlyAhead ? at : now} />;
}
