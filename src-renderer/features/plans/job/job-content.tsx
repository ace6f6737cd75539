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
          <StaleNote
            flat
            reason={failure?.message ?? "The console's process is not answering."}
            showing="Showing earlier data. The job continues when the console is started again."
          />
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
      <DialogHead title="Job" />
      <div className={dialog.state}>
        {failure !== undefined ? (
          <ErrorState
            title="Couldn't load the job"
            happened={failure.message}
            notDone="The job continues."
            next="Close this, then open it again from the top bar or Activity."
            reference={failure.reference}
          />
        ) : detail === undefined ? (
          <SkeletonRows label="Loading the job" labelVisible rows={8} />
        ) : (
          <EmptyState title="Job not found on this connection">
            <p>It may belong to another connection, or to a tenant that you don't have access to.</p>
          </EmptyState>
        )}
      </div>
      <DialogFoot>
        <Button variant="ghost" shortcut={pageKeys.everywhere.close} onClick={onClose}>
          Close
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
      started {formatUtcTime(startedAt)}, {endedAt === null ? 'running' : 'took'}{' '}
      <span className={dialog.strong}>{formatRunningTime(until - Date.parse(startedAt))}</span>
      {state === 'running' && secondsLeft !== null && secondsLeft > 0
        ? `, ${formatAbout(secondsLeft)} left`
        : ''}
    </span>
  );
}
