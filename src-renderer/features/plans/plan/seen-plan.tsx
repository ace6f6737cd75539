import { useEffect, useId, useRef, useState } from 'react';
import type { Plan } from '#shared/contract/jobs/plans.ts';
import { useCommand } from '#renderer/contract/use-command.ts';
import type { PlanningSession } from '../planning-session.ts';
import { useNow } from '#renderer/ui/relative-time/use-now.ts';
import { ConfirmForm } from './confirm-form.tsx';
import type { Said } from './confirm-form.tsx';
import { PlanBody } from './plan-body.tsx';
import { planClock } from './plan-clock.ts';
import { PlanFoot } from './plan-foot.tsx';
import { PlanNotes } from './plan-notes.tsx';
import { SeenPlanHead } from './seen-plan-head.tsx';
import { startInputOf, whyNotStart } from './starting.ts';

export interface SeenPlanProps {
  readonly plan: Plan;
  readonly session: PlanningSession;
  readonly onClose: () => void;
  readonly onRehearse: () => void;
  readonly onStarted: (jobId: string) => void;
}

/** A frozen plan: exactly what is shown here is started, or nothing. */
export function SeenPlan({ plan, session, onClose, onRehearse, onStarted }: SeenPlanProps) {
  const formId = useId();
  const firstRef = useRef<HTMLInputElement>(null);
  const footRef = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState<Said>({ environment: '', count: '', reason: '' });
  const [tried, setTried] = useState(false);
  const start = useCommand('plans.start', { toldInPlace: true, onSuccess: ({ jobId }) => onStarted(jobId) });
  const clock = planClock(plan, useNow());
  const whyNot = whyNotStart(plan, clock.expired, said.reason);

  useEffect(() => {
    // The first field, else the button that starts it, else the one that closes.
    (firstRef.current ?? footRef.current?.querySelector<HTMLElement>('[data-first]'))?.focus();
  }, []);
  useEffect(() => {
    // The form is gone, and the button that started it does nothing any more.
    if (clock.expired) footRef.current?.querySelector<HTMLElement>('[data-again]')?.focus();
  }, [clock.expired]);

  function submit(): void {
    setTried(true);
    const input = startInputOf(plan, said);
    if (whyNot === null && input !== null && !start.isRunning) void start.run(input);
  }

  const asks = plan.cannotStart === null && !clock.expired;
  return (
    <>
      <SeenPlanHead plan={plan} clock={clock} />
      <PlanBody plan={plan} reason={said.reason} />
      <PlanNotes plan={plan} expired={clock.expired} failure={start.failure} />
      {asks ? (
        <ConfirmForm
          id={formId}
          plan={plan}
          said={said}
          onChange={setSaid}
          tried={tried}
          onSubmit={submit}
          firstRef={firstRef}
        />
      ) : null}
      <PlanFoot
        ref={footRef}
        plan={plan}
        session={session}
        formId={formId}
        reason={said.reason}
        expired={clock.expired}
        whyNot={whyNot}
        starting={start.isRunning}
        onClose={onClose}
        onRehearse={onRehearse}
      />
    </>
  );
}
