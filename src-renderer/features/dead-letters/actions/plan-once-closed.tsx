import { useEffect, useEffectEvent, useRef } from 'react';
import type { PlanTarget } from '#shared/contract/plans.ts';
import { afterPaint } from '#renderer/ui/after-paint.ts';

interface PlanOnceClosed {
  readonly plan: (target: PlanTarget) => void;
  /** For `WhenGone`. */
  readonly whenGone: () => void;
}

/** A dialog that is gone gives the focus back, and would take it from a plan that is open by then. */
export function usePlanOnceClosed(onClose: () => void, onPlan: (target: PlanTarget) => void): PlanOnceClosed {
  const planned = useRef<PlanTarget | null>(null);
  return {
    plan(target) {
      planned.current = target;
      onClose();
    },
    whenGone() {
      const target = planned.current;
      planned.current = null;
      if (target !== null) onPlan(target);
    },
  };
}

/** Draws nothing: says when what it is in has faded out and given back the focus. */
export function WhenGone({ run }: { readonly run: () => void }) {
  const latest = useEffectEvent(run);
  useEffect(
    () => () => {
      afterPaint(() => latest());
    },
    [],
  );
  return null;
}
