import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent, type RefObject } from 'react';
import type { Workflow } from '#shared/contract/pipeline-items.ts';
import type { Failure, Result } from '#shared/contract/result.ts';
import type { Saved, WorkflowKey } from '#shared/contract/workflows.ts';
import { whyNotChangeLists } from '#shared/permissions.ts';
import type { PersonHere } from '#renderer/contract/use-person-here.ts';
import { Icon } from '#renderer/ui/icon.tsx';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { Note } from '#renderer/ui/note.tsx';
import { useToast } from '#renderer/ui/toast.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import { messages } from '../messages.ts';
import { formatVersion } from '../threshold-text.ts';
import { findSaveErrors, focusWrong, getEnvironmentToType, type SaveForm } from './save-rules.ts';
import { SavePart } from './save-side.tsx';
import saveStyles from './save.module.css';
import styles from './settings-side.module.css';
import { isOpen, replaceWorkflow, toWorkflowKey } from './use-save.ts';

/** A setting as it is and as it would be. */
export interface SettingChange {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/** Whatever is changed, it is saved on the version that was seen, with a reason. */
interface SettingsRequest extends WorkflowKey {
  readonly version: number;
  readonly reason: string;
  readonly typedEnvironment: string | null;
  readonly intentKey: string;
}

interface SettingsSideProps {
  readonly workflow: Workflow;
  readonly person: PersonHere;
  readonly nameOf: (id: string) => string;
  /** Identifies what would be saved, so that the same request has the same key. */
  readonly settings: object;
  readonly formRef: RefObject<HTMLFormElement | null>;
  readonly changes: readonly SettingChange[];
  readonly isWrong: boolean;
  readonly saying: SaveForm;
  readonly command: {
    readonly isRunning: boolean;
    readonly run: (request: SettingsRequest) => Promise<Result<{ readonly outcome: Saved }>>;
  };
  readonly texts: {
    readonly which: string;
    readonly whichText: string;
    readonly savedDetail: string;
  };
  readonly onActAs: (personaId: string) => void;
  readonly onSaved: () => void;
}

/** Shows what would change and what it applies to, and saves it with a reason. */
export function SettingsSide(props: SettingsSideProps) {
  const { workflow, settings, formRef, changes, isWrong, saying, person, nameOf, texts } = props;
  const { said } = saying;
  const saving = useSettingsSave(props, nameOf);
  const environment = getEnvironmentToType(person.connection);
  const whyNotSave = whyNotChangeLists(person.me, person.connection, workflow.tenantId);
  const whyNot =
    whyNotSave ??
    (workflow.version === null
      ? messages.save.noVersion
      : changes.length === 0
        ? messages.save.noChange
        : undefined);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (whyNot !== undefined || isWrong || workflow.version === null) return;
    saying.tryIt();
    if (focusWrong(event.currentTarget, findSaveErrors(said, environment))) return;
    const common = {
      ...toWorkflowKey(workflow),
      version: workflow.version,
      reason: said.reason.trim(),
      typedEnvironment: environment === null ? null : said.environment.trim(),
    };
    if (!(await saving.save(common, JSON.stringify([common, settings])))) return;
    saying.forget(said.reason);
    props.onSaved();
  }

  return (
    <aside ref={makeScrollReachable} className={saveStyles.side} aria-label="Save">
      <section className={saveStyles.part}>
        <h2 className={saveStyles.title}>Change</h2>
        {changes.length === 0 ? (
          <p className={saveStyles.quiet}>{messages.save.noChange}</p>
        ) : (
          <Changes changes={changes} />
        )}
      </section>
      <section className={saveStyles.part}>
        <h2 className={saveStyles.title}>{texts.which}</h2>
        <p className={saveStyles.quiet}>{texts.whichText}</p>
      </section>
      <SavePart
        {...{ formRef, workflow, saying, environment, whyNot, whyNotSave, person }}
        onActAs={props.onActAs}
        isSaving={props.command.isRunning}
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

interface Told {
  readonly tone: 'warn' | 'bad';
  readonly text: string;
}

/** Saves on the version that was seen, once for each intent. A lost race keeps the draft on the newer version. */
function useSettingsSave(
  { command, texts }: Pick<SettingsSideProps, 'command' | 'texts'>,
  nameOf: (id: string) => string,
) {
  const client = useQueryClient();
  const toast = useToast();
  const open = useRef<{ readonly said: string; readonly key: string }>(null);
  const [told, setTold] = useState<Told | null>(null);

  async function save(request: Omit<SettingsRequest, 'intentKey'>, said: string): Promise<boolean> {
    if (command.isRunning) return false;
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
      const who = outcome.by?.actor ? nameOf(outcome.by.actor) : messages.save.unknownPerson;
      setTold({ tone: 'warn', text: messages.save.overtakenOn(who, formatVersion(workflow.version)) });
      return false;
    }
    setTold(null);
    toast.show({
      message: messages.save.saved(formatVersion(workflow.version), workflow.name ?? workflow.workflowId),
      detail: texts.savedDetail,
      tone: 'succeeded',
    });
    return true;
  }

  return { save, told };
}

function describeFailure(failure: Failure): string {
  const unclear = isOpen(failure) ? messages.save.unclear : '';
  return `${failure.message}${unclear}${failure.reference === '' ? '' : ` Reference ${failure.reference}`}`;
}
