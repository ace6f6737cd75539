import { useLinkUp } from '#renderer/contract/link-state.ts';
import { useWatch } from '#renderer/contract/use-operation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { DialogFoot, DialogHead } from '#renderer/ui/dialog.tsx';
import { useNow } from '#renderer/ui/relative-time.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { EmptyState, ErrorState, StaleNote } from '#renderer/ui/states.tsx';
import type { Job } from '#shared/contract/jobs.ts';
import { jobTitle } from '#shared/domain/job-words.ts';
import { PlanChips } from '../marks.tsx';
import dialog from '../planning-dialog.module.css';
import type { OpenBatch, OpenDownloads, OpenQueue, PlanningSession } from '../planning-session.ts';
import { formatAbout, formatRunningTime, utcTime } from '../times.ts';
import { JobPane } from './job-pane.tsx';

interface JobContentProps {
  readonly jobId: string;
  readonly session: PlanningSession;
  readonly onClose: () => void;
  readonly onOpenBatch: OpenBatch;
  readonly onOpenQueue: OpenQueue;
  readonly onOpenDownloads: OpenDownloads;
}

/** A job from its start to long after its end: the same page, kept in the background by closing it. */
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
            showing="What is shown is from before. The job goes on when the console is started again."
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
            title="The job could not be read"
            happened={failure.message}
            notDone="It goes on without being watched."
            next="Close this and open it again from the top bar or from Activity."
            reference={failure.reference}
          />
        ) : detail === undefined ? (
          <SkeletonRows label="Reading the job" labelVisible rows={8} />
        ) : (
          <EmptyState title="There is no such job on this connection">
            <p>It may be of another connection, or of a tenant that is not one of yours.</p>
          </EmptyState>
        )}
      </div>
      <DialogFoot>
        <Button variant="ghost" shortcut="Escape" onClick={onClose}>
          Close
        </Button>
      </DialogFoot>
    </>
  );
}

/** When it began, how long it runs or ran, and about how long it still will. */
function JobClock({ job }: { readonly job: Job }) {
  const { startedAt, endedAt, secondsLeft, state } = job;
  const now = useNow(endedAt === null ? 1_000 : null);
  const until = endedAt === null ? now : Date.parse(endedAt);
  return (
    <span className={dialog.said}>
      started {utcTime(startedAt)}, {endedAt === null ? 'running' : 'took'}{' '}
      <span className={dialog.strong}>{formatRunningTime(until - Date.parse(startedAt))}</span>
      {state === 'running' && secondsLeft !== null && secondsLeft > 0
        ? `, ${formatAbout(secondsLeft)} left`
        : ''}
    </span>
  );
}
