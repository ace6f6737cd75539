import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent, type RefObject } from 'react';
import type { InputOf } from '#shared/contract/contract.ts';
import type { Failure } from '#shared/contract/result.ts';
import { whyNotChangeLists } from '#shared/permissions.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import type { PersonHere } from '#renderer/contract/use-person-here.ts';
import { Icon } from '#renderer/ui/icon.tsx';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { Note } from '#renderer/ui/note.tsx';
import { useToast } from '#renderer/ui/toast.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { WorkflowDeskProps } from '../open-workflow.tsx';
import { findSaveErrors, focusWrong, getEnvironmentToType, type SaveForm } from '../save/save-rules.ts';
import { SavePart } from '../save/save-side.tsx';
import saveStyles from '../save/save.module.css';
import { isOpen, replaceWorkflow, toWorkflowKey } from '../save/use-save.ts';
import { messages as pageMessages } from '../messages.ts';
import { formatVersion } from '../threshold-text.ts';
import { toSettings, type ReviewForm, type SettingChange } from './review-draft.ts';
import { messages } from './review-messages.ts';
import styles from './review.module.css';

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
export function ReviewSide(props: ReviewSideProps) {
  const { workflow, form, formRef, changes, isWrong, saying, person, nameOf, onActAs, onSaved } = props;
  const { said } = saying;
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
      <SavePart
        {...{ formRef, workflow, saying, environment, whyNot, whyNotSave, person, onActAs }}
        isSaving={saving.isSaving}
        onSubmit={submit}
      >
        {saving.told === null ? null : (
          <Note tone={saving.told.tone} live>
            {saving.told.text}
          </Note>
        )}
      </SavePart>
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

type Request = Omit<InputOf<'workflows.saveReview'>, 'intentKey'>;

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
