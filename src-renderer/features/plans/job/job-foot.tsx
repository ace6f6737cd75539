import type { RefObject } from 'react';
import type { ItemReceipt, Job } from '#shared/contract/jobs/jobs.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { CopyButton } from '#renderer/ui/copy-button/copy-button.tsx';
import { DialogFoot } from '#renderer/ui/dialog/dialog.tsx';
import type { OpenBatch, OpenDownloads, OpenQueue } from '../planning-session.ts';
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
  readonly onOpenDownloads: OpenDownloads;
}

export function JobFoot(props: JobFootProps) {
  const { job, by, receipts, underWay, closeRef, onClose, onOpenBatch, onOpenQueue, onOpenDownloads } = props;
  const { tenantId, batchId, queue } = job;
  const downloads = downloadsOf(job, receipts);
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
      {downloads === undefined ? null : (
        <Button size="sm" onClick={() => onOpenDownloads(downloads)}>
          {openWords(job.kind, downloads)}
        </Button>
      )}
      <Button ref={closeRef} size="sm" variant="ghost" shortcut="Escape" onClick={onClose}>
        {underWay ? 'Keep in background' : 'Close'}
      </Button>
    </DialogFoot>
  );
}

/** The batch that a day was run again as is known once the pipeline has said so. */
function downloadsOf({ kind, downloads }: Job, receipts: readonly ItemReceipt[]): Job['downloads'] {
  if (kind !== 'trigger-downloads' || downloads === undefined) return downloads;
  return { ...downloads, batchId: receipts[0]?.downloadBatchId ?? null };
}

function openWords(kind: Job['kind'], { date, batchId }: NonNullable<Job['downloads']>): string {
  if (batchId !== null) return kind === 'trigger-downloads' ? 'Open the new batch' : 'Open the batch';
  return date === null ? 'Open Downloads' : 'Open the day';
}
