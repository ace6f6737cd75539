import { useEffect, useEffectEvent, useState, useRef } from 'react';
import type { HowToPlan } from '#renderer/contract/planning.ts';
import { useCommand, useWatch } from '#renderer/contract/use-operation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { DialogFoot, DialogHead } from '#renderer/ui/dialog.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { ErrorState, NoPermissionState, EmptyState, StaleNote } from '#renderer/ui/states.tsx';
import type { Pace } from '#shared/contract/pace.ts';
import type { Plan } from '#shared/contract/plans.ts';
import type { JobKind, PlanTarget } from '#shared/domain/job-kinds/job-kinds.ts';
import type { Failure, FailureCode } from '#shared/contract/result.ts';
import { isOfDownloads, isOfMessages, planTitle, jobTitle } from '#shared/domain/job-words.ts';
import { listed } from '#shared/domain/formatting.ts';
import { PlanChips } from '../marks.tsx';
import { findKindMessages } from '../kind-messages.ts';
import { messages } from '../messages.ts';
import { findFingerprint } from '../plan-messages.ts';
import dialog from '../planning-dialog.module.css';
import type { PlanningSession, OpenBatch, OpenDownloads, OpenQueue } from '../planning-session.ts';
import { PlanPane, type Intent } from './plan-pane.tsx';
import { useLinkUp } from '#renderer/contract/link-state.ts';
import { useNow } from '#renderer/ui/relative-time.tsx';
import type { Job, JobState } from '#shared/contract/jobs.ts';
import { formatAbout, formatRunningTime, formatUtcTime } from '../times.ts';
import { JobPane } from '../job/job-pane.tsx';
import { useJobs } from '#renderer/contract/jobs-provider.tsx';
import { useToast } from '#renderer/ui/toast.tsx';
import { listJobNews, readStates } from '../job/job-rules.ts';

interface PlanContentProps {
  readonly target: PlanTarget;
  readonly how: HowToPlan;
  readonly onShowJob: (jobId: string) => void;
  readonly session: PlanningSession;
  readonly onClose: () => void;
  readonly onStarted: (jobId: string) => void;
}

/** Shows a plan until it starts: the reading, the frozen plan, and the fields to confirm it. */
export function PlanContent({ target, how, session, onClose, onStarted, onShowJob }: PlanContentProps) {
  const { state, rehearse, replace } = usePlan(target);
  // The reason and the beginning belong to the intent, and so outlast each plan that is made for it.
  const [intent, setIntent] = useState<Intent>();
  if (state.kind === 'made') {
    return (
      <PlanPane
        key={state.plan.planId}
        plan={state.plan}
        how={how}
        intent={intent}
        onIntent={setIntent}
        onShowJob={onShowJob}
        onClose={onClose}
        onRehearse={rehearse}
        onPaced={replace}
        onStarted={onStarted}
      />
    );
  }
  return (
    <>
      <DialogHead
        title={planTitle(target)}
        beside={<PlanChips fingerprint={findFingerprint(target)} connection={session.connection} />}
      />
      <div className={dialog.state}>
        {state.kind === 'reading' ? (
          <SkeletonRows label={findKindMessages(target.kind).describeReading(target)} labelVisible rows={8} />
        ) : (
          <PlanFailure kind={target.kind} failure={state.failure} onRetry={rehearse} />
        )}
      </div>
      <DialogFoot start={messages.plan.nothingChanges}>
        <Button variant="ghost" shortcut={pageKeys.everywhere.close} onClick={onClose}>
          {messages.common.cancel}
        </Button>
      </DialogFoot>
    </>
  );
}

type PlanState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'made'; readonly plan: Plan };

interface PlanHandle {
  readonly state: PlanState;
  /** Reads everything again and freezes a new plan; the old one is no longer shown. */
  readonly rehearse: () => void;
  /** Shows the same plan with another pace. */
  readonly replace: (plan: Plan) => void;
}

/** Makes a plan for exactly this target when it is first shown. */
function usePlan(target: PlanTarget): PlanHandle {
  const make = useCommand('plans.make', { toldInPlace: true });
  const setPace = useCommand('plans.setPace', { toldInPlace: true });
  /** A plan that is made again keeps the pace that was chosen. */
  const chosen = useRef<Pace>(undefined);
  const [round, setRound] = useState(0);
  const [answer, setAnswer] = useState<{ readonly round: number; readonly state: PlanState }>();

  const read = useEffectEvent(async () => {
    const made = await make.run({ target });
    const { current: pace } = chosen;
    if (!made.ok || pace === undefined || made.value.cannotStart !== null) return made;
    const paced = await setPace.run({ planId: made.value.planId, pace });
    return paced.ok ? paced : made;
  });
  useEffect(() => {
    let current = true;
    const ask = async () => {
      const result = await read();
      if (!current) return;
      const state: PlanState = result.ok
        ? { kind: 'made', plan: result.value }
        : { kind: 'failed', failure: result.failure };
      setAnswer({ round, state });
    };
    void ask();
    return () => {
      current = false;
    };
  }, [round]);

  return {
    state: answer?.round === round ? answer.state : { kind: 'reading' },
    rehearse: () => setRound(round + 1),
    replace(plan) {
      chosen.current = plan.pace;
      setAnswer({ round, state: { kind: 'made', plan } });
    },
  };
}

interface PlanFailureProps {
  readonly kind: JobKind;
  readonly failure: Failure;
  readonly onRetry: () => void;
}

/** Says why there is no plan, that nothing was changed, and the next step. */
function PlanFailure({ kind, failure, onRetry }: PlanFailureProps) {
  if (failure.code === 'role-required') {
    return (
      <NoPermissionState title={messages.failure.notYourRole(findKindMessages(kind).act)}>
        {messages.failure.roles(listed(failure.allowed))}
      </NoPermissionState>
    );
  }
  if (failure.code === 'tenant-out-of-scope') {
    return (
      <NoPermissionState title={chooseScopeTitle(kind)}>
        {messages.failure.outOfScope(failure.message)}
      </NoPermissionState>
    );
  }
  if (failure.code === 'read-denied') {
    return (
      <NoPermissionState
        title={messages.failure.cannotRead}
        forAdmin={`${failure.action} on ${failure.resource}`}
        onRetry={onRetry}
      >
        {failure.message}
      </NoPermissionState>
    );
  }
  const { title, next, canRetry } = failureTexts[failure.code] ?? unexpected;
  return (
    <ErrorState
      title={title}
      happened={failure.message}
      notDone={messages.failure.nothingChanged}
      next={next}
      reference={failure.reference}
      onRetry={canRetry ? onRetry : undefined}
    />
  );
}

function chooseScopeTitle(kind: JobKind): string {
  if (isOfMessages(kind)) return messages.failure.requiresAllTenants;
  return isOfDownloads(kind) ? messages.failure.requiresAllTenants : messages.failure.noTenant;
}

interface FailureTexts {
  readonly title: string;
  readonly next: string;
  readonly canRetry: boolean;
}

const unexpected: FailureTexts = {
  title: messages.failure.unexpected,
  next: messages.failure.unexpectedNext,
  canRetry: true,
};

const failureTexts: Partial<Readonly<Record<FailureCode, FailureTexts>>> = {
  throttled: {
    title: messages.failure.throttled,
    next: messages.failure.throttledNext,
    canRetry: true,
  },
  'not-signed-in': {
    title: messages.failure.notSignedIn,
    next: messages.failure.notSignedInNext,
    canRetry: true,
  },
  'sign-in-expired': {
    title: messages.failure.signInExpired,
    next: messages.failure.signInExpiredNext,
    canRetry: true,
  },
  'aws-unreachable': {
    title: messages.failure.unreachable,
    next: messages.failure.unreachableNext,
    canRetry: true,
  },
  'aws-refused': {
    title: messages.failure.refused,
    next: messages.failure.refusedNext,
    canRetry: true,
  },
  'host-unreachable': {
    title: messages.failure.noHost,
    next: messages.failure.noHostNext,
    canRetry: true,
  },
  'not-found': {
    title: messages.failure.notFound,
    next: messages.failure.notFoundNext,
    canRetry: true,
  },
  'execution-expired': {
    title: messages.failure.executionExpired,
    next: messages.failure.executionExpiredNext,
    canRetry: false,
  },
  'plan-refused': {
    title: messages.failure.noPlan,
    next: messages.failure.noPlanNext,
    canRetry: true,
  },
};

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

interface JobToastsProps {
  /** The job in the dialog needs no toast. */
  readonly shownJob: string | null;
  readonly onShow: (jobId: string) => void;
}

/** Renders nothing. It shows toasts about jobs that run in the background. */
export function JobToasts({ shownJob, onShow }: JobToastsProps) {
  const jobs = useJobs().value?.jobs;
  const known = useRef<ReadonlyMap<string, JobState> | undefined>(undefined);
  const toast = useToast();

  const tell = useEffectEvent((now: readonly Job[]) => {
    const news = listJobNews(known.current, now);
    known.current = readStates(now);
    for (const { jobId, ...words } of news) {
      if (jobId === shownJob) continue;
      toast.show({
        ...words,
        id: `job-${jobId}`,
        timeoutMs: 12_000,
        action: { label: messages.common.show, onAction: () => onShow(jobId) },
      });
    }
  });
  useEffect(() => {
    if (jobs !== undefined) tell(jobs);
  }, [jobs]);
  return null;
}
