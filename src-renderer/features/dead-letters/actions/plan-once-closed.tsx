import { useEffect, useEffectEvent, useRef } from 'react';
import type { PlanTarget } from '#shared/domain/job-kinds/job-kinds.ts';
import { afterPaint } from '#renderer/ui/after-paint.ts';

interface PlanOnceClosed {
  readonly plan: (target: PlanTarget) => void;
  /** This is passed to `WhenGone`. */
  readonly whenGone: () => void;
}

/**
 * A closing dialog gives the focus back, which would take it from a plan that is already open. The plan
 * therefore waits for it.
 */
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

/** Renders nothing. It calls `run` when the surrounding dialog has faded out and given back the focus. */
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
