import type { Plan } from '#shared/contract/jobs/plans.ts';
import { isList } from '../plan-kind.ts';
import styles from '../planning-dialog.module.css';

import { rampFor } from './going.ts';
import { PlanFigures } from './plan-figures.tsx';
import { PlanItems } from './plan-items.tsx';
import { PlanSide } from './plan-side.tsx';
import { SinglePlan } from './single-plan.tsx';

export function PlanBody({ plan, reason }: { readonly plan: Plan; readonly reason: string }) {
  const isOfMany = isList(plan.kind);
  return (
    <>
      {isOfMany ? <PlanFigures plan={plan} reason={reason} /> : null}
      <div className={styles.columns}>
        {isOfMany ? <PlanItems plan={plan} /> : <SinglePlan plan={plan} />}
        <PlanSide plan={plan} ramp={rampFor(plan, reason)} />
      </div>
    </>
  );
}
