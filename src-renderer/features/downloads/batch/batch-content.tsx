import { useState } from 'react';
import { reachOfDay } from '#shared/domain/downloads/days.ts';
import { fileSetsOf } from '#shared/domain/downloads/file-sets.ts';
import { standsStill } from '#shared/domain/downloads/file-standing.ts';
import { dayIn } from '../downloads-address.ts';
import { asRead } from './as-read.ts';
import styles from './batch-content.module.css';
import { BatchFiles } from './batch-files.tsx';
import { BatchHead } from './batch-head.tsx';
import { BatchNotes } from './batch-notes.tsx';
import type { BatchPaneProps } from './batch-pane.tsx';
import { FileSets } from './file-sets.tsx';
import { FilesGone } from './files-gone.tsx';
import { StatusFlow } from './status-flow.tsx';
import { useCloseBatch } from './use-close-batch.ts';
import { useShownFiles } from './use-shown-files.ts';

interface BatchContentProps extends BatchPaneProps {
  readonly onOrder: (fileIds: readonly string[]) => void;
}

/** One batch: what it counts, how its files stand, and those that were asked for. */
export function BatchContent(props: BatchContentProps) {
  const { batch, address, go, person, now, readAt, today, onExplore } = props;
  const { batchId, date } = batch;
  const { status: which } = address;
  const [looksAllTheSame, setLooks] = useState(false);
  const day = dayIn(date);
  const mayHaveFiles = day === null || reachOfDay(day, today) !== 'batches alone' || looksAllTheSame;
  const files = useShownFiles(batchId, which, mayHaveFiles);
  const close = useCloseBatch(batch, person.whyNotAct);
  const sets = fileSetsOf(batch);
  const open = new Set(sets.open);
  const stuck = files.all.rows.filter(
    ({ fileId, file }) => file !== null && open.has(fileId) && standsStill(file, asRead(files.all.asOf, now)),
  ).length;
  return (
    <section className={styles.pane} aria-label={`Batch ${batchId}`}>
      <BatchHead
        batch={batch}
        whyNotAct={person.whyNotAct}
        onClose={close}
        onExplore={() => onExplore('batchById', { batchId })}
      />
      {props.notReadAgain}
      <BatchNotes batch={batch} now={now} readAt={readAt} />
      <FileSets sets={sets} stuck={{ count: stuck, isAll: files.all.complete }} />
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
