import { useState } from 'react';
import type { FormEvent, RefObject } from 'react';
import type { DeadLetterQueue } from '#shared/contract/dead-letters/queues.ts';
import { TextField } from '#renderer/ui/input/text-field.tsx';
import styles from './move.module.css';
import { howLongWords, moveErrors, moveInputOf } from './move-words.ts';
import type { SaidOfMove } from './move-words.ts';

export interface MoveFormProps {
  readonly formId: string;
  readonly firstRef: RefObject<HTMLInputElement | null>;
  readonly queue: DeadLetterQueue;
  /** What has to be typed; null where nothing has to. */
  readonly environment: string | null;
  readonly onSubmit: (said: NonNullable<ReturnType<typeof moveInputOf>>) => void;
}

export function MoveForm({ formId, firstRef, queue, environment, onSubmit }: MoveFormProps) {
  const { waiting } = queue.depth;
  const [said, setSaid] = useState<SaidOfMove>(nothingSaid);
  const [tried, setTried] = useState(false);
  const errors = tried ? moveErrors(said, waiting, environment) : {};
  const change = (part: Partial<SaidOfMove>) => setSaid({ ...said, ...part });

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setTried(true);
    const input = moveInputOf(said, waiting, environment);
    if (input !== null) onSubmit(input);
    else {
      const [wrong] = Object.keys(moveErrors(said, waiting, environment));
      const field = event.currentTarget.elements.namedItem(wrong ?? '');
      if (field instanceof HTMLElement) field.focus();
    }
  }

  return (
    <form id={formId} className={styles.form} onSubmit={submit} noValidate>
      <TextField
        ref={firstRef}
        name="perSecond"
        label="Messages a second"
        className={styles.speed}
        mono
        inputMode="numeric"
        end="a second"
        value={said.perSecond}
        hint={howLongWords(waiting, said.perSecond)}
        error={errors.perSecond}
        onChange={(event) => change({ perSecond: event.currentTarget.value })}
      />
      <TextField
        name="reason"
        label="Reason, kept in the audit trail"
        className={styles.reason}
        maxLength={500}
        value={said.reason}
        error={errors.reason}
        onChange={(event) => change({ reason: event.currentTarget.value })}
      />
      {environment === null ? null : (
        <>
          <TextField
            name="environment"
            label={`Type the environment, ${environment}`}
            mono
            value={said.environment}
            error={errors.environment}
            onChange={(event) => change({ environment: event.currentTarget.value })}
          />
          <TextField
            name="count"
            label={
              waiting === null ? 'and the count, which is not reported' : `and the count, ${String(waiting)}`
            }
            mono
            inputMode="numeric"
            value={said.count}
            error={errors.count}
            onChange={(event) => change({ count: event.currentTarget.value })}
          />
        </>
      )}
    </form>
  );
}

/** Slow enough for most sources to keep up with beside their own work. */
const nothingSaid: SaidOfMove = { perSecond: '20', reason: '', environment: '', count: '' };
