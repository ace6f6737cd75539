import type { PlanTarget } from '#shared/contract/jobs/plans.ts';
import { planTitle } from '#shared/domain/job-words.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { DialogHead } from '#renderer/ui/dialog/dialog-head.tsx';
import { DialogFoot } from '#renderer/ui/dialog/dialog.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';
import { PlanChips } from '../plan-chips.tsx';
import styles from '../planning-dialog.module.css';
import type { PlanningSession } from '../planning-session.ts';
import { PlanFailure } from './plan-failure.tsx';
import { fingerprintOf, readingWords } from './plan-words.ts';
import { SeenPlan } from './seen-plan.tsx';
import { usePlan } from './use-plan.ts';

export interface PlanContentProps {
  readonly target: PlanTarget;
  readonly session: PlanningSession;
  readonly onClose: () => void;
  readonly onStarted: (jobId: string) => void;
}

/** From being asked for to being started: what is read, what is frozen, what has to be said. */
export function PlanContent({ target, session, onClose, onStarted }: PlanContentProps) {
  const { state, rehearse } = usePlan(target);
  if (state.kind === 'made') {
    return (
      <SeenPlan
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
        beside={<PlanChips fingerprint={fingerprintOf(target)} connection={session.connection} />}
      />
      <div className={styles.state}>
        {state.kind === 'reading' ? (
          <SkeletonRows label={readingWords(target)} labelVisible rows={8} />
        ) : (
          <PlanFailure kind={target.kind} failure={state.failure} onRetry={rehearse} />
        )}
      </div>
      <DialogFoot start="Nothing is changed before you start it.">
        <Button variant="ghost" shortcut="Escape" onClick={onClose}>
          Cancel
        </Button>
      </DialogFoot>
    </>
  );
}
