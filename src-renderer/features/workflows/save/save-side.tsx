import type { FormEvent, RefObject } from 'react';
import type { Workflow } from '#shared/contract/triage/tenants.ts';
import type { Thresholds } from '#shared/domain/document-status.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { makeScrollReachable } from '#renderer/ui/scroll/make-scroll-reachable.ts';
import { WorkAs } from '#renderer/ui/states/work-as.tsx';
import type { Person } from '../use-person.ts';
import pageStyles from '../workflow-page.module.css';
import { ChangeList } from './change-list.tsx';
import { ReasonFields } from './reason-fields.tsx';
import { focusWrong } from './focus-wrong.ts';
import { saidErrors } from './said-errors.ts';
import { RunningBatches } from './running-batches.tsx';
import { SaveFailure } from './save-failure.tsx';
import { environmentToType, saveWords } from './save-words.ts';
import styles from './save.module.css';
import type { Saying } from './use-said.ts';
import type { Saving, ToSave } from './use-save.ts';

interface SaveSideProps {
  readonly formRef: RefObject<HTMLFormElement | null>;
  readonly workflow: Workflow;
  readonly draft: Thresholds;
  /** Why it cannot be saved now, whatever is said; undefined where it can. */
  readonly whyNot: string | undefined;
  readonly person: Person;
  readonly saving: Saving;
  readonly saying: Saying;
  /** What was asked for, which may be older than the draft is by then. */
  readonly onSaved: (what: ToSave) => void;
  readonly onActAs: (personaId: string) => void;
  readonly onOpenBatch: (tenantId: string, batchId: string) => void;
}

/** What would change, for which batches, and what has to be said before it does. */
export function SaveSide(props: SaveSideProps) {
  const { formRef, workflow, draft, whyNot, person, saving, saying, onSaved, onActAs, onOpenBatch } = props;
  const { said, say, tried } = saying;
  const environment = environmentToType(person.connection);
  const mayNot = person.whyNotSave !== undefined;

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    saying.tryIt();
    if (focusWrong(event.currentTarget, saidErrors(said, environment))) return;
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
    <aside ref={makeScrollReachable} className={pageStyles.side} aria-label="Save">
      <section className={styles.part}>
        <h2 className={styles.title}>Change</h2>
        <ChangeList from={workflow} to={draft} />
      </section>
      <section className={styles.part}>
        <h2 className={styles.title}>For which batches</h2>
        <p className={styles.quiet}>
          Those that are submitted from now on. Batches in work keep the thresholds of their submission, and
          nothing that was decided is decided again.
        </p>
        <RunningBatches workflow={workflow} onOpenBatch={onOpenBatch} />
      </section>
      <form ref={formRef} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <ReasonFields
          said={said}
          onChange={say}
          errors={tried ? saidErrors(said, environment) : {}}
          environment={environment}
          disabled={mayNot}
        />
        <Button
          type="submit"
          variant={environment === null ? 'primary' : 'production'}
          shortcut="Mod+Enter"
          loading={saving.isSaving}
          disabled={whyNot ?? false}
        >
          {saveWords(workflow)}
        </Button>
        {mayNot ? (
          <>
            <p className={styles.quiet}>{person.whyNotSave}</p>
            <WorkAs persons={person.others} onActAs={onActAs} />
          </>
        ) : null}
        <SaveFailure saving={saving} from="draft" />
      </form>
    </aside>
  );
}
