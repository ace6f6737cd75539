import { useState } from 'react';
import type { ItemReceipt, ItemState, JobDetail } from '#shared/contract/jobs/jobs.ts';
import type { JobKind } from '#shared/contract/jobs/plans.ts';
import { nextStepsOfDownloads } from '#shared/domain/download-summary.ts';
import { nextSteps, nextStepsOfMessages } from '#shared/domain/job-summary.ts';
import { Note } from '#renderer/ui/note/note.tsx';
import { PaneTitle } from '#renderer/ui/pane/pane.tsx';
import { Segmented } from '#renderer/ui/segmented/segmented.tsx';
import { ErrorState } from '#renderer/ui/states/error-state.tsx';
import { isOfDownloads, isOfMessages } from '#shared/domain/job-place.ts';
import { needsLooking, receiptChoices } from './receipt-choices.ts';
import styles from './receipts-pane.module.css';
import { ReceiptsTable } from './receipts-table.tsx';
import { useNow } from '#renderer/ui/relative-time/use-now.ts';
import type { AllReceipts } from './use-all-receipts.ts';

export interface ReceiptsPaneProps {
  readonly detail: JobDetail;
  readonly underWay: boolean;
  readonly all: AllReceipts;
  readonly onOpenDocument: (documentId: string) => void;
}

/** While it runs the last that changed; afterwards every one of them, first those that need somebody. */
export function ReceiptsPane({ detail, underWay, all, onOpenDocument }: ReceiptsPaneProps) {
  const { job, latest } = detail;
  const onOpen = job.kind === 'reprocess' ? ({ id }: ItemReceipt) => onOpenDocument(id) : undefined;
  const now = useNow(underWay ? 1_000 : null);
  const [chosen, setChosen] = useState<ItemState | 'all' | null>(null);
  if (underWay) {
    return (
      <ReceiptsTable
        kind={job.kind}
        receipts={latest}
        now={now}
        onOpen={onOpen}
        head={<PaneTitle title="Receipts, newest first" hint={outcomeHint(job.kind)} level={3} />}
        loading={false}
        empty={<p className={styles.empty}>Nothing has been sent yet.</p>}
      />
    );
  }
  const shown = chosen ?? needsLooking(job.counts) ?? 'all';
  const choices = receiptChoices(job);
  const next = shown === 'all' ? undefined : nextStepsOf(job.kind)[shown];
  const receipts = (all.receipts ?? []).filter(({ state }) => shown === 'all' || state === shown);
  return (
    <div className={styles.pane}>
      {next === undefined ? null : (
        <Note tone={shown === 'uncertain' ? 'warn' : 'info'} flat>
          {next}
        </Note>
      )}
      <div className={styles.table}>
        <ReceiptsTable
          kind={job.kind}
          receipts={receipts}
          now={null}
          onOpen={onOpen}
          head={
            choices.length < 2 ? (
              <PaneTitle title="Receipts" hint={outcomeHint(job.kind)} level={3} />
            ) : (
              <Segmented
                label="Which receipts"
                size="sm"
                value={shown}
                onChange={setChosen}
                options={choices}
              />
            )
          }
          loading={all.receipts === undefined && all.error === null}
          empty={<p className={styles.empty}>None.</p>}
          error={
            all.error === null ? null : (
              <ErrorState
                title="The receipts could not be read"
                happened={all.error.failure.message}
                notDone="The job is not affected."
                next={`They are kept in ${detail.file}.`}
                reference={all.error.failure.reference}
                onRetry={all.retry}
              />
            )
          }
        />
      </div>
    </div>
  );
}

function nextStepsOf(kind: JobKind): Readonly<Partial<Record<ItemState, string>>> {
  if (isOfDownloads(kind)) return nextStepsOfDownloads;
  return isOfMessages(kind) ? nextStepsOfMessages : nextSteps;
}

function outcomeHint(kind: JobKind): string {
  return kind === 'discard-messages' ? 'whole in a file before each is deleted' : 'outcome read back by key';
}
