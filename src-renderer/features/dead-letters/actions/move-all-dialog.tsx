import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState, type FormEvent, type RefObject } from 'react';
import type { DeadLetterQueue } from '#shared/contract/dead-letters.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { EnvironmentChip } from '#renderer/ui/chip.tsx';
import { Dialog, DialogBody, DialogDescription, DialogFoot } from '#renderer/ui/dialog.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { useToast } from '#renderer/ui/toast.tsx';
import { usePerson } from '../dead-letters-rights.ts';
import {
  formatWaiting,
  estimateDuration,
  replaceQueue,
  describeMoveCost,
  moveErrors,
  toMoveInput,
  moveToast,
  describeDestination,
  whyNotMove,
  type SaidOfMove,
} from './move-rules.ts';
import styles from './move.module.css';

interface MoveAllDialogProps {
  readonly open: boolean;
  readonly queue: DeadLetterQueue;
  readonly onClose: () => void;
}

/** SQS's own move of a whole queue: what it does is said before it is started, for nothing takes it back. */
export function MoveAllDialog({ open, queue, onClose }: MoveAllDialogProps) {
  const client = useQueryClient();
  const toast = useToast();
  const { connection, whyNotAct } = usePerson();
  const formId = useId();
  const firstRef = useRef<HTMLInputElement>(null);
  const move = useCommand('dead-letters.move', {
    toldInPlace: true,
    onSuccess: (moved) => {
      replaceQueue(client, moved);
      toast.show({
        id: moveToast(queue.name),
        message: `SQS moves ${queue.name}`,
        detail: 'How far it is stands beside the queue.',
        tone: 'succeeded',
      });
      onClose();
    },
  });
  const whyNot = whyNotAct ?? whyNotMove(queue);
  const isProduction = connection?.environment === 'production';
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Redrive all of ${queue.name}`}
      aside={
        connection === null ? null : (
          <EnvironmentChip environment={connection.environment} name={connection.name} />
        )
      }
      size="lg"
      sticky
      initialFocus={firstRef}
    >
      <DialogBody>
        <MoveStory queue={queue} />
        {/* Mounted with the popup, so what was typed for one move is gone before the next. */}
        <MoveForm
          formId={formId}
          firstRef={firstRef}
          queue={queue}
          environment={isProduction ? 'production' : null}
          onSubmit={(said) => {
            if (whyNot === null && !move.isRunning) void move.run({ queue: queue.name, ...said });
          }}
        />
        {move.failure === undefined ? null : (
          <Note tone="bad" live>
            {move.failure.message}
            {move.failure.reference === '' ? '' : ` Reference ${move.failure.reference}`}
          </Note>
        )}
      </DialogBody>
      <DialogFoot start="Written to the audit trail.">
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          form={formId}
          variant={isProduction ? 'production' : 'primary'}
          icon="play"
          loading={move.isRunning}
          disabled={whyNot ?? false}
        >
          Redrive all
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

/** What people take a move for, and what it is. */
function MoveStory({ queue: { name, depth, sources } }: { readonly queue: DeadLetterQueue }) {
  return (
    <>
      <DialogDescription>
        SQS itself moves everything in {name}, {formatWaiting(depth.waiting)}, back to{' '}
        {describeDestination(sources)}.
      </DialogDescription>
      <div className={styles.story}>
        <section>
          <h3 className={styles.title}>What it does</h3>
          <ul className={styles.list}>
            <li>Moves each message to the queue that it came from, the oldest first.</li>
            <li>Each arrives as a new message with a new id, and its time to live begins anew.</li>
            <li>Goes on in AWS by itself, whether or not this console runs.</li>
          </ul>
        </section>
        <section>
          <h3 className={styles.title}>What it does not do</h3>
          <ul className={styles.list}>
            <li>It has no filter: what will fail again goes as well, and comes back here.</li>
            <li>It takes nothing back: stopped half-way, what has been moved stays moved.</li>
            <li>No ramp, no receipts and no look at what became of it. For those, redrive selected ones.</li>
            {depth.inFlight === 0 || depth.inFlight === null ? null : (
              <li>
                About {grouped(depth.inFlight)} are hidden just now, and SQS leaves those behind. Of this
                console’s sample give back (U) first what is to go as well.
              </li>
            )}
          </ul>
        </section>
      </div>
      <p className={styles.cost}>
        {depth.waiting === null
          ? 'No estimate: how many wait is not reported.'
          : describeMoveCost(name, depth.waiting)}
      </p>
    </>
  );
}

interface MoveFormProps {
  readonly formId: string;
  readonly firstRef: RefObject<HTMLInputElement | null>;
  readonly queue: DeadLetterQueue;
  /** What has to be typed; null where nothing has to. */
  readonly environment: string | null;
  readonly onSubmit: (said: NonNullable<ReturnType<typeof toMoveInput>>) => void;
}

function MoveForm({ formId, firstRef, queue, environment, onSubmit }: MoveFormProps) {
  const { waiting } = queue.depth;
  const [said, setSaid] = useState<SaidOfMove>(nothingSaid);
  const [tried, setTried] = useState(false);
  const errors = tried ? moveErrors(said, waiting, environment) : {};
  const change = (part: Partial<SaidOfMove>) => setSaid({ ...said, ...part });

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setTried(true);
    const input = toMoveInput(said, waiting, environment);
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
        hint={estimateDuration(waiting, said.perSecond)}
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
