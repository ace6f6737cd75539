import { memo, type FormEvent, type ReactNode, type RefObject } from 'react';
import type { Workflow } from '#shared/contract/pipeline-items.ts';
import type { Thresholds } from '#shared/domain/statuses.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { TextArea, TextField } from '#renderer/ui/field.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { WorkAs } from '#renderer/ui/states.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import { useSample } from '../editor/workflow-sample.ts';
import { formatPair, formatShare, thresholdFields } from '../threshold-text.ts';
import type { PersonHere } from '#renderer/contract/use-person-here.ts';
import { whyNotSaveThresholds } from '#shared/permissions.ts';
import {
  getEnvironmentToType,
  focusWrong,
  findSaveErrors,
  formatSaveLabel,
  type SaveConfirmation,
  type SaveErrors,
  type SaveForm,
} from './save-rules.ts';
import styles from './save.module.css';
import { isOpen, type Saving, type ToSave } from './use-save.ts';
import { messages } from '../messages.ts';

interface SaveSideProps {
  readonly formRef: RefObject<HTMLFormElement | null>;
  readonly workflow: Workflow;
  readonly draft: Thresholds;
  /** The reason why it cannot be saved now, whatever is typed; undefined if it can. */
  readonly whyNot: string | undefined;
  readonly person: PersonHere;
  readonly saving: Saving;
  readonly saying: SaveForm;
  /** Reports what was requested, which may be older than the draft is by then. */
  readonly onSaved: (what: ToSave) => void;
  readonly onActAs: (personaId: string) => void;
  readonly onOpenBatch: (tenantId: string, batchId: string) => void;
}

/** Shows the changes, the batches they apply to, and the fields to fill in before saving. */
export function SaveSide(props: SaveSideProps) {
  const { formRef, workflow, draft, whyNot, person, saving, saying, onSaved, onActAs, onOpenBatch } = props;
  const { said } = saying;
  const environment = getEnvironmentToType(person.connection);
  const whyNotSave = whyNotSaveThresholds(person.me, person.connection, workflow.tenantId);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    saying.tryIt();
    if (focusWrong(event.currentTarget, findSaveErrors(said, environment))) return;
    const typedEnvironment = environment === null ? null : said.environment.trim();
    const what: ToSave = {
      thresholds: draft,
      reason: said.reason,
      typedEnvironment,
      over: workflow,
      from: 'draft',
    };
    if ((await saving.save(what)) === 'saved') onSaved(what);
  }

  return (
    <aside ref={makeScrollReachable} className={styles.side} aria-label="Save">
      <section className={styles.part}>
        <h2 className={styles.title}>Change</h2>
        <ChangeList from={workflow} to={draft} />
      </section>
      <section className={styles.part}>
        <h2 className={styles.title}>{messages.save.whichBatches}</h2>
        <p className={styles.quiet}>{messages.save.whichBatchesText}</p>
        <RunningBatches workflow={workflow} onOpenBatch={onOpenBatch} />
      </section>
      <SavePart
        {...{ formRef, workflow, saying, environment, whyNot, whyNotSave, person, onActAs }}
        isSaving={saving.isSaving}
        onSubmit={submit}
      >
        <SaveFailure saving={saving} from="draft" />
      </SavePart>
    </aside>
  );
}

interface SavePartProps extends Pick<
  SaveSideProps,
  'formRef' | 'workflow' | 'whyNot' | 'person' | 'onActAs'
> {
  readonly saying: Pick<SaveForm, 'said' | 'say' | 'tried'>;
  /** The name to type before a save; null if none is required. */
  readonly environment: string | null;
  /** The reason why this person may not save, with others who may. */
  readonly whyNotSave: string | undefined;
  readonly isSaving: boolean;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
  /** Says what became of the save. */
  readonly children: ReactNode;
}

/** The reason, the typed environment and the button of every change to a workflow. */
export function SavePart(props: SavePartProps) {
  const { formRef, workflow, saying, environment, whyNot, whyNotSave, person, isSaving } = props;
  const { said, say, tried } = saying;
  return (
    <form ref={formRef} className={styles.form} noValidate onSubmit={(event) => void props.onSubmit(event)}>
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
        loading={isSaving}
        disabled={whyNot ?? false}
      >
        {formatSaveLabel(workflow)}
      </Button>
      {whyNotSave === undefined ? null : (
        <>
          <p className={styles.quiet}>{whyNotSave}</p>
          <WorkAs persons={person.others} onActAs={props.onActAs} />
        </>
      )}
      {props.children}
    </form>
  );
}

interface ChangeListProps {
  readonly from: Pick<Workflow, 'confidenceThreshold' | 'reviewThreshold'>;
  readonly to: Thresholds;
}

/** Shows the live thresholds, their new values, and that the two are in order. */
export function ChangeList({ from, to }: ChangeListProps) {
  return (
    <>
      <dl className={styles.changes}>
        {thresholdFields.map((field) => (
          <div key={field} className={styles.change} data-same={from[field] === to[field] || undefined}>
            <dt>{field}</dt>
            <dd>
              <span className={styles.old}>{formatShare(from[field])}</span>
              <Icon name="right" size={12} />
              <VisuallyHidden> becomes </VisuallyHidden>
              <span className={styles.new}>{formatShare(to[field])}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.order}>
        <Icon name="check" size={14} />
        {`0 ≤ ${formatShare(to.confidenceThreshold)} ≤ ${formatShare(to.reviewThreshold)} ≤ 1, in order`}
      </p>
    </>
  );
}

interface RunningBatchesProps {
  readonly workflow: Workflow;
  readonly onOpenBatch: (tenantId: string, batchId: string) => void;
}

/**
 * Lists the running batches of the sample with the thresholds they were submitted under. It does not depend
 * on the handles.
 */
const RunningBatches = memo(function RunningBatches({ workflow, onOpenBatch }: RunningBatchesProps) {
  const running = useSample(workflow).sample?.running;
  if (running === undefined || running.batches.length === 0) return null;
  const { batches, isAtLeast } = running;
  const shown = batches.slice(0, most);
  const rest = batches.length - shown.length;
  return (
    <ul className={styles.batches} aria-label={messages.save.running}>
      {shown.map((batch) => (
        <li key={batch.batchId} className={styles.batch}>
          <button
            type="button"
            className={styles.link}
            onClick={() => onOpenBatch(workflow.tenantId, batch.batchId)}
          >
            {batch.batchId}
          </button>
          <span className={styles.quiet}>keeps {formatPair(batch)}</span>
        </li>
      ))}
      {rest === 0 && !isAtLeast ? null : (
        <li className={styles.quiet}>
          {rest === 0 ? messages.save.perhapsMore : `and ${isAtLeast ? 'at least ' : ''}${String(rest)} more`}
        </li>
      )}
    </ul>
  );
});

const most = 4;

interface ReasonFieldsProps {
  readonly said: SaveConfirmation;
  readonly onChange: (said: SaveConfirmation) => void;
  readonly errors: SaveErrors;
  /** The name to type; null if none is required. */
  readonly environment: string | null;
  readonly disabled?: boolean;
}

/** Asks for the reason, and in production for the name of the environment. */
export function ReasonFields({ said, onChange, errors, environment, disabled = false }: ReasonFieldsProps) {
  return (
    <>
      <TextArea
        name="reason"
        label={messages.save.reason}
        maxLength={500}
        disabled={disabled}
        value={said.reason}
        error={errors.reason}
        onChange={(event) => onChange({ ...said, reason: event.currentTarget.value })}
      />
      {environment === null ? null : (
        <TextField
          name="environment"
          label={`Type the environment, ${environment}`}
          mono
          disabled={disabled}
          value={said.environment}
          error={errors.environment}
          onChange={(event) => onChange({ ...said, environment: event.currentTarget.value })}
        />
      )}
    </>
  );
}

interface SaveFailureProps {
  readonly saving: Saving;
  readonly from: ToSave['from'];
}

/** Says why the save failed, or that its outcome is unknown. */
export function SaveFailure({ saving: { failed }, from }: SaveFailureProps) {
  if (failed === null || failed.from !== from) return null;
  const { failure } = failed;
  const isUnclear = isOpen(failure);
  return (
    <Note tone={isUnclear ? 'warn' : 'bad'} live>
      {failure.message}
      {isUnclear ? messages.save.unclear : ''}
      {failure.reference === '' ? '' : ` Reference ${failure.reference}`}
    </Note>
  );
}
