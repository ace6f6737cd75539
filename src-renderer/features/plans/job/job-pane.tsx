import { useEffect, useRef, type RefObject } from 'react';
import { downloadText } from '#renderer/contract/copy-and-download.ts';
import { useNames } from '#renderer/contract/names.tsx';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { CaseLink } from '#renderer/ui/case-link.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { DialogFoot } from '#renderer/ui/dialog.tsx';
import { Menu, MenuItem } from '#renderer/ui/menu.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { useToast } from '#renderer/ui/toast.tsx';
import type { ItemReceipt, Job, JobDetail } from '#shared/contract/jobs.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { backWith, fixedAs, jobSummary } from '#shared/domain/job-summary.ts';
import { countEnded, isUnderWay, whereNoun, findJobPlace, jobTitle } from '#shared/domain/job-words.ts';
import { HashLine } from '../marks.tsx';
import { messages } from '../messages.ts';
import { whyNotBrake, whyNotResume } from '../plan-messages.ts';
import { isList } from '../plan-rules.ts';
import dialog from '../planning-dialog.module.css';
import {
  type OpenBatch,
  type OpenDownloads,
  type OpenQueue,
  type PlanningSession,
} from '../planning-session.ts';
import { useDialogKey } from '../use-dialog-key.ts';
import { findCasePlace, formatReceipts } from './job-rules.ts';
import { JobSide, JobSteps } from './job-side.tsx';
import { ReceiptsOfMany } from './receipts-of-many.tsx';
import { ReceiptsPane, useAllReceipts } from './receipts-pane.tsx';

interface JobPaneProps {
  readonly detail: JobDetail;
  readonly session: PlanningSession;
  readonly onClose: () => void;
  readonly onOpenBatch: OpenBatch;
  readonly onOpenQueue: OpenQueue;
  readonly onOpenDownloads: OpenDownloads;
}

export function JobPane({
  detail,
  session,
  onClose,
  onOpenBatch,
  onOpenQueue,
  onOpenDownloads,
}: JobPaneProps) {
  const { job } = detail;
  const names = useNames();
  const underWay = isUnderWay(job);
  const brake = useCommand('jobs.brake');
  const resume = useCommand('jobs.resume');
  const end = useCommand('jobs.end');
  // Receipts of many batches are read in pages, as a person looks at them.
  const all = useAllReceipts(job, !underWay && job.many === undefined);
  const whyNot = whyNotBrake(job, session);
  const mayBrake = job.state === 'running' && whyNot === null;
  const doBrake = () => {
    if (!brake.isRunning) void brake.run({ jobId: job.jobId });
  };
  useDialogKey(' ', mayBrake, doBrake);

  const brakeRef = useRef<HTMLButtonElement>(null);
  const closeRef = useRef<HTMLButtonElement>(null);
  const isRunning = job.state === 'running';
  useEffect(() => {
    // A person who has just started the job has the focus on the brake. When that button disappears, the
    // focus must not be lost with it.
    const held = document.activeElement?.closest('button, a, input, [role="grid"]') ?? null;
    if (isRunning) brakeRef.current?.focus();
    else if (held === null) closeRef.current?.focus();
  }, [isRunning]);

  const openDocument = ({ id, of }: ItemReceipt) => {
    const { tenantId, batchId } = of ?? job;
    if (tenantId !== null && batchId !== null) onOpenBatch(tenantId, batchId, id);
  };
  const receipts = all.receipts ?? detail.latest;
  const readBack = {
    as: all.receipts === undefined ? undefined : fixedAs(all.receipts, job.counts.fixed),
    back: backWith(receipts, job.counts['failed-again']),
  };
  return (
    <>
      <JobLine job={job} />
      {isList(job.kind) ? <JobSteps job={job} steps={detail.steps} /> : null}
      <div className={dialog.columns}>
        {job.many !== undefined && !underWay ? (
          <ReceiptsOfMany job={job} onOpen={openDocument} onOpenBatch={onOpenBatch} />
        ) : (
          <ReceiptsPane detail={detail} underWay={underWay} all={all} onOpenDocument={openDocument} />
        )}
        <JobSide
          detail={detail}
          session={session}
          job={job}
          summary={jobSummary(job, readBack)}
          kept={detail.kept}
          receipts={receipts}
          braking={brake.isRunning}
          resuming={resume.isRunning}
          ending={end.isRunning}
          whyNotBrake={whyNot}
          whyNotResume={whyNotResume(job, session, names)}
          onBrake={doBrake}
          onResume={() => void resume.run({ jobId: job.jobId })}
          onEnd={() => void end.run({ jobId: job.jobId })}
          brakeRef={brakeRef}
        />
      </div>
      <JobFoot
        job={job}
        by={names.person(job.by, job.tenantId)}
        receipts={receipts}
        underWay={underWay}
        closeRef={closeRef}
        onClose={onClose}
        onOpenBatch={onOpenBatch}
        onOpenQueue={onOpenQueue}
        onOpenDownloads={onOpenDownloads}
      />
    </>
  );
}

/** Shows the subject of the job, its progress, and its plan. */
function JobLine({ job }: { readonly job: Job }) {
  return (
    <HashLine
      hash={job.hash}
      end={
        !isList(job.kind) ? null : (
          <span>
            <b>{grouped(countEnded(job))}</b> {messages.job.ended}{' '}
            <b>{grouped(job.counts.running + job.counts.sending)}</b> {messages.job.underWay}{' '}
            <b>{grouped(job.counts.waiting)}</b> {messages.job.waiting}
          </span>
        )
      }
    >
      {whereNoun(job)} <b>{findJobPlace(job)}</b>
    </HashLine>
  );
}

interface JobFootProps {
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

function JobFoot(props: JobFootProps) {
  const { job, by, receipts, underWay, closeRef, onClose, onOpenBatch, onOpenQueue, onOpenDownloads } = props;
  const { tenantId, batchId, queue } = job;
  const downloads = findDownloads(job, receipts);
  const reason = job.reason === null ? '' : messages.job.reason(job.reason);
  const place = findCasePlace(job);
  return (
    <DialogFoot start={<span title={job.reason ?? undefined}>{messages.job.startedBy(by, reason)}</span>}>
      {place === null ? null : <CaseLink isBare place={place} says={jobTitle(job)} />}
      <CopyButton
        text={formatReceipts(job, receipts)}
        label={messages.job.copy}
        visibleLabel={underWay || job.many !== undefined ? messages.job.copyThese : messages.job.copyReceipts}
      />
      <ExportMenu jobId={job.jobId} />
      {tenantId === null || batchId === null ? null : (
        <Button size="sm" onClick={() => onOpenBatch(tenantId, batchId)}>
          {messages.job.openBatch}
        </Button>
      )}
      {queue === null ? null : (
        <Button size="sm" onClick={() => onOpenQueue(queue)}>
          {messages.job.openQueue}
        </Button>
      )}
      {downloads === undefined ? null : (
        <Button size="sm" onClick={() => onOpenDownloads(downloads)}>
          {describeOpening(job.kind, downloads)}
        </Button>
      )}
      <Button ref={closeRef} size="sm" variant="ghost" shortcut={pageKeys.everywhere.close} onClick={onClose}>
        {underWay ? messages.job.background : messages.common.close}
      </Button>
    </DialogFoot>
  );
}

/** The batch of a repeated day is known once the pipeline has answered. */
function findDownloads({ kind, downloads }: Job, receipts: readonly ItemReceipt[]): Job['downloads'] {
  if (kind !== 'trigger-downloads' || downloads === undefined) return downloads;
  return { ...downloads, batchId: receipts[0]?.downloadBatchId ?? null };
}

function describeOpening(kind: Job['kind'], { date, batchId }: NonNullable<Job['downloads']>): string {
  if (batchId !== null)
    return kind === 'trigger-downloads' ? messages.job.openNewBatch : messages.job.openBatch;
  return date === null ? messages.job.openDownloads : messages.job.openDay;
}

/** Exports all receipts of the job, not only the visible ones. */
function ExportMenu({ jobId }: { readonly jobId: string }) {
  const toast = useToast();
  const command = useCommand('jobs.export', {
    onSuccess: (file) => {
      downloadText(file);
      toast.show({ message: messages.job.exported(file.fileName), tone: 'succeeded' });
    },
  });
  return (
    <Menu
      side="top"
      trigger={
        <Button size="sm" icon="export" loading={command.isRunning}>
          {messages.job.export}
        </Button>
      }
    >
      {formats.map(({ format, label }) => (
        <MenuItem key={format} onSelect={() => void command.run({ jobId, format })}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}

const formats = [
  { format: 'csv', label: messages.job.allCsv },
  { format: 'json', label: messages.job.allJson },
] as const;
