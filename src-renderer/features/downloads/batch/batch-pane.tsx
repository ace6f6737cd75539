import { useState } from 'react';
import type { ReactNode } from 'react';
import type { DownloadBatch } from '#shared/contract/downloads/downloads.ts';
import type { PaneProps } from '../acting/pane-props.ts';
import { WithFile } from '../file/with-file.tsx';
import { BatchContent } from './batch-content.tsx';

export interface BatchPaneProps extends PaneProps {
  readonly batch: DownloadBatch;
  /** When it stood as it is shown. */
  readonly readAt: number;
  /** Why it was not read again, where that was tried. */
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
