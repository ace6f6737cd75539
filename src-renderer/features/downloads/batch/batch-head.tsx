import type { DownloadBatch } from '#shared/contract/downloads/downloads.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { CopyButton } from '#renderer/ui/copy-button/copy-button.tsx';
import { PaneBar, PaneBarTitle } from '#renderer/ui/pane/pane-bar.tsx';
import { shortBatchId, whyNotClose } from './batch-words.ts';
import styles from './batch-content.module.css';
import { DownloadStatus } from './download-status.tsx';

interface BatchHeadProps {
  readonly batch: DownloadBatch;
  readonly whyNotAct: string | undefined;
  readonly onClose: () => void;
  readonly onExplore: () => void;
}

export function BatchHead({ batch, whyNotAct, onClose, onExplore }: BatchHeadProps) {
  const { batchId, status } = batch;
  return (
    <PaneBar
      low
      actions={
        <>
          <Button icon="explorer" className={styles.spare} title="Item in the Explorer" onClick={onExplore}>
            <span className={styles.brief}>Item</span>
          </Button>
          <Button
            variant="danger"
            icon="stop"
            disabled={whyNotAct ?? whyNotClose(batch) ?? false}
            onClick={onClose}
          >
            Close…
          </Button>
        </>
      }
    >
      <PaneBarTitle of="id" title={batchId}>
        {shortBatchId(batchId)}
      </PaneBarTitle>
      <CopyButton text={batchId} label="Copy the batch id" />
      <DownloadStatus status={status} pill />
    </PaneBar>
  );
}
