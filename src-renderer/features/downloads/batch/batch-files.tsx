import { Fragment, type ReactNode } from 'react';
import {
  downloadFileStatuses,
  type DownloadBatch,
  type DownloadFileStatus,
} from '#shared/contract/downloads.ts';
import type { FileSets } from '#shared/domain/download-days.ts';
import { grouped, listed } from '#shared/domain/formatting.ts';
import { whyNotChangeDownloads } from '#shared/permissions.ts';
import { Button } from '#renderer/ui/button.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { EmptyState } from '#renderer/ui/states.tsx';
import { listFilesInNeed, useFileActions } from '../download-actions.ts';
import { DownloadStatus } from '../download-status.tsx';
import { FilesTable, NeedBar, RequeueSelected, useListSelection } from '../files/files-table.tsx';
import type { Files, ShownFiles, WhichFiles } from '../files/use-files.ts';
import { formatFileCount, messages } from '../messages.ts';
import styles from './batch-files.module.css';
import { getReadTime } from './batch-text.ts';
import type { BatchPaneProps } from './download-batch-pane.tsx';

interface BatchFilesProps extends BatchPaneProps {
  readonly files: ShownFiles;
  readonly sets: FileSets;
  readonly onOrder: (fileIds: readonly string[]) => void;
}

/** Lists the requested files of a batch with their actions. */
export function BatchFiles({ batch, files, sets, address, go, person, now, onOrder }: BatchFilesProps) {
  const { batchId } = batch;
  const whyNotAct = whyNotChangeDownloads(person.me);
  const { status: which, file } = address;
  const [selected, setSelected] = useListSelection(which ?? 'all');
  const { rows, asOf, complete } = files.shown;
  const readAt = getReadTime(asOf, now);
  const { by, requeue } = useFileActions({ rows, selected, file, batchId, now, readAt, whyNotAct });
  return (
    <>
      <NeedBar
        files={listFilesInNeed(rows, now, readAt)}
        isAll={complete}
        hasKey={by === 'need'}
        whyNotAct={whyNotAct}
        onRequeue={requeue}
      />
      <div className={styles.list}>
        <FilesTable
          list={which === 'open' ? 'open' : 'batch'}
          name={`${batchId} files ${which ?? 'all'}`}
          files={files.shown}
          head={<FilesHead which={which} files={files.shown} sets={sets} />}
          now={now}
          selected={selected}
          onSelect={setSelected}
          requeue={<RequeueSelected selected={selected} whyNotAct={whyNotAct} onRequeue={requeue} />}
          open={file}
          onOpen={(fileId) => go({ file: fileId }, file === null ? 'push' : 'replace')}
          onOrder={onOrder}
          empty={
            <FilesEmpty
              batch={batch}
              which={which}
              sets={sets}
              onChoose={(next) => go({ status: next }, 'replace')}
            />
          }
        />
      </div>
    </>
  );
}

interface FilesHeadProps {
  readonly which: WhichFiles;
  readonly files: Files;
  readonly sets: FileSets;
}

/** Says which files are listed, and out of how many. */
function FilesHead({ which, files, sets }: FilesHeadProps) {
  return (
    <span className={styles.filesHead}>
      <h3 className={styles.filesTitle}>{messages.files.title}</h3>
      <span className={styles.filesHint}>{files.isRead ? describeListed(which, files, sets) : ''}</span>
    </span>
  );
}

/** "10 files, by BatchIndex", "7 of 10 expected are still this batch's; the others are under Open" */
export function describeListed(which: WhichFiles, files: Files, { expected, open }: FileSets): string {
  const { rows, complete } = files;
  const said = complete ? formatFileCount(rows.length) : messages.files.atLeast(formatFileCount(rows.length));
  if (which === 'open') {
    const count = complete ? grouped(rows.length) : `${grouped(rows.length)} of ${grouped(open.length)}`;
    return messages.files.openByKey(count);
  }
  if (which !== null) return messages.files.inStatus(said, which);
  if (expected.length === 0 || rows.length >= expected.length || !complete)
    return messages.files.byIndex(said);
  return messages.files.stillInBatch(grouped(rows.length), grouped(expected.length));
}

interface FilesEmptyProps {
  readonly batch: DownloadBatch;
  readonly which: WhichFiles;
  readonly sets: FileSets;
  readonly onChoose: (which: WhichFiles) => void;
}

/** Says why no file is listed: none with the status, none yet, or all taken over by another batch. */
function FilesEmpty({ batch, which, sets, onChoose }: FilesEmptyProps) {
  if (which === 'open')
    return <EmptyState title={messages.files.noneOpen}>{messages.files.noneOpenNext}</EmptyState>;
  if (which !== null) {
    return (
      <EmptyState
        title={messages.files.noneInStatus(which)}
        actions={
          <Button size="sm" onClick={() => onChoose(null)}>
            {messages.files.showAll}
          </Button>
        }
      />
    );
  }
  if (sets.expected.length > 0) {
    return (
      <EmptyState
        title={messages.files.noneInBatch(formatFileCount(sets.expected.length))}
        actions={
          sets.open.length === 0 ? undefined : (
            <Button size="sm" onClick={() => onChoose('open')}>
              {messages.files.readOpen}
            </Button>
          )
        }
      >
        <p>{messages.files.takenOver}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={messages.files.noneQueued}>
      <p>{batch.status === 'initiated' ? messages.files.notRequested : messages.files.endedBefore}</p>
    </EmptyState>
  );
}

/** Shows the counts of a batch, and how the remaining ones follow from them. */
export function FileCounts({ sets, stuck }: { readonly sets: FileSets; readonly stuck: Stuck }) {
  const { expected, completed, failed, open } = sets;
  const figures = [
    { sign: '', label: messages.files.expected, ids: expected, tone: undefined, after: '' },
    { sign: '−', label: messages.files.completed, ids: completed, tone: undefined, after: '' },
    {
      sign: '−',
      label: messages.files.failed,
      ids: failed,
      tone: failed.length > 0 ? 'bad' : undefined,
      after: '',
    },
    {
      sign: '=',
      label: messages.files.open,
      ids: open,
      tone: undefined,
      after: formatStuck(stuck),
    },
  ] as const;
  return (
    <section className={styles.sets} aria-label={messages.files.counts}>
      <dl className={styles.figures}>
        {figures.map(({ sign, label, ids, tone, after }) => (
          <Fragment key={label}>
            {sign === '' ? null : (
              <div className={styles.sign} aria-hidden>
                <span>{sign}</span>
              </div>
            )}
            <div className={styles.figure} title={ids.length === 0 ? undefined : ids.join('\n')}>
              <dt>{label}</dt>
              <dd data-tone={tone}>
                {grouped(ids.length)}
                {after === '' ? null : <small>{` ${after}`}</small>}
              </dd>
            </div>
          </Fragment>
        ))}
      </dl>
      {describeOddSets(sets).map((odd) => (
        <p key={odd} className={styles.odd}>
          {odd}
        </p>
      ))}
    </section>
  );
}

interface Stuck {
  readonly count: number;
  /** True if every file of the batch was checked. */
  readonly isAll: boolean;
}

/** "3 stuck", "at least 3 stuck"; empty for none. */
export function formatStuck({ count, isAll }: Stuck): string {
  if (count === 0) return '';
  return isAll ? messages.files.stuck(grouped(count)) : messages.files.stuckAtLeast(grouped(count));
}

/** Explains sets of files that do not contain each other, so that the counts do not add up. */
export function describeOddSets({
  unexpected,
  inBoth,
}: Pick<FileSets, 'unexpected' | 'inBoth'>): readonly string[] {
  return [
    ...(unexpected.length === 0
      ? []
      : [messages.files.notExpected(formatFileCount(unexpected.length), listFirst(unexpected))]),
    ...(inBoth.length === 0
      ? []
      : [messages.files.inBoth(formatFileCount(inBoth.length), listFirst(inBoth))]),
  ];
}

function listFirst(ids: readonly string[]): string {
  return ids.length <= shown
    ? listed(ids)
    : messages.files.more(ids.slice(0, shown).join(', '), grouped(ids.length - shown));
}

const shown = 4;

interface StatusFlowProps {
  /** The files of the batch that were read. */
  readonly all: Files;
  readonly open: number;
  readonly which: WhichFiles;
  readonly onChoose: (which: WhichFiles) => void;
}

/** Shows the statuses that a file passes through, and which of them are listed below. */
export function StatusFlow({ all, open, which, onChoose }: StatusFlowProps) {
  const countOf = (status: DownloadFileStatus) =>
    formatCount(all, all.rows.filter(({ file }) => file?.status === status).length);
  const choice = (is: WhichFiles, children: ReactNode, count: string) => (
    <button
      key={is ?? 'all'}
      type="button"
      className={classNames(styles.choice, count === '0' && styles.none)}
      aria-pressed={which === is}
      onClick={() => onChoose(which === is ? null : is)}
    >
      {children}
      {count === '' ? null : <b className={styles.count}>{count}</b>}
    </button>
  );
  const [available, downloading, ...ends] = downloadFileStatuses;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot be a row of flex items everywhere
    <div role="group" aria-label={messages.files.byStatus} className={styles.flow}>
      {choice(null, messages.files.all, formatCount(all, all.rows.length))}
      {choice('open', messages.files.open, grouped(open))}
      <span className={styles.line} aria-hidden />
      {choice(available, <DownloadStatus status={available} />, countOf(available))}
      <span className={styles.arrow} aria-hidden />
      {choice(downloading, <DownloadStatus status={downloading} />, countOf(downloading))}
      <span className={styles.arrow} aria-hidden />
      {ends.map((status) => choice(status, <DownloadStatus status={status} />, countOf(status)))}
    </div>
  );
}

/** Empty for a list that was not read; "200+" while there is more. */
function formatCount({ isRead, complete }: Files, count: number): string {
  return isRead ? `${grouped(count)}${complete ? '' : '+'}` : '';
}
