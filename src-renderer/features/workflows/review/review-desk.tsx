import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import type { Failure } from '#shared/contract/result.ts';
import type { RuleName, RuleWeight } from '#shared/contract/review-rules.ts';
import { priorities } from '#shared/domain/review/review-order.ts';
import { defaultWeights } from '#shared/domain/review/rules.ts';
import { whyNotChangeLists } from '#shared/permissions.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import type { PersonHere } from '#renderer/contract/use-person-here.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Chip } from '#renderer/ui/chip.tsx';
import { TextArea, TextField } from '#renderer/ui/field.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { Note } from '#renderer/ui/note.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { PaneTitle, View } from '#renderer/ui/pane.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { WorkAs } from '#renderer/ui/states.tsx';
import { useToast } from '#renderer/ui/toast.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import { WorkflowHead } from '../draft/draft-desk.tsx';
import type { WorkflowDeskProps } from '../open-workflow.tsx';
import {
  findSaveErrors,
  focusWrong,
  formatSaveLabel,
  getEnvironmentToType,
  useSaveForm,
  type SaveForm,
} from '../save/save-rules.ts';
import { ReasonFields } from '../save/save-side.tsx';
import saveStyles from '../save/save.module.css';
import { isOpen, replaceWorkflow, toWorkflowKey } from '../save/use-save.ts';
import { messages as pageMessages } from '../messages.ts';
import { formatVersion } from '../threshold-text.ts';
import {
  allRules,
  findFormErrors,
  listChanges,
  noDraft,
  toForm,
  toSettings,
  withDraft,
  type FormErrors,
  type ReviewDraft,
  type ReviewForm,
  type SettingChange,
} from './review-draft.ts';
import { formatWeight, messages, ruleTexts, weightOptions, weightTexts } from './review-messages.ts';
import styles from './review.module.css';

interface ReviewDeskProps extends WorkflowDeskProps {
  readonly person: PersonHere;
  readonly nameOf: (id: string) => string;
}

/** Edits what the rules of review weigh for a workflow, when its documents are due and how urgent they are. */
export function ReviewDesk(props: ReviewDeskProps) {
  const { name, workflow, address, foot, go, person, onActAs, nameOf } = props;
  const [draft, keepDraft] = useKept<ReviewDraft>(
    ['workflows.review', name.tenantId, name.projectId, name.workflowId],
    noDraft,
  );
  const saved = toForm(workflow);
  const form = withDraft(saved, draft);
  const changes = listChanges(saved, form);
  const errors = findFormErrors(form);
  const saying = useSaveForm({ ...name, workflowId: `${name.workflowId}/review` });
  const formRef = useRef<HTMLFormElement>(null);
  const change = (next: Partial<ReviewDraft>) => keepDraft((now) => ({ ...now, ...next }));
  const discard = () => keepDraft(() => noDraft);
  const toList = () => go({ project: null, workflow: null, part: null });
  usePageKeys(pageKeys.workflows, {
    save: () => formRef.current?.requestSubmit(),
    back: toList,
    discard: changes.length > 0 ? discard : undefined,
  });
  return (
    <View
      head={
        <WorkflowHead
          name={name}
          workflow={workflow}
          part={address.part}
          onPart={(part) => go({ part }, 'replace')}
          onList={toList}
          actions={
            changes.length === 0 ? undefined : (
              <>
                <Chip tone="accent">draft</Chip>
                <Button variant="ghost" icon="undo" shortcut={pageKeys.workflows.discard} onClick={discard}>
                  Discard draft
                </Button>
              </>
            )
          }
        />
      }
      foot={foot}
    >
      <div className={saveStyles.desk}>
        <div className={saveStyles.panes}>
          <div ref={makeScrollReachable} className={saveStyles.middle}>
            <RuleList
              rules={form.rules}
              onWeight={(rule, weight) => change({ rules: { ...draft.rules, [rule]: weight } })}
            />
            <OrderFields form={form} errors={errors} onChange={change} />
            <CustomerFields form={form} errors={errors} onChange={change} />
          </div>
          <ReviewSide
            workflow={workflow}
            form={form}
            formRef={formRef}
            changes={changes}
            isWrong={Object.keys(errors).length > 0}
            saying={saying}
            person={person}
            nameOf={nameOf}
            onActAs={onActAs}
            onSaved={discard}
          />
        </div>
      </div>
    </View>
  );
}

interface RuleListProps {
  readonly rules: ReviewForm['rules'];
  readonly onWeight: (rule: RuleName, weight: RuleWeight) => void;
}

function RuleList({ rules, onWeight }: RuleListProps) {
  return (
    <section className={styles.section} aria-label={messages.rules}>
      <div className={styles.head}>
        <PaneTitle title={messages.rules} hint={messages.rulesHint} />
      </div>
      <ul className={styles.rules}>
        {allRules.map((rule) => {
          const { title, checks } = ruleTexts[rule];
          const [weight, usual] = [rules[rule], defaultWeights[rule]];
          return (
            <li key={rule} className={styles.rule} data-differs={weight === usual ? undefined : ''}>
              <div className={styles.about}>
                <h3 className={styles.name}>{title}</h3>
                <p className={styles.checks}>{checks}</p>
              </div>
              <div className={styles.weight}>
                <Segmented
                  label={`Weight of ${title}`}
                  size="sm"
                  value={weight}
                  onChange={(next) => onWeight(rule, next)}
                  options={weightOptions}
                />
                <p className={styles.does}>
                  {weightTexts[weight]}{' '}
                  <span className={styles.usual}>
                    {weight === usual ? messages.usual : messages.usualIs(formatWeight(usual).toLowerCase())}
                  </span>
                </p>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface FieldsProps {
  readonly form: ReviewForm;
  readonly errors: FormErrors;
  readonly onChange: (change: Partial<ReviewDraft>) => void;
}

function OrderFields({ form, errors, onChange }: FieldsProps) {
  return (
    <section className={styles.section} aria-label={messages.order}>
      <div className={styles.head}>
        <PaneTitle title={messages.order} />
      </div>
      <div className={styles.fields}>
        <TextField
          label={messages.due}
          inputMode="numeric"
          maxLength={3}
          end="hours"
          hint={messages.dueHint}
          value={form.dueHours}
          error={errors.dueHours}
          onChange={(event) => onChange({ dueHours: event.currentTarget.value })}
        />
        <div className={styles.choice}>
          <span className={styles.label} aria-hidden>
            {messages.priority}
          </span>
          <Segmented
            label={messages.priority}
            value={form.priority}
            onChange={(priority) => onChange({ priority })}
            options={priorities.map((value) => ({ value, label: messages.priorities[value] }))}
          />
          <p className={styles.hint}>{messages.priorityHint}</p>
        </div>
      </div>
    </section>
  );
}

function CustomerFields({ form, errors, onChange }: FieldsProps) {
  return (
    <section className={styles.section} aria-label={messages.customer}>
      <div className={styles.head}>
        <PaneTitle title={messages.customer} hint={messages.customerHint} />
      </div>
      <div className={styles.fields}>
        <TextArea
          label={messages.names}
          hint={messages.namesHint}
          value={form.names}
          error={errors.names}
          onChange={(event) => onChange({ names: event.currentTarget.value })}
        />
        <TextArea
          label={messages.vatNumbers}
          mono
          hint={messages.vatNumbersHint}
          value={form.vatNumbers}
          error={errors.vatNumbers}
          onChange={(event) => onChange({ vatNumbers: event.currentTarget.value })}
        />
      </div>
    </section>
  );
}

interface ReviewSideProps extends Pick<ReviewDeskProps, 'workflow' | 'person' | 'nameOf' | 'onActAs'> {
  readonly form: ReviewForm;
  readonly formRef: React.RefObject<HTMLFormElement | null>;
  readonly changes: readonly SettingChange[];
  readonly isWrong: boolean;
  readonly saying: SaveForm;
  readonly onSaved: () => void;
}

function ReviewSide(props: ReviewSideProps) {
  const { workflow, form, formRef, changes, isWrong, saying, person, nameOf, onActAs, onSaved } = props;
  const { said, say, tried } = saying;
  const saving = useSaveReview(nameOf);
  const environment = getEnvironmentToType(person.connection);
  const whyNotSave = whyNotChangeLists(person.me, person.connection, workflow.tenantId);
  const whyNot =
    whyNotSave ??
    (workflow.version === null
      ? pageMessages.save.noVersion
      : changes.length === 0
        ? messages.noChange
        : undefined);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (whyNot !== undefined || isWrong || workflow.version === null) return;
    saying.tryIt();
    if (focusWrong(event.currentTarget, findSaveErrors(said, environment))) return;
    const done = await saving.save({
      ...toWorkflowKey(workflow),
      version: workflow.version,
      ...toSettings(form),
      reason: said.reason.trim(),
      typedEnvironment: environment === null ? null : said.environment.trim(),
    });
    if (!done) return;
    saying.forget(said.reason);
    onSaved();
  }

  return (
    <aside ref={makeScrollReachable} className={saveStyles.side} aria-label="Save">
      <section className={saveStyles.part}>
        <h2 className={saveStyles.title}>Change</h2>
        {changes.length === 0 ? (
          <p className={saveStyles.quiet}>{messages.noChange}</p>
        ) : (
          <Changes changes={changes} />
        )}
      </section>
      <section className={saveStyles.part}>
        <h2 className={saveStyles.title}>{messages.which}</h2>
        <p className={saveStyles.quiet}>{messages.whichText}</p>
      </section>
      <form ref={formRef} className={saveStyles.form} noValidate onSubmit={(event) => void submit(event)}>
        <ReasonFields
          said={said}
          onChange={say}
          errors={tried ? findSaveErrors(said, environment) : {}}
          environment={environment}
          disabled={whyNotSave !== undefined}
        />
        <Button
          type="submit"
          variant={environment === null ? 'primary' : 'production'}
          shortcut={pageKeys.workflows.save}
          loading={saving.isSaving}
          disabled={whyNot ?? false}
        >
          {formatSaveLabel(workflow)}
        </Button>
        {whyNotSave === undefined ? null : (
          <>
            <p className={saveStyles.quiet}>{whyNotSave}</p>
            <WorkAs persons={person.others} onActAs={onActAs} />
          </>
        )}
        {saving.told === null ? null : (
          <Note tone={saving.told.tone} live>
            {saving.told.text}
          </Note>
        )}
      </form>
    </aside>
  );
}

function Changes({ changes }: { readonly changes: readonly SettingChange[] }) {
  return (
    <dl className={styles.changes}>
      {changes.map(({ name, from, to }) => (
        <div key={name} className={styles.change}>
          <dt>{name}</dt>
          <dd>
            <span>{from}</span>
            <Icon name="right" size={12} />
            <VisuallyHidden> becomes </VisuallyHidden>
            <b>{to}</b>
          </dd>
        </div>
      ))}
    </dl>
  );
}

type Request = Omit<Parameters<ReturnType<typeof useCommand<'workflows.saveReview'>>['run']>[0], 'intentKey'>;

interface Told {
  readonly tone: 'warn' | 'bad';
  readonly text: string;
}

/** Saves on the version that was seen, once for each intent. A lost race keeps the draft on the newer version. */
function useSaveReview(nameOf: (id: string) => string) {
  const client = useQueryClient();
  const toast = useToast();
  const command = useCommand('workflows.saveReview', { toldInPlace: true });
  const open = useRef<{ readonly said: string; readonly key: string }>(null);
  const [told, setTold] = useState<Told | null>(null);

  async function save(request: Request): Promise<boolean> {
    if (command.isRunning) return false;
    const said = JSON.stringify(request);
    // The same request has the same key, so that saving again after an unclear answer changes nothing twice.
    if (open.current?.said !== said) open.current = { said, key: crypto.randomUUID() };
    const result = await command.run({ ...request, intentKey: open.current.key });
    if (!result.ok) {
      setTold({ tone: isOpen(result.failure) ? 'warn' : 'bad', text: describeFailure(result.failure) });
      return false;
    }
    open.current = null;
    const { outcome } = result.value;
    const { workflow } = outcome;
    replaceWorkflow(client, workflow);
    void client.invalidateQueries({ queryKey: ['workflows.history'] });
    if (outcome.kind === 'overtaken') {
      const who = outcome.by?.actor ? nameOf(outcome.by.actor) : pageMessages.save.unknownPerson;
      setTold({ tone: 'warn', text: messages.overtaken(who, formatVersion(workflow.version)) });
      return false;
    }
    setTold(null);
    toast.show({
      message: messages.saved(formatVersion(workflow.version), workflow.name ?? workflow.workflowId),
      detail: messages.savedDetail,
      tone: 'succeeded',
    });
    return true;
  }

  return { save, isSaving: command.isRunning, told };
}

function describeFailure(failure: Failure): string {
  const unclear = isOpen(failure) ? pageMessages.save.unclear : '';
  return `${failure.message}${unclear}${failure.reference === '' ? '' : ` Reference ${failure.reference}`}`;
}
