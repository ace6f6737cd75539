import { useEffect, useEffectEvent, useState } from 'react';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { DialogFoot, DialogHead } from '#renderer/ui/dialog.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { ErrorState, NoPermissionState } from '#renderer/ui/states.tsx';
import type { Plan } from '#shared/contract/plans.ts';
import type { JobKind, PlanTarget } from '#shared/domain/job-kinds/job-kinds.ts';
import type { Failure, FailureCode } from '#shared/contract/result.ts';
import { isOfDownloads, isOfMessages, planTitle } from '#shared/domain/job-words.ts';
import { listed } from '#shared/domain/formatting.ts';
import { PlanChips } from '../marks.tsx';
import { findKindMessages } from '../kind-messages.ts';
import { findFingerprint } from '../plan-messages.ts';
import dialog from '../planning-dialog.module.css';
import type { PlanningSession } from '../planning-session.ts';
import { PlanPane } from './plan-pane.tsx';

interface PlanContentProps {
  readonly target: PlanTarget;
  readonly session: PlanningSession;
  readonly onClose: () => void;
  readonly onStarted: (jobId: string) => void;
}

/** Shows a plan until it starts: the reading, the frozen plan, and the fields to confirm it. */
export function PlanContent({ target, session, onClose, onStarted }: PlanContentProps) {
  const { state, rehearse } = usePlan(target);
  if (state.kind === 'made') {
    return (
      <PlanPane
        key={state.plan.planId}
        plan={state.plan}
        session={session}
        onClose={onClose}
        onRehearse={rehearse}
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
      <DialogFoot start="Nothing changes until you start the plan.">
        <Button variant="ghost" shortcut={pageKeys.everywhere.close} onClick={onClose}>
          Cancel
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
}

/** Makes a plan for exactly this target when it is first shown. */
function usePlan(target: PlanTarget): PlanHandle {
  const make = useCommand('plans.make', { toldInPlace: true });
  const [round, setRound] = useState(0);
  const [answer, setAnswer] = useState<{ readonly round: number; readonly state: PlanState }>();

  const read = useEffectEvent(() => make.run({ target }));
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
      <NoPermissionState title={`Your role may not ${findKindMessages(kind).act}`}>
        {`Requires one of these roles: ${listed(failure.allowed)}. Nothing was read or changed. Ask a colleague with one of these roles.`}
      </NoPermissionState>
    );
  }
  if (failure.code === 'tenant-out-of-scope') {
    return (
      <NoPermissionState title={chooseScopeTitle(kind)}>
        {`${failure.message} No plan was made. Nothing was changed.`}
      </NoPermissionState>
    );
  }
  if (failure.code === 'read-denied') {
    return (
      <NoPermissionState
        title="This role can't read what the plan needs"
        forAdmin={`${failure.action} on ${failure.resource}`}
        onRetry={onRetry}
      >
        {failure.message}
      </NoPermissionState>
    );
  }
  const { title, next, canRetry } = words[failure.code] ?? unexpected;
  return (
    <ErrorState
      title={title}
      happened={failure.message}
      notDone="No plan was made. Nothing was changed."
      next={next}
      reference={failure.reference}
      onRetry={canRetry ? onRetry : undefined}
    />
  );
}

function chooseScopeTitle(kind: JobKind): string {
  if (isOfMessages(kind)) return 'Requires access to all tenants';
  return isOfDownloads(kind) ? 'Requires access to all tenants' : "You don't have access to this tenant";
}

interface FailureTexts {
  readonly title: string;
  readonly next: string;
  readonly canRetry: boolean;
}

const unexpected: FailureTexts = {
  title: "Couldn't make the plan",
  next: 'Try again. If it keeps failing, search the log for this reference.',
  canRetry: true,
};

const words: Partial<Readonly<Record<FailureCode, FailureTexts>>> = {
  throttled: {
    title: 'The table is too busy',
    next: 'Wait a moment, then try again.',
    canRetry: true,
  },
  'not-signed-in': {
    title: 'Not signed in to this account',
    next: 'Sign in, then try again.',
    canRetry: true,
  },
  'sign-in-expired': {
    title: 'Your AWS sign-in has expired',
    next: 'Sign in for this profile as usual, then try again.',
    canRetry: true,
  },
  'aws-unreachable': {
    title: 'AWS did not answer',
    next: 'Check the network or the VPN, then try again.',
    canRetry: true,
  },
  'aws-refused': {
    title: 'AWS refused a read for the plan',
    next: 'Try again. If it keeps failing, run Check connection in Settings.',
    canRetry: true,
  },
  'host-unreachable': {
    title: "The console's process is not answering",
    next: 'Try again. If it keeps failing, restart Sluice.',
    canRetry: true,
  },
  'not-found': {
    title: 'Nothing to plan',
    next: 'Close this and refresh the list: it may be outdated.',
    canRetry: true,
  },
  'execution-expired': {
    title: 'This execution is no longer kept',
    next: 'Reprocess the documents instead. That starts a new run.',
    canRetry: false,
  },
  'plan-refused': {
    title: 'No plan was made',
    next: 'Close this and choose again.',
    canRetry: true,
  },
};
