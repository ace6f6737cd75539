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
import { usePersonHere } from '#renderer/contract/use-person-here.ts';
import { whyNotChangeMessages } from '#shared/permissions.ts';
import { messages } from '../messages.ts';
import {
  formatWaiting,
  estimateDuration,
  replaceQueue,
  describeMoveCost,
  findMoveErrors,
  toMoveInput,
  getMoveToastId,
  describeDestination,
  whyNotMove,
  type TypedMove,
} from './move-rules.ts';
import styles from './actions.module.css';

interface MoveAllDialogProps {
  readonly open: boolean;
  readonly queue: DeadLetterQueue;
  readonly onClose: () => void;
}

/** Starts SQS's own move of a whole queue. It cannot be undone, so the dialog says first what it does. */
export function MoveAllDialog({ open, queue, onClose }: MoveAllDialogProps) {
  const client = useQueryClient();
  const toast = useToast();
  const { me, connection } = usePersonHere();
  const formId = useId();
  const firstRef = useRef<HTMLInputElement>(null);
  const move = useCommand('dead-letters.move', {
    toldInPlace: true,
    onSuccess: (moved) => {
      replaceQueue(client, moved);
      toast.show({
        id: getMoveToastId(queue.name),
        message: messages.move.started(queue.name),
        detail: messages.move.startedNext,
        tone: 'succeeded',
      });
      onClose();
    },
  });
  const whyNot = whyNotChangeMessages(me, connection) ?? whyNotMove(queue);
  const isProduction = connection?.environment === 'production';
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={messages.move.title(queue.name)}
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
        {/* The form is mounted with the popup, so the text typed for one move is gone before the next. */}
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
            {move.failure.reference === '' ? '' : messages.common.reference(move.failure.reference)}
          </Note>
        )}
      </DialogBody>
      <DialogFoot start={messages.common.audited}>
        <Button variant="ghost" onClick={onClose}>
          {messages.common.cancel}
        </Button>
        <Button
          type="submit"
          form={formId}
          variant={isProduction ? 'production' : 'primary'}
          icon="play"
          loading={move.isRunning}
          disabled={whyNot ?? false}
        >
          {messages.move.start}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

/** Explains what a move does and how that differs from what people expect. */
function MoveStory({ queue: { name, depth, sources } }: { readonly queue: DeadLetterQueue }) {
  return (
    <>
      <DialogDescription>
        {messages.move.effect(name, formatWaiting(depth.waiting), describeDestination(sources))}
      </DialogDescription>
      <div className={styles.story}>
        <section>
          <h3 className={styles.title}>{messages.move.does}</h3>
          <ul className={styles.list}>
            {messages.move.doesList.map((says) => (
              <li key={says}>{says}</li>
            ))}
          </ul>
        </section>
        <section>
          <h3 className={styles.title}>{messages.move.doesNot}</h3>
          <ul className={styles.list}>
            {messages.move.doesNotList.map((says) => (
              <li key={says}>{says}</li>
            ))}
            {depth.inFlight === 0 || depth.inFlight === null ? null : (
              <li>{messages.move.leavesInFlight(grouped(depth.inFlight))}</li>
            )}
          </ul>
        </section>
      </div>
      <p className={styles.cost}>
        {depth.waiting === null ? messages.move.noEstimate : describeMoveCost(name, depth.waiting)}
      </p>
    </>
  );
}

interface MoveFormProps {
  readonly formId: string;
  readonly firstRef: RefObject<HTMLInputElement | null>;
  readonly queue: DeadLetterQueue;
  /** The name to type; null if none is required. */
  readonly environment: string | null;
  readonly onSubmit: (said: NonNullable<ReturnType<typeof toMoveInput>>) => void;
}

function MoveForm({ formId, firstRef, queue, environment, onSubmit }: MoveFormProps) {
  const { waiting } = queue.depth;
  const [said, setSaid] = useState<TypedMove>(nothingSaid);
  const [tried, setTried] = useState(false);
  const errors = tried ? findMoveErrors(said, waiting, environment) : {};
  const change = (part: Partial<TypedMove>) => setSaid({ ...said, ...part });

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setTried(true);
    const input = toMoveInput(said, waiting, environment);
    if (input !== null) onSubmit(input);
    else {
      const [wrong] = Object.keys(findMoveErrors(said, waiting, environment));
      const field = event.currentTarget.elements.namedItem(wrong ?? '');
      if (field instanceof HTMLElement) field.focus();
    }
  }

  return (
    <form id={formId} className={styles.form} onSubmit={submit} noValidate>
      <TextField
        ref={firstRef}
        name="perSecond"
        label={messages.move.speed}
        className={styles.speed}
        mono
        inputMode="numeric"
        end={messages.move.perSecond}
        value={said.perSecond}
        hint={estimateDuration(waiting, said.perSecond)}
        error={errors.perSecond}
        onChange={(event) => change({ perSecond: event.currentTarget.value })}
      />
      <TextField
        name="reason"
        label={messages.move.reason}
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
            label={messages.move.typeEnvironment(environment)}
            mono
            value={said.environment}
            error={errors.environment}
            onChange={(event) => change({ environment: event.currentTarget.value })}
          />
          <TextField
            name="count"
            label={
              waiting === null ? messages.move.typeUnknownCount : messages.move.typeCount(String(waiting))
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

/** This speed is slow enough for most sources to keep up beside their own work. */
const nothingSaid: TypedMove = { perSecond: '20', reason: '', environment: '', count: '' };
