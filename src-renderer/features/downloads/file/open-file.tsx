import type { DownloadFile } from '#shared/contract/downloads/downloads.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { KeyValueList } from '#renderer/ui/key-value-list/key-value-list.tsx';
import type { KeyValueItem } from '#renderer/ui/key-value-list/key-value-list.tsx';
import { Note } from '#renderer/ui/note/note.tsx';
import { momentOf, shortBatchId } from '../batch/batch-words.ts';
import { DownloadStatus } from '../batch/download-status.tsx';
import { addressWords, keyWords } from './address-words.ts';
import { whyNotRequeue } from './chosen-files.ts';
import styles from './file-drawer.module.css';
import { eventWords } from './file-columns.tsx';
import { Moment } from './moment.tsx';
import { momentItem } from './moment-item.tsx';
import { defectWords, keptWords } from './time-to-live-words.ts';

export interface OpenFileProps {
  readonly file: DownloadFile;
  readonly now: number;
  /** The batch it is shown in. */
  readonly batchId: string | null;
  readonly whyNotAct: string | undefined;
  readonly onRequeue: (fileId: string) => void;
  readonly onOpenBatch: (batchId: string) => void;
  readonly onExplore: (pattern: 'fileById', values: Readonly<Record<string, string>>) => void;
}

export function OpenFile(props: OpenFileProps) {
  const { file, now, batchId, whyNotAct, onRequeue, onOpenBatch, onExplore } = props;
  const defect = defectWords(file.timeToLive);
  const isElsewhere = file.batchId !== null && file.batchId !== batchId;
  return (
    <>
      <div className={styles.head}>
        <DownloadStatus status={file.status} pill />
        <span className={styles.quiet}>
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
          Requeue this file…
        </Button>
        <Button size="sm" icon="explorer" onClick={() => onExplore('fileById', { fileId: file.fileId })}>
          Item
        </Button>
      </div>
      {file.error === null ? null : (
        <Note tone="bad">
          <b>{file.status === 'error' ? 'It could not be used.' : 'It failed.'}</b> {file.error}
        </Note>
      )}
      {defect === undefined ? null : (
        <Note tone="warn">
          <b>It would be kept for ever.</b> {defect}
        </Note>
      )}
      {isElsewhere && batchId !== null ? (
        <Note
          action={
            <Button size="sm" variant="ghost" onClick={() => onOpenBatch(file.batchId ?? '')}>
              Open it
            </Button>
          }
        >
          It belongs to another batch by now: {shortBatchId(file.batchId ?? '')}.
        </Note>
      ) : null}
      {file.catchingUp ? (
        <Note>It was read by its key after an action; the lists come from an index that is catching up.</Note>
      ) : null}
      <KeyValueList items={facts(file, now)} />
      {file.problems.length === 0 ? null : (
        <Note tone="warn">
          <b>What its item lacks.</b>
          <ul className={styles.problems}>
            {file.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Note>
      )}
      <p className={styles.quiet}>
        Its address, key and vector stay in the main process: nobody sees them here, and a requeue gets new
        ones from the provider.
      </p>
    </>
  );
}

function Since({ file, now }: Pick<OpenFileProps, 'file' | 'now'>) {
  const since = momentOf(file.statusSince);
  if (since === null) return 'since when is unknown';
  return (
    <>
      since <Moment at={since} now={now} />
    </>
  );
}

function facts(file: DownloadFile, now: number): readonly KeyValueItem[] {
  const items: readonly (KeyValueItem | undefined)[] = [
    { label: 'Presigned URL', value: addressWords(file.address, now) },
    { label: 'Key', value: keyWords(file.key) },
    { label: 'Kept', value: keptWords(file.timeToLive, now) },
    { label: 'Entity', value: file.entity ?? 'not noted' },
    { label: 'Date', value: file.date ?? 'not noted' },
    { label: 'Batch', value: file.batchId ?? 'not noted', mono: true, copy: file.batchId ?? undefined },
    momentItem('Created', file.createdAt, now),
    momentItem('Completed', file.completedAt, now),
    { label: 'Last event', value: eventWords(file) ?? 'none noted' },
    file.lastEvent?.reason === null || file.lastEvent?.reason === undefined
      ? undefined
      : { label: 'Because', value: file.lastEvent.reason },
    momentItem('Event at', file.lastEvent?.at ?? null, now),
  ];
  return items.filter((item) => item !== undefined);
}
