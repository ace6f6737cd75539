import type { RefObject } from 'react';
import type { ItemReceipt, Job } from '#shared/contract/jobs/jobs.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { CopyButton } from '#renderer/ui/copy-button/copy-button.tsx';
import { DialogFoot } from '#renderer/ui/dialog/dialog.tsx';
import type { OpenBatch, OpenQueue } from '../planning-session.ts';
import { ExportMenu } from './export-menu.tsx';
import { receiptsText } from './receipts-text.ts';

export interface JobFootProps {
  readonly job: Job;
  readonly by: string;
  readonly receipts: readonly ItemReceipt[];
  readonly underWay: boolean;
  readonly closeRef: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
  readonly onOpenBatch: OpenBatch;
  readonly onOpenQueue: OpenQueue;
}

export function JobFoot(props: JobFootProps) {
  const { job, by, receipts, underWay, closeRef, onClose, onOpenBatch, onOpenQueue } = props;
  const { tenantId, batchId, queue } = job;
  const reason = job.reason === null ? '' : ` Reason: ${job.reason}`;
  return (
    <DialogFoot start={<span title={job.reason ?? undefined}>{`Started by ${by}.${reason}`}</span>}>
      <CopyButton
        text={receiptsText(job, receipts)}
        label="Copy the receipts"
        visibleLabel={underWay ? 'Copy these receipts' : 'Copy receipts'}
      />
      <ExportMenu jobId={job.jobId} />
      {tenantId === null || batchId === null ? null : (
        <Button size="sm" onClick={() => onOpenBatch(tenantId, batchId)}>
          Open the batch
        </Button>
      )}
      {queue === null ? null : (
        <Button size="sm" onClick={() => onOpenQueue(queue)}>
          Open the queue
        </Button>
      )}
      <Button ref={closeRef} size="sm" variant="ghost" shortcut="Escape" onClick={onClose}>
        {underWay ? 'Keep in background' : 'Close'}
      </Button>
    </DialogFoot>
  );
}
