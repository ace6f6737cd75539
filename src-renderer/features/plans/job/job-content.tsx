import { useLinkUp } from '#renderer/contract/link-state.ts';
import { useWatch } from '#renderer/contract/use-operation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { DialogFoot, DialogHead } from '#renderer/ui/dialog.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { useNow } from '#renderer/ui/relative-time.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { EmptyState, ErrorState, StaleNote } from '#renderer/ui/states.tsx';
import type { Job } from '#shared/contract/jobs.ts';
import { jobTitle } from '#shared/domain/job-words.ts';
import { PlanChips } from '../marks.tsx';
import { messages } from '../messages.ts';
import dialog from '../planning-dialog.module.css';
import type { OpenBatch, OpenDownloads, OpenQueue, PlanningSession } from '../planning-session.ts';
import { formatAbout, formatRunningTime, formatUtcTime } from '../times.ts';
import { JobPane } from './job-pane.tsx';

interface JobContentProps {
  readonly jobId: string;
  readonly session: PlanningSession;
  readonly onClose: () => void;
  readonly onOpenBatch: OpenBatch;
  readonly onOpenQueue: OpenQueue;
  readonly onOpenDownloads: OpenDownloads;
}

/**
 * Shows a job while it runs and after its end. Closing the dialog keeps the job running in the background.
 */
export function JobContent({
  jobId,
  session,
  onClose,
  onOpenBatch,
  onOpenQueue,
  onOpenDownloads,
}: JobContentProps) {
  const { value, failure } = useWatch('jobs.watchOne', { jobId });
  const linkUp = useLinkUp();
  const detail = value?.detail;
  if (detail !== undefined && detail !== null) {
    return (
      <>
        <DialogHead
          title={jobTitle(detail.job)}
          beside={<PlanChips fingerprint={detail.job.fingerprint} connection={detail.job.connection} />}
          aside={<JobClock job={detail.job} />}
        />
        {linkUp && failure === undefined ? null : (
          <StaleNote flat reason={failure?.message ?? messages.job.noHost} showing={messages.job.stale} />
        )}
        <JobPane
          detail={detail}
          session={session}
          onClose={onClose}
          onOpenBatch={onOpenBatch}
          onOpenQueue={onOpenQueue}
          onOpenDownloads={onOpenDownloads}
        />
      </>
    );
  }
  return (
    <>
      <DialogHead title={messages.job.title} />
      <div className={dialog.state}>
        {failure !== undefined ? (
          <ErrorState
            title={messages.job.notRead}
            happened={failure.message}
            notDone={messages.job.continues}
            next={messages.job.reopen}
            reference={failure.reference}
          />
        ) : detail === undefined ? (
          <SkeletonRows label={messages.job.loading} labelVisible rows={8} />
        ) : (
          <EmptyState title={messages.job.notFound}>
            <p>{messages.job.notFoundNext}</p>
          </EmptyState>
        )}
      </div>
      <DialogFoot>
        <Button variant="ghost" shortcut={pageKeys.everywhere.close} onClick={onClose}>
          {messages.common.close}
        </Button>
      </DialogFoot>
    </>
  );
}

/** Shows when the job began, how long it has taken, and the estimated time left. */
function JobClock({ job }: { readonly job: Job }) {
  const { startedAt, endedAt, secondsLeft, state } = job;
  const now = useNow(endedAt === null ? 1_000 : null);
  const until = endedAt === null ? now : Date.parse(endedAt);
  return (
    <span className={dialog.said}>
      {messages.job.started} {formatUtcTime(startedAt)},{' '}
      {endedAt === null ? messages.job.running : messages.job.took}{' '}
      <span className={dialog.strong}>{formatRunningTime(until - Date.parse(startedAt))}</span>
      {state === 'running' && secondsLeft !== null && secondsLeft > 0
        ? messages.job.left(formatAbout(secondsLeft))
        : ''}
    </span>
  );
}
