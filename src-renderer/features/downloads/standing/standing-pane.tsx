import { useState } from 'react';
import type { StandingKind } from '#shared/contract/downloads/downloads.ts';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import type { PaneProps } from '../acting/pane-props.ts';
import { RequeueSelected } from '../acting/requeue-selected.tsx';
import { useFileActions } from '../acting/use-file-actions.ts';
import { asRead } from '../batch/as-read.ts';
import { NeedBar } from '../batch/need-bar.tsx';
import { filesInNeed } from '../file/chosen-files.ts';
import { FilesTable } from '../file/files-table.tsx';
import { useSelectionOf } from '../file/use-selection-of.ts';
import { WithFile } from '../file/with-file.tsx';
import { StandingHead } from './standing-head.tsx';
import styles from './standing-pane.module.css';
import { emptyWords, notAskedWords } from './standing-words.ts';
import { useStanding } from './use-standing.ts';

interface StandingPaneProps extends PaneProps {
  readonly kind: StandingKind;
}

/** Files of all batches that have not moved for so many minutes, the longest first. */
export function StandingPane(props: StandingPaneProps) {
  const { kind, address, go, person, now } = props;
  const { minutes, file } = address;
  const { whyNotAct } = person;
  const [selected, setSelected] = useSelectionOf(`${kind} ${String(minutes)}`);
  const [order, setOrder] = useState<readonly string[]>([]);
  const files = useStanding(kind, minutes);
  const { rows, asOf, complete } = files;
  const readAt = asRead(asOf, now);
  const { by, requeue } = useFileActions({
    rows,
    selected,
    file,
    batchId: undefined,
    now,
    readAt,
    whyNotAct,
  });
  return (
    <WithFile {...props} batchId={null} order={order}>
      <section className={styles.pane} aria-label="Files that do not move">
        <StandingHead
          kind={kind}
          minutes={minutes}
          files={files}
          onMinutes={(next) => go({ minutes: next }, 'replace')}
        />
        <NeedBar
          files={filesInNeed(rows, now, readAt)}
          isAll={complete}
          hasKey={by === 'need'}
          whyNotAct={whyNotAct}
          onRequeue={requeue}
        />
        <FilesTable
          list="standing"
          name={`files ${kind} over ${String(minutes)} min`}
          files={files}
          head={<h3 className={styles.title}>Files</h3>}
          now={now}
          selected={selected}
          onSelect={setSelected}
          requeue={<RequeueSelected selected={selected} whyNotAct={whyNotAct} onRequeue={requeue} />}
          open={file}
          onOpen={(fileId) => go({ file: fileId }, file === null ? 'push' : 'replace')}
          onOrder={setOrder}
          empty={
            <EmptyState title={emptyWords(kind, minutes)}>
              <p>{notAskedWords(kind)}</p>
            </EmptyState>
          }
        />
      </section>
    </WithFile>
  );
}
