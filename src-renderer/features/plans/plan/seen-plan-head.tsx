import type { Plan } from '#shared/contract/jobs/plans.ts';
import { planTitle } from '#shared/domain/job-words.ts';
import { DialogHead } from '#renderer/ui/dialog/dialog-head.tsx';
import { ExpiryRing } from '#renderer/ui/progress/expiry-ring.tsx';
import { HashLine } from '../hash-line.tsx';
import { PlanChips } from '../plan-chips.tsx';
import styles from '../planning-dialog.module.css';
import { utcTime } from '../time-words.ts';
import type { PlanClock } from './plan-clock.ts';
import { fingerprintOf } from './plan-words.ts';

export interface SeenPlanHeadProps {
  readonly plan: Plan;
  readonly clock: PlanClock;
}

export function SeenPlanHead({ plan, clock: { expired, words, left, tone } }: SeenPlanHeadProps) {
  return (
    <>
      <DialogHead
        title={planTitle(plan.target)}
        beside={<PlanChips fingerprint={fingerprintOf(plan.target)} connection={plan.connection} />}
        aside={
          <span className={styles.clock}>
            <ExpiryRing
              left={left}
              tone={tone}
              words={expired ? 'plan expired' : `plan expires in ${words}`}
            />
          </span>
        }
      />
      <HashLine hash={plan.hash}>
        Frozen <b>{utcTime(plan.madeAt)}</b>, ids only, nothing joins later
        {'queue' in plan.target ? (
          <>
            {' · '}queue <b>{plan.target.queue}</b>
          </>
        ) : null}
        {plan.target.kind === 'requeue-files' && plan.target.batchId !== undefined ? (
          <>
            {' · '}files of <b>{plan.target.batchId}</b>
          </>
        ) : null}
      </HashLine>
    </>
  );
}
