import { useEffect, useRef } from 'react';
import type { JobDetail } from '#shared/contract/jobs/jobs.ts';
import { backWith, fixedAs, jobSummary } from '#shared/domain/job-summary.ts';
import { isUnderWay } from '#shared/domain/job-words.ts';
import { useCommand } from '#renderer/contract/use-command.ts';
import { isList } from '../plan-kind.ts';
import styles from '../planning-dialog.module.css';
import { nameOf, whyNotAct } from '../planning-session.ts';
import type { OpenBatch, OpenDownloads, OpenQueue, PlanningSession } from '../planning-session.ts';
import { whyNotResume } from './control-words.ts';
import { JobFoot } from './job-foot.tsx';
import { JobLine } from './job-line.tsx';
import { JobSide } from './job-side.tsx';
import { JobSteps } from './job-steps.tsx';
import { ReceiptsPane } from './receipts-pane.tsx';
import { useAllReceipts } from './use-all-receipts.ts';
import { useBrakeKey } from './use-brake-key.ts';

export interface SeenJobProps {
  readonly detail: JobDetail;
  readonly session: PlanningSession;
  readonly onClose: () => void;
  readonly onOpenBatch: OpenBatch;
  readonly onOpenQueue: OpenQueue;
  readonly onOpenDownloads: OpenDownloads;
}

export function SeenJob({
  detail,
  session,
  onClose,
  onOpenBatch,
  onOpenQueue,
  onOpenDownloads,
}: SeenJobProps) {
  const { job } = detail;
  const underWay = isUnderWay(job);
  const brake = useCommand('jobs.brake');
  const resume = useCommand('jobs.resume');
  const end = useCommand('jobs.end');
  const all = useAllReceipts(job, !underWay);
  const mayBrake = job.state === 'running' && whyNotAct(session) === null;
  const doBrake = () => {
    if (!brake.isRunning) void brake.run({ jobId: job.jobId });
  };
  useBrakeKey(mayBrake, doBrake);

  const brakeRef = useRef<HTMLButtonElement>(null);
  const closeRef = useRef<HTMLButtonElement>(null);
  const isRunning = job.state === 'running';
  useEffect(() => {
    // Who has just started it has a hand on the brake; once there is none, the focus must not be lost with it.
    const held = document.activeElement?.closest('button, a, input, [role="grid"]') ?? null;
    if (isRunning) brakeRef.current?.focus();
    else if (held === null) closeRef.current?.focus();
  }, [isRunning]);

  const receipts = all.receipts ?? detail.latest;
  const readBack = {
    as: all.receipts === undefined ? undefined : fixedAs(all.receipts, job.counts.fixed),
    back: backWith(receipts, job.counts['failed-again']),
  };
  return (
    <>
      <JobLine job={job} />
      {isList(job.kind) ? <JobSteps kind={job.kind} steps={detail.steps} /> : null}
      <div className={styles.columns}>
        <ReceiptsPane
          detail={detail}
          underWay={underWay}
          all={all}
          onOpenDocument={(documentId) => {
            const { tenantId, batchId } = job;
            if (tenantId !== null && batchId !== null) onOpenBatch(tenantId, batchId, documentId);
          }}
        />
        <JobSide
          detail={detail}
          job={job}
          summary={jobSummary(job, readBack)}
          kept={detail.kept}
          receipts={receipts}
          braking={brake.isRunning}
          resuming={resume.isRunning}
          ending={end.isRunning}
          whyNotBrake={whyNotAct(session)}
          whyNotResume={whyNotResume(job, session)}
          onBrake={doBrake}
          onResume={() => void resume.run({ jobId: job.jobId })}
          onEnd={() => void end.run({ jobId: job.jobId })}
          brakeRef={brakeRef}
        />
      </div>
      <JobFoot
        job={job}
        by={nameOf(job.by, session)}
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
