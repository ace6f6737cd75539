import { useNames } from '#renderer/contract/names.tsx';
import { useEffect, useId, useRef, useState, type FormEvent, type Ref, type RefObject } from 'react';
import type { HowToPlan } from '#renderer/contract/planning.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { DialogFoot, DialogHead } from '#renderer/ui/dialog.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { ExpiryRing } from '#renderer/ui/progress.tsx';
import { useNow } from '#renderer/ui/relative-time.tsx';
import type { Plan } from '#shared/contract/plans.ts';
import type { Failure } from '#shared/contract/result.ts';
import { alwaysNeedsReason, describeMany, planTitle } from '#shared/domain/job-words.ts';
import { countMany } from '#shared/domain/many-batches.ts';
import { sendsMessages } from '#shared/domain/job-kinds/message-jobs.ts';
import { HashLine, PlanChips } from '../marks.tsx';
import { findKindMessages } from '../kind-messages.ts';
import { messages } from '../messages.ts';
import { findFingerprint, describeStart } from '../plan-messages.ts';
import {
  countGoing,
  findReasonError,
  toStartInput,
  isDestructive,
  findTypedErrors,
  countWaitingForReason,
  whyNotStart,
  type Typed,
} from '../plan-rules.ts';
import dialog from '../planning-dialog.module.css';
import { readPlanClock, formatUtcTime, type PlanClock } from '../times.ts';
import {
  BeginFields,
  chooseBeginning,
  findTimeError,
  PlanWarnings,
  toBeginsAt,
  type Beginning,
} from './before-start.tsx';
import { PlanBody } from './plan-body.tsx';

interface PlanPaneProps {
  readonly how: HowToPlan;
  /** Undefined until the person has chosen something. */
  readonly intent: Intent | undefined;
  readonly onIntent: (intent: Intent) => void;
  readonly onShowJob: (jobId: string) => void;
  readonly plan: Plan;
  readonly onClose: () => void;
  readonly onRehearse: () => void;
  readonly onPaced: (plan: Plan) => void;
  readonly onStarted: (jobId: string) => void;
}

/** Shows a frozen plan. Starting it runs exactly the items shown here. */
export function PlanPane(props: PlanPaneProps) {
  const { plan, how, onShowJob, onClose, onRehearse, onPaced, onStarted } = props;
  const formId = useId();
  const firstRef = useRef<HTMLInputElement>(null);
  const footRef = useRef<HTMLDivElement>(null);
  // The environment and the count confirm one plan, and so are typed again for the next.
  const [typed, setTyped] = useState<Typed>({ environment: '', count: '' });
  const intent = props.intent ?? { reason: '', begins: chooseBeginning(plan, how), time: '' };
  const said = { ...typed, ...intent };
  const [tried, setTried] = useState(false);
  const [isPaceOpen, setPaceOpen] = useState(false);
  const start = useCommand('plans.start', { toldInPlace: true, onSuccess: ({ jobId }) => onStarted(jobId) });
  const clock = readPlanClock(plan, useNow());
  const asks = plan.cannotStart === null && !clock.expired;
  const whyNot = isPaceOpen && asks ? messages.pace.openFirst : whyNotStart(plan, clock.expired, said.reason);

  useEffect(() => {
    // The focus goes to the first field, or else to the start button, or else to the close button.
    (firstRef.current ?? footRef.current?.querySelector<HTMLElement>('[data-first]'))?.focus();
  }, []);
  useEffect(() => {
    // The form is gone and its start button is disabled, so the focus goes to the button that plans again.
    if (clock.expired) footRef.current?.querySelector<HTMLElement>('[data-again]')?.focus();
  }, [clock.expired]);

  function submit(): void {
    setTried(true);
    const input = toStartInput(plan, said);
    const beginsAt = toBeginsAt(said, Date.now());
    if (whyNot !== null || input === null || beginsAt === null || start.isRunning) return;
    void start.run({ ...input, ...(beginsAt !== undefined && { beginsAt }) });
  }

  return (
    <>
      <PlanPaneHead plan={plan} clock={clock} />
      <PlanBody
        plan={plan}
        reason={said.reason}
        pace={{ isOpen: isPaceOpen && asks, canChange: asks, onOpen: setPaceOpen, onPaced }}
      />
      <PlanWarnings plan={plan} onShowJob={onShowJob} />
      <PlanNotes plan={plan} expired={clock.expired} failure={start.failure} />
      {asks ? (
        <ConfirmForm
          id={formId}
          plan={plan}
          said={said}
          onChange={({ environment, count, reason, begins, time }) => {
            setTyped({ environment, count });
            props.onIntent({ reason, begins, time });
          }}
          tried={tried}
          onSubmit={submit}
          firstRef={firstRef}
        />
      ) : null}
      <PlanFoot
        ref={footRef}
        plan={plan}
        formId={formId}
        reason={said.reason}
        expired={clock.expired}
        whyNot={whyNot}
        isLater={said.begins !== 'now'}
        starting={start.isRunning}
        onClose={onClose}
        onRehearse={onRehearse}
      />
    </>
  );
}

interface PlanPaneHeadProps {
  readonly plan: Plan;
  readonly clock: PlanClock;
}

function PlanPaneHead({ plan, clock: { expired, words, left, tone } }: PlanPaneHeadProps) {
  return (
    <>
      <DialogHead
        title={describeTitle(plan)}
        beside={<PlanChips fingerprint={findFingerprint(plan.target)} connection={plan.connection} />}
        aside={
          <span className={dialog.clock}>
            <ExpiryRing
              left={left}
              tone={tone}
              words={expired ? messages.plan.expired : messages.plan.expires(words)}
            />
          </span>
        }
      />
      <HashLine hash={plan.hash}>
        {messages.plan.fixedAt} <b>{formatUtcTime(plan.madeAt)}</b>
        {messages.plan.nothingAdded}
        {plan.many === undefined ? null : (
          <>
            {' · '}
            {messages.many.in} <b>{describeMany(countMany(plan.many))}</b>
          </>
        )}
        {'queue' in plan.target ? (
          <>
            {' · '}
            {messages.plan.queue} <b>{plan.target.queue}</b>
          </>
        ) : null}
        {plan.target.kind === 'requeue-files' && plan.target.batchId !== undefined ? (
          <>
            {' · '}
            {messages.plan.filesOf} <b>{plan.target.batchId}</b>
          </>
        ) : null}
      </HashLine>
    </>
  );
}

/** Before they are read it is unknown how many documents match a description. */
function describeTitle({ target, many, items }: Plan): string {
  if (target.kind === 'approve-documents') return planTitle(target);
  if (many !== undefined && many.items > 0) return messages.many.title(many.items);
  const isFound = 'matching' in target && target.matching !== undefined && items.length > 0;
  return isFound ? messages.plan.title(items.length) : planTitle(target);
}

interface PlanNotesProps {
  readonly plan: Pick<Plan, 'cannotStart'>;
  readonly expired: boolean;
  readonly failure: Failure | undefined;
}

/** Says why this plan cannot start, or why the last attempt failed. */
function PlanNotes({ plan: { cannotStart }, expired, failure }: PlanNotesProps) {
  return (
    <>
      {cannotStart === null ? null : (
        <Note tone="warn" flat>
          <b>{messages.plan.cannotStart}</b> {cannotStart}
        </Note>
      )}
      {expired ? (
        <Note tone="warn" flat live>
          <b>{messages.plan.hasExpired}</b> {messages.plan.hasExpiredNext}
        </Note>
      ) : null}
      {failure === undefined ? null : (
        <Note tone="bad" flat live>
          <b>{messages.plan.notStarted}</b> {failure.message}
          {failure.reference === '' ? '' : messages.common.reference(failure.reference)}
        </Note>
      )}
    </>
  );
}

/** Why and when the plan runs. It stays when the plan is made again. */
export interface Intent extends Beginning {
  readonly reason: string;
}

type Confirmation = Typed & Intent;

interface ConfirmFormProps {
  readonly id: string;
  readonly plan: Plan;
  readonly said: Confirmation;
  readonly onChange: (said: Confirmation) => void;
  /** True after the first attempt to start. Before that, fields show no errors. */
  readonly tried: boolean;
  readonly onSubmit: () => void;
  readonly firstRef: RefObject<HTMLInputElement | null>;
}

/** Asks for the fields that confirm the plan. Enter in any of them presses the start button. */
function ConfirmForm(props: ConfirmFormProps) {
  const { id, plan, said, onChange, tried, onSubmit, firstRef } = props;
  const countRef = useRef<HTMLInputElement>(null);
  const reasonRef = useRef<HTMLInputElement>(null);
  const poison = countWaitingForReason(plan);
  const errors = tried ? findTypedErrors(plan, said) : {};
  const lacksReason = findReasonError(plan, said.reason);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const wrong = findTypedErrors(plan, said);
    if (wrong.environment !== undefined) firstRef.current?.focus();
    else if (wrong.count !== undefined) countRef.current?.focus();
    else if (lacksReason !== undefined) (reasonRef.current ?? firstRef.current)?.focus();
    onSubmit();
  }

  return (
    <form id={id} className={dialog.form} onSubmit={submit} noValidate>
      {plan.typing === null ? null : (
        <>
          <TextField
            ref={firstRef}
            label={messages.plan.typeEnvironment(plan.typing.environment)}
            className={dialog.short}
            mono
            value={said.environment}
            error={errors.environment}
            onChange={(event) => onChange({ ...said, environment: event.currentTarget.value })}
          />
          <TextField
            ref={countRef}
            label={formatCountLabel(plan, said.reason)}
            className={dialog.short}
            mono
            inputMode="numeric"
            value={said.count}
            error={errors.count}
            onChange={(event) => onChange({ ...said, count: event.currentTarget.value })}
          />
        </>
      )}
      <TextField
        ref={plan.typing === null && needsReason(plan) ? firstRef : reasonRef}
        label={formatReasonLabel(plan, poison)}
        className={dialog.reason}
        maxLength={500}
        value={said.reason}
        error={tried ? lacksReason : undefined}
        onChange={(event) => onChange({ ...said, reason: event.currentTarget.value })}
      />
      <BeginFields
        plan={plan}
        beginning={said}
        error={tried ? findTimeError(said) : undefined}
        onChange={(beginning) => onChange({ ...said, ...beginning })}
      />
    </form>
  );
}

/** A count over many batches says how many tenants it concerns. */
function formatCountLabel(plan: Plan, reason: string): string {
  const count = String(countGoing(plan, reason));
  const tenants = plan.typing?.tenants;
  return tenants === undefined ? messages.plan.typeCount(count) : messages.many.typeCount(count, tenants);
}

/** Some items need a reason, or the whole plan does. */
function needsReason(plan: Plan): boolean {
  return alwaysNeedsReason(plan.kind) || countWaitingForReason(plan) > 0;
}

function formatReasonLabel({ kind, counts }: Plan, poison: number): string {
  const always = findKindMessages(kind).reason;
  if (always !== null) return always.label;
  if (sendsMessages(kind) && counts.go === 0 && poison > 0) {
    return messages.plan.reasonForAny;
  }
  if (poison === 0) return messages.plan.reasonOptional;
  return messages.plan.reasonForBlocked(poison);
}

interface PlanFootProps {
  readonly ref: Ref<HTMLDivElement>;
  readonly plan: Plan;
  readonly formId: string;
  readonly reason: string;
  readonly expired: boolean;
  readonly whyNot: string | null;
  readonly isLater: boolean;
  readonly starting: boolean;
  readonly onClose: () => void;
  readonly onRehearse: () => void;
}

function PlanFoot(props: PlanFootProps) {
  const { ref, plan, formId, reason, expired, whyNot, isLater, starting, onClose, onRehearse } = props;
  const names = useNames();
  const { environment } = plan.connection;
  const variant =
    environment === 'production' ? 'production' : isDestructive(plan.kind) ? 'danger' : 'primary';
  const cannot = plan.cannotStart !== null;
  return (
    <div ref={ref}>
      <DialogFoot start={messages.plan.audited(names.person(plan.by, plan.tenantId))}>
        <Button
          variant="ghost"
          shortcut={pageKeys.everywhere.close}
          onClick={onClose}
          data-first={cannot ? '' : undefined}
        >
          {cannot ? messages.common.close : messages.common.cancel}
        </Button>
        <Button
          data-again=""
          onClick={onRehearse}
          disabled={starting}
          variant={expired && !cannot ? 'primary' : 'default'}
        >
          {messages.plan.refresh}
        </Button>
        <Button
          type="submit"
          form={formId}
          variant={expired ? 'default' : variant}
          icon={findKindMessages(plan.kind).icon}
          loading={starting}
          disabled={whyNot ?? false}
          data-first={cannot ? undefined : ''}
        >
          {isLater ? messages.begin.start(describeStart(plan, reason)) : describeStart(plan, reason)}
        </Button>
      </DialogFoot>
    </div>
  );
}
