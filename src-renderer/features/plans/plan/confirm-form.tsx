import { useRef } from 'react';
import type { FormEvent, RefObject } from 'react';
import type { Plan } from '#shared/contract/jobs/plans.ts';
import { alwaysNeedsReason } from '#shared/domain/job-place.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { TextField } from '#renderer/ui/input/text-field.tsx';
import styles from './confirm-form.module.css';
import { goingCount, waitingForReason } from './going.ts';
import { reasonError } from './starting.ts';
import { typedErrors } from './typed-errors.ts';
import type { Typed } from './typed-errors.ts';

export interface Said extends Typed {
  readonly reason: string;
}

export interface ConfirmFormProps {
  readonly id: string;
  readonly plan: Plan;
  readonly said: Said;
  readonly onChange: (said: Said) => void;
  /** After somebody has tried to start: before that nothing is wrong yet. */
  readonly tried: boolean;
  readonly onSubmit: () => void;
  readonly firstRef: RefObject<HTMLInputElement | null>;
}

/** What has to be said before it starts. Enter in any of its fields is the start button. */
export function ConfirmForm(props: ConfirmFormProps) {
  const { id, plan, said, onChange, tried, onSubmit, firstRef } = props;
  const countRef = useRef<HTMLInputElement>(null);
  const reasonRef = useRef<HTMLInputElement>(null);
  const poison = waitingForReason(plan);
  const errors = tried ? typedErrors(plan, said) : {};
  const lacksReason = reasonError(plan, said.reason);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const wrong = typedErrors(plan, said);
    if (wrong.environment !== undefined) firstRef.current?.focus();
    else if (wrong.count !== undefined) countRef.current?.focus();
    else if (lacksReason !== undefined) (reasonRef.current ?? firstRef.current)?.focus();
    onSubmit();
  }

  return (
    <form id={id} className={styles.form} onSubmit={submit} noValidate>
      {plan.typing === null ? null : (
        <>
          <TextField
            ref={firstRef}
            label={`Type the environment, ${plan.typing.environment}`}
            className={styles.short}
            mono
            value={said.environment}
            error={errors.environment}
            onChange={(event) => onChange({ ...said, environment: event.currentTarget.value })}
          />
          <TextField
            ref={countRef}
            label={`and the count, ${String(goingCount(plan, said.reason))}`}
            className={styles.short}
            mono
            inputMode="numeric"
            value={said.count}
            error={errors.count}
            onChange={(event) => onChange({ ...said, count: event.currentTarget.value })}
          />
        </>
      )}
      <TextField
        ref={plan.typing === null && asksReason(plan) ? firstRef : reasonRef}
        label={reasonLabel(plan, poison)}
        className={styles.reason}
        maxLength={500}
        value={said.reason}
        error={tried ? lacksReason : undefined}
        onChange={(event) => onChange({ ...said, reason: event.currentTarget.value })}
      />
    </form>
  );
}

/** Some wait for one, or none goes without. */
function asksReason(plan: Plan): boolean {
  return alwaysNeedsReason(plan.kind) || waitingForReason(plan) > 0;
}

function reasonLabel({ kind, counts }: Plan, poison: number): string {
  if (kind === 'trigger-downloads' || kind === 'close-downloads') {
    return 'Reason, kept with the batch and the receipts';
  }
  if (kind === 'discard-messages') return 'Reason, kept with the receipts';
  if (kind === 'redrive-messages' && counts.go === 0 && poison > 0) {
    return 'Reason, kept with the receipts; without one nothing goes';
  }
  if (poison === 0) return 'Reason, kept with the receipts (optional)';
  return poison === 1
    ? 'Reason to send the blocked one as well; without a reason it stays'
    : `Reason to send the ${grouped(poison)} blocked that may go with one; without a reason they stay`;
}
