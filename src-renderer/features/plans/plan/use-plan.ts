import { useEffect, useEffectEvent, useState } from 'react';
import type { Plan, PlanTarget } from '#shared/contract/jobs/plans.ts';
import type { Failure } from '#shared/contract/result.ts';
import { useCommand } from '#renderer/contract/use-command.ts';

export type PlanState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'made'; readonly plan: Plan };

export interface PlanHandle {
  readonly state: PlanState;
  /** Reads everything again and freezes a new plan; the old one is no longer shown. */
  readonly rehearse: () => void;
}

/** A plan for exactly this target, made as soon as somebody looks. */
export function usePlan(target: PlanTarget): PlanHandle {
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
