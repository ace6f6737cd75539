import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { usePersonHere } from '#renderer/contract/use-person-here.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { SuggestField } from '#renderer/ui/suggest-field.tsx';
import type { LastPace, Pace } from '#shared/contract/pace.ts';
import type { Failure } from '#shared/contract/result.ts';
import { describeCondition, describePace, isSamePace, usualPace } from '#shared/domain/pace-rules.ts';
import { whyNotChooseConditions } from '#shared/permissions.ts';
import { messages } from '../messages.ts';
import dialog from '../planning-dialog.module.css';
import { formatUtcTime } from '../times.ts';
import { noCondition, readDraft, toDraft, type PaceDraft, type PaceErrors } from './pace-draft.ts';
import styles from './pace.module.css';

export interface Typing {
  readonly environment: string;
  readonly count: string;
}

interface PaceFormProps {
  readonly pace: Pace;
  /** Only the conditions can be chosen where a plan has a single item. */
  readonly isList: boolean;
  /** The plan goes over batches of several tenants. */
  readonly isOfTenants: boolean;
  readonly last?: LastPace | undefined;
  readonly use: string;
  readonly isRunning: boolean;
  readonly failure: Failure | undefined;
  /** Returns what has to be typed for a pace, or null. */
  readonly asksFor?: ((pace: Pace) => { readonly says: string; readonly typing: Typing } | null) | undefined;
  readonly onUse: (pace: Pace, typed: Typing | undefined) => void;
  readonly onCancel: () => void;
}

/** Chooses the pace of a plan or of a job. */
export function PaceForm(props: PaceFormProps) {
  const { pace, isList, isOfTenants, last, use, isRunning, failure, asksFor, onUse, onCancel } = props;
  const [draft, setDraft] = useState(() => toDraft(pace));
  const [typed, setTyped] = useState<Typing>({ environment: '', count: '' });
  const [tried, setTried] = useState(false);
  const formRef = useRef<HTMLFormElement>(null);
  const read = readDraft(draft);
  const errors: PaceErrors = tried ? (read.errors ?? {}) : {};
  const asked = read.pace === undefined ? null : (asksFor?.(read.pace) ?? null);
  const isTyped =
    asked === null ||
    (typed.environment.trim() === asked.typing.environment && typed.count.trim() === asked.typing.count);

  useEffect(() => {
    formRef.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, []);

  const escape = useEffectEvent((event: KeyboardEvent) => {
    const isInList =
      event.target instanceof Element && event.target.closest('[aria-expanded="true"]') !== null;
    if (event.key !== 'Escape' || isInList) return;
    event.preventDefault();
    event.stopPropagation();
    onCancel();
  });
  useEffect(() => {
    // Escape closes the form and not the dialog, unless it closes a list of the form.
    const { current } = formRef;
    const listen = (event: KeyboardEvent) => escape(event);
    current?.addEventListener('keydown', listen);
    return () => current?.removeEventListener('keydown', listen);
  }, []);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (read.pace === undefined) {
      // The first wrong field is found once it is marked.
      requestAnimationFrame(() => formRef.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
      return;
    }
    if (isTyped && !isRunning) onUse(read.pace, asked === null ? undefined : typed);
  }

  const change = (next: Partial<PaceDraft>) => setDraft({ ...draft, ...next });
  return (
    <form ref={formRef} className={styles.form} onSubmit={submit} noValidate aria-label={messages.pace.title}>
      {last === undefined || isSamePace(last.pace, pace) ? null : (
        <Button
          size="sm"
          icon="activity"
          className={styles.last}
          title={describePace(last.pace)}
          onClick={() => setDraft(toDraft(last.pace))}
        >
          {messages.pace.asLastTime(formatDay(last.at))}
        </Button>
      )}
      {isList ? <Limits draft={draft} errors={errors} isOfTenants={isOfTenants} change={change} /> : null}
      <Conditions draft={draft} errors={errors} change={change} />
      {asked === null ? null : (
        <>
          <Note tone="warn">{asked.says}</Note>
          <div className={styles.pair}>
            <TextField
              label={messages.plan.typeEnvironment(asked.typing.environment)}
              size="sm"
              mono
              value={typed.environment}
              error={
                tried && typed.environment.trim() !== asked.typing.environment
                  ? messages.pace.wrong
                  : undefined
              }
              onChange={(event) => setTyped({ ...typed, environment: event.currentTarget.value })}
            />
            <TextField
              label={messages.plan.typeCount(asked.typing.count)}
              size="sm"
              mono
              value={typed.count}
              error={tried && typed.count.trim() !== asked.typing.count ? messages.pace.wrong : undefined}
              onChange={(event) => setTyped({ ...typed, count: event.currentTarget.value })}
            />
          </div>
        </>
      )}
      {failure === undefined ? null : (
        <Note tone="bad" live>
          {failure.message}
        </Note>
      )}
      <div className={styles.buttons}>
        <Button type="submit" size="sm" variant="primary" loading={isRunning}>
          {use}
        </Button>
        <Button size="sm" variant="ghost" onClick={onCancel}>
          {messages.common.cancel}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          className={styles.usual}
          onClick={() => setDraft(toDraft(usualPace))}
        >
          {messages.pace.usual}
        </Button>
      </div>
    </form>
  );
}

/** "24 Nov, 14:20:00 UTC" */
export function formatDay(at: string): string {
  return `${new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(at))}, ${formatUtcTime(at)}`;
}

interface PartProps {
  readonly draft: PaceDraft;
  readonly errors: PaceErrors;
  readonly change: (next: Partial<PaceDraft>) => void;
}

function Limits({ draft, errors, isOfTenants, change }: PartProps & { readonly isOfTenants: boolean }) {
  const number = (name: 'first' | 'perSecond' | 'atOnce' | 'perSecondOfTenant' | 'atOnceOfTenant') => (
    <TextField
      label={messages.pace.fields[name]}
      size="sm"
      mono
      inputMode="decimal"
      placeholder={name === 'first' ? messages.pace.all : messages.pace.noLimit}
      value={draft[name]}
      error={errors[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <>
      <div className={styles.pair}>
        {number('first')}
        <Select<PaceDraft['steps']>
          label={messages.pace.fields.steps}
          size="sm"
          value={draft.steps}
          onChange={(steps) => change({ steps })}
          options={stepOptions}
        />
      </div>
      {draft.steps === 'own' ? (
        <TextField
          label={messages.pace.fields.sizes}
          size="sm"
          mono
          value={draft.sizes}
          error={errors.sizes}
          hint={messages.pace.sizesHint}
          onChange={(event) => change({ sizes: event.currentTarget.value })}
        />
      ) : null}
      <div className={styles.pair}>
        {number('perSecond')}
        {number('atOnce')}
      </div>
      {isOfTenants ? (
        <div className={styles.pair}>
          {number('perSecondOfTenant')}
          {number('atOnceOfTenant')}
        </div>
      ) : null}
    </>
  );
}

const stepOptions = (['usual', 'doubling', 'own'] as const).map((value) => ({
  value,
  label: messages.pace.steps[value],
}));

function Conditions({ draft, errors, change }: PartProps) {
  const whyNot = whyNotChooseConditions(usePersonHere().me);
  return (
    <fieldset className={styles.conditions}>
      <legend className={styles.legend}>{messages.pace.stopWhen}</legend>
      {draft.stopWhen.length === 0 ? null : (
        <ul className={styles.list}>
          {draft.stopWhen.map((condition, place) => {
            const says = describeCondition(condition);
            return (
              <li key={says} className={styles.condition}>
                <span className={dialog.cut} title={says}>
                  {says}
                </span>
                <IconButton
                  icon="close"
                  size="sm"
                  label={messages.pace.remove(says)}
                  onClick={() => change({ stopWhen: draft.stopWhen.filter((_, other) => other !== place) })}
                />
              </li>
            );
          })}
        </ul>
      )}
      {whyNot === undefined ? (
        <AddCondition draft={draft} errors={errors} change={change} />
      ) : (
        <p className={dialog.said}>{whyNot}</p>
      )}
    </fieldset>
  );
}

/** Alarms and queues are listed once the form is open, because listing alarms is a call to AWS. */
function AddCondition({ draft, errors, change }: PartProps) {
  const { data } = useQuery(operationOptions('plans.paceChoices', {}));
  const { alarms = [], queues = [], alarmsUnread = null } = data?.value ?? {};
  const { adding } = draft;
  const alarmNames = alarms.map(({ name, state }) => ({
    value: name,
    hint: messages.pace.alarmStates(state),
  }));
  const names = adding.of === 'alarm' ? alarmNames : queues.map((value) => ({ value }));
  return (
    <>
      <div className={styles.adding}>
        <Select<PaceDraft['adding']['of']>
          label={messages.pace.conditionKind}
          labelHidden
          size="sm"
          value={adding.of}
          onChange={(of) => change({ adding: { ...noCondition, of } })}
          options={conditionOptions}
        />
        <SuggestField
          label={messages.pace.conditionName[adding.of]}
          labelHidden
          size="sm"
          mono
          placeholder={messages.pace.conditionName[adding.of]}
          suggestions={names}
          value={adding.name}
          error={errors.adding}
          onChange={(name) => change({ adding: { ...adding, name } })}
        />
      </div>
      {adding.of === 'queue' ? (
        <TextField
          label={messages.pace.over}
          size="sm"
          mono
          inputMode="numeric"
          value={adding.over}
          error={errors.over}
          onChange={(event) => change({ adding: { ...adding, over: event.currentTarget.value } })}
        />
      ) : null}
      <Button
        size="sm"
        icon="add"
        className={styles.add}
        disabled={adding.name.trim() === '' ? messages.pace.nothingToAdd : false}
        onClick={() => {
          const { pace } = readDraft(draft);
          if (pace !== undefined)
            change({ stopWhen: pace.stopWhen, adding: { ...noCondition, of: adding.of } });
        }}
      >
        {messages.pace.add}
      </Button>
      <SuggestField
        label={messages.pace.beginWhen}
        size="sm"
        mono
        placeholder={messages.pace.atOnce}
        suggestions={alarmNames}
        value={draft.beginWhen}
        onChange={(beginWhen) => change({ beginWhen })}
      />
      {alarmsUnread === null ? null : (
        <p className={dialog.said}>{messages.pace.alarmsUnread(alarmsUnread)}</p>
      )}
    </>
  );
}

const conditionOptions = (['alarm', 'queue'] as const).map((value) => ({
  value,
  label: messages.pace.conditionKinds[value],
}));
