import type { FileSets } from '#shared/domain/downloads/file-sets.ts';
import { RequeueSelected } from '../acting/requeue-selected.tsx';
import { useFileActions } from '../acting/use-file-actions.ts';
import { filesInNeed } from '../file/chosen-files.ts';
import { FilesTable } from '../file/files-table.tsx';
import { useSelectionOf } from '../file/use-selection-of.ts';
import { asRead } from './as-read.ts';
import styles from './batch-content.module.css';
import type { BatchPaneProps } from './batch-pane.tsx';
import { FilesEmpty } from './files-empty.tsx';
import { FilesHead } from './files-head.tsx';
import { NeedBar } from './need-bar.tsx';
import type { ShownFiles } from './use-shown-files.ts';

interface BatchFilesProps extends BatchPaneProps {
  readonly files: ShownFiles;
  readonly sets: FileSets;
  readonly onOrder: (fileIds: readonly string[]) => void;
}

/** The files that were asked for, and what can be done with them. */
export function BatchFiles({ batch, files, sets, address, go, person, now, onOrder }: BatchFilesProps) {
  const { batchId } = batch;
  const { whyNotAct } = person;
  const { status: which, file } = address;
  const [selected, setSelected] = useSelectionOf(which ?? 'all');
  const { rows, asOf, complete } = files.shown;
  const readAt = asRead(asOf, now);
  const { by, requeue } = useFileActions({ rows, selected, file, batchId, now, readAt, whyNotAct });
  return (
    <>
      <NeedBar
        files={filesInNeed(rows, now, readAt)}
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
