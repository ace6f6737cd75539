import type { ReactNode } from 'react';
import { useKept } from '#renderer/contract/use-kept.ts';
import { SplitPanes } from '#renderer/ui/split-panes/split-panes.tsx';
import type { PaneProps } from '../acting/pane-props.ts';
import { useDownloadActions } from '../acting/use-download-actions.ts';
import { FileDrawer } from './file-drawer.tsx';
import { steppedFile } from './stepped-file.ts';

interface WithFileProps extends PaneProps {
  readonly batchId: string | null;
  /** The files as they are listed: the next one is the one below. */
  readonly order: readonly string[];
  readonly children: ReactNode;
}

/** A list of files, and beside it the one that is open. */
export function WithFile({ address, go, person, now, onExplore, batchId, order, children }: WithFileProps) {
  const [width, keepWidth] = useKept(['downloads-page.file.width'], drawerWidth);
  const { requeue } = useDownloadActions();
  const { file } = address;

  function step(by: 1 | -1): void {
    const next = steppedFile(order, file, by);
    if (next !== undefined) go({ file: next }, 'replace');
  }

  return (
    <SplitPanes
      label="Width of the file"
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
            whyNotAct={person.whyNotAct}
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
