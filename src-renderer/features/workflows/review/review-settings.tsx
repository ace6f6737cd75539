import { useRef, type RefObject } from 'react';
import type { RuleName, RuleWeight } from '#shared/contract/review-rules.ts';
import { priorities } from '#shared/domain/review/review-order.ts';
import { formatWeight, ruleTexts, weightOptions } from '#shared/domain/review/rule-texts.ts';
import { defaultWeights } from '#shared/domain/review/rules.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import type { PersonHere } from '#renderer/contract/use-person-here.ts';
import { Chip } from '#renderer/ui/chip.tsx';
import { TextArea, TextField } from '#renderer/ui/field.tsx';
import { PaneTitle } from '#renderer/ui/pane.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import type { WorkflowDeskProps } from '../open-workflow.tsx';
import { useSaveForm, type SaveForm } from '../save/save-rules.ts';
import {
  allRules,
  findFormErrors,
  listChanges,
  noDraft,
  toForm,
  withDraft,
  withProposal,
  toSettings,
  type FormErrors,
  type ReviewDraft,
  type ReviewForm,
} from './review-draft.ts';
import { messages, weightTexts } from './review-settings-messages.ts';
import styles from './review.module.css';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { SettingsView } from '../save/settings-view.tsx';
import { SettingsSide, type SettingChange } from '../save/settings-side.tsx';

interface ReviewDeskProps extends WorkflowDeskProps {
  readonly person: PersonHere;
  readonly nameOf: (id: string) => string;
}

/** Edits what the rules of review weigh for a workflow, when its documents are due and how urgent they are. */
export function ReviewDesk(props: ReviewDeskProps) {
  const { name, workflow, address, foot, go, person, onActAs, nameOf } = props;
  const [kept, keepDraft] = useKept<ReviewDraft>(
    ['workflows.review', name.tenantId, name.projectId, name.workflowId],
    noDraft,
  );
  const draft = withProposal(kept, address);
  const saved = toForm(workflow);
  const form = withDraft(saved, draft);
  const changes = listChanges(saved, form);
  const errors = findFormErrors(form);
  const saying = useSaveForm({ ...name, workflowId: `${name.workflowId}/review` });
  const formRef = useRef<HTMLFormElement>(null);
  const isProposed = address.rule !== null;
  /** The proposal of the link becomes a part of the draft, which then can be changed. */
  const keep = (next: ReviewDraft) => {
    keepDraft(() => next);
    if (isProposed) go({ rule: null, weight: null }, 'replace');
  };
  const change = (next: Partial<ReviewDraft>) => keep({ ...draft, ...next });
  const discard = () => keep(noDraft);
  /** Ends the draft that was saved. Changes made since then stay a draft. */
  const settle = () => {
    keepDraft((now) => (now === kept ? noDraft : now));
    if (isProposed) go({ rule: null, weight: null }, 'replace');
  };
  return (
    <SettingsView
      {...{ name, workflow, address, foot, go, formRef }}
      isDraft={changes.length > 0}
      onDiscard={discard}
      side={
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
          onSaved={settle}
        />
      }
    >
      <RuleList
        rules={form.rules}
        proposed={address.rule}
        onWeight={(rule, weight) => change({ rules: { ...draft.rules, [rule]: weight } })}
      />
      <OrderFields form={form} errors={errors} onChange={change} />
      <CustomerFields form={form} errors={errors} onChange={change} />
    </SettingsView>
  );
}

interface RuleListProps {
  readonly rules: ReviewForm['rules'];
  /** The rule whose weight the link proposes. */
  readonly proposed: RuleName | null;
  readonly onWeight: (rule: RuleName, weight: RuleWeight) => void;
}

function RuleList({ rules, proposed, onWeight }: RuleListProps) {
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
            <li
              key={rule}
              ref={rule === proposed ? showProposed : undefined}
              className={styles.rule}
              data-differs={weight === usual ? undefined : ''}
            >
              <div className={styles.about}>
                <h3 className={styles.name}>
                  {title}
                  {rule === proposed ? <Chip tone="accent">{messages.proposed}</Chip> : null}
                </h3>
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

function showProposed(row: HTMLLIElement | null): void {
  row?.scrollIntoView({ block: 'nearest' });
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

interface ReviewSideProps extends Pick<WorkflowDeskProps, 'workflow' | 'onActAs'> {
  readonly person: PersonHere;
  readonly nameOf: (id: string) => string;
  readonly form: ReviewForm;
  readonly formRef: RefObject<HTMLFormElement | null>;
  readonly changes: readonly SettingChange[];
  readonly isWrong: boolean;
  readonly saying: SaveForm;
  readonly onSaved: () => void;
}

/** Shows what would change and for which documents, and saves it with a reason. */
function ReviewSide({ form, ...props }: ReviewSideProps) {
  const command = useCommand('workflows.saveReview', { toldInPlace: true });
  const settings = toSettings(form);
  return (
    <SettingsSide
      {...props}
      settings={settings}
      command={{ isRunning: command.isRunning, run: (request) => command.run({ ...request, ...settings }) }}
      texts={messages.side}
    />
  );
}
