import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type KeyboardEvent } from 'react';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useRunCheck } from '#renderer/contract/use-connection-check.ts';
import { Button } from '#renderer/ui/button.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { usePageFocusKept } from '#renderer/ui/focus.ts';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { Note } from '#renderer/ui/note.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { View, ViewHead } from '#renderer/ui/pane.tsx';
import { ReceiptFooter } from '#renderer/ui/receipt-footer.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { ErrorState } from '#renderer/ui/states.tsx';
import { useToast } from '#renderer/ui/toast.tsx';
import type { ConnectionDraft, ConnectionsChange } from '#shared/contract/connections.ts';
import { useSaveChange } from '../save-change.ts';
import { AccountStep } from './account-step.tsx';
import { ApiStep } from './api-step.tsx';
import {
  asText,
  draftFromEntry,
  emptyDraft,
  entryFromDraft,
  setByPerson,
  startOfNew,
  toFreeId,
  type FormDraft,
  type FormStart,
} from './draft.ts';
import { describeNeeded, labelOfPath, messages } from './form-messages.ts';
import type { FormState, StepId } from './form-parts.tsx';
import { useStoredDraft } from './draft-storage.ts';
import { ResourcesStep } from './resources-step.tsx';
import { SaveStep } from './save-step.tsx';
import { StepList } from './step-list.tsx';
import styles from './form.module.css';

/** The form is for a new connection, for one of the file, for a copy of one, or for one of an import. */
export type FormPlace =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit' | 'like' | 'import'; readonly id: string };

interface ConnectionFormPageProps {
  readonly place: FormPlace;
  readonly onBack: () => void;
  readonly onSaved: (connectionId: string) => void;
}

/** Adds or changes a connection. All steps are on one page, and leaving it keeps what was typed. */
export function ConnectionFormPage(props: ConnectionFormPageProps) {
  const { place } = props;
  const list = useQuery(operationOptions('connections.list', {}));
  const takenIds = list.data?.value.connections.map(({ id }) => id) ?? [];
  if (place.kind === 'edit' || place.kind === 'like') {
    return <FormOfEntry {...props} kind={place.kind} id={place.id} takenIds={takenIds} />;
  }
  return (
    <ConnectionForm {...props} title={messages.titles[place.kind]} atFirst={emptyDraft} takenIds={takenIds} />
  );
}

interface FormOfEntryProps extends ConnectionFormPageProps {
  readonly kind: 'edit' | 'like';
  readonly id: string;
  readonly takenIds: readonly string[];
}

function FormOfEntry(props: FormOfEntryProps) {
  const { kind, id, takenIds, onBack } = props;
  const query = useQuery({
    ...operationOptions('connections.entry', { connectionId: id }),
    // The file may have been edited by hand since.
    gcTime: 0,
  });
  if (query.data === undefined) {
    return (
      <View head={<FormHead title={messages.titles.edit(id)} onBack={onBack} />} foot={foot}>
        {query.error === null ? (
          <SkeletonRows label={messages.page.reading} rows={5} />
        ) : (
          <ErrorState
            title={messages.page.entryNotRead}
            happened={query.error.failure.message}
            notDone={messages.page.nothingChanged}
            next={messages.page.searchLog}
            reference={query.error.failure.reference}
            onRetry={() => void query.refetch()}
          />
        )}
      </View>
    );
  }
  const { entry, hidden, problems } = query.data.value;
  const read = draftFromEntry(entry);
  const name = read.name === '' ? id : read.name;
  const atFirst =
    kind === 'edit' ? read : { ...read, name: `${name} copy`, id: toFreeId(`${read.id}-copy`, takenIds) };
  return (
    <ConnectionForm
      {...props}
      key={id}
      title={messages.titles[kind](name)}
      atFirst={atFirst}
      start={{ base: entry, hidden }}
      like={id}
      hasProblems={problems.length > 0}
    />
  );
}

const foot = <ReceiptFooter receipts={[]} now={0} />;

interface ConnectionFormProps extends ConnectionFormPageProps {
  readonly title: string;
  readonly atFirst: FormDraft;
  readonly takenIds: readonly string[];
  readonly start?: FormStart;
  /** The entry that hidden values come from. */
  readonly like?: string;
  readonly hasProblems?: boolean;
}

function ConnectionForm(props: ConnectionFormProps) {
  const { place, title, atFirst, takenIds, start = startOfNew, like, hasProblems = false } = props;
  const { onBack, onSaved } = props;
  const kept = place.kind === 'add' ? place.kind : `${place.kind}:${place.id}`;
  const { draft, change, isRestored, forget } = useStoredDraft(kept, atFirst);
  const [isRestoredShown, setRestoredShown] = useState(isRestored);
  const [isTried, setTried] = useState(false);
  const [checksAfter, setChecksAfter] = useState(true);
  const root = useRef<HTMLDivElement>(null);
  const entry = entryFromDraft(draft, start);
  const file = useSaveChange(toChange(place, entry, like));
  const { preview } = file;
  const runCheck = useRunCheck();
  const toast = useToast();
  const problems = preview?.problems ?? [];
  usePageFocusKept();

  const form: FormState = {
    place: kept,
    draft,
    change,
    set: (values) => change((before) => setByPerson(before, values)),
    problemAt: (path, typed) =>
      isTried || typed !== '' ? problems.find((one) => one.path === path)?.problem : undefined,
    hidden: start.hidden,
    editedId: place.kind === 'edit' ? place.id : undefined,
    like,
    takenIds: place.kind === 'edit' ? takenIds.filter((id) => id !== place.id) : takenIds,
  };

  async function save(): Promise<void> {
    setTried(true);
    const { isSaved, preview: compared } = await file.save();
    const wrong = compared?.problems.map(({ path }) => path) ?? [];
    if (wrong.length > 0) goToFirstField(root.current, wrong);
    if (!isSaved) return;
    const id = asText(entry['id']);
    // A first entry makes the file, of which there is no copy.
    const hasCopy = compared?.lines.some(({ kind }) => kind !== 'added') === true;
    toast.show({
      message: messages.save.saved(asText(entry['name'])),
      ...(hasCopy && { detail: messages.save.copyKept }),
      tone: 'succeeded',
    });
    forget();
    if (checksAfter) runCheck(id);
    onSaved(id);
  }

  usePageKeys(pageKeys.connectionForm, { save: () => void save(), back: onBack });

  /** In a field Escape also leads back, unless it closes the field's own list. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented || !(event.target instanceof Element)) return;
    if (event.target.matches('input:not([type=radio],[type=checkbox]), textarea')) {
      if (event.target.getAttribute('aria-expanded') !== 'true') onBack();
    }
  }

  const needed = [...new Set(problems.map(({ path }) => labelOfPath(path)))];
  return (
    <View head={<FormHead title={title} />} foot={foot} body="fixed">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only listens to what its fields leave */}
      <div className={styles.form} ref={root} onKeyDown={onKeyDown}>
        <StepList form={form} preview={preview} onGoTo={(step) => goToStep(root.current, step)} />
        <div className={styles.steps} data-scroll>
          {isRestoredShown ? (
            <Note
              flat
              action={
                <Button
                  size="sm"
                  onClick={() => {
                    forget();
                    change(() => atFirst);
                    setRestoredShown(false);
                  }}
                >
                  {messages.page.startOver}
                </Button>
              }
            >
              {messages.page.restored}
            </Note>
          ) : null}
          {hasProblems ? (
            <Note tone="warn" flat>
              {messages.page.entryProblems}
            </Note>
          ) : null}
          <AccountStep form={form} />
          <ResourcesStep form={form} />
          <ApiStep form={form} />
          <SaveStep
            entry={entry}
            like={like}
            preview={preview}
            failure={file.failure}
            refused={file.refused}
            checksAfter={checksAfter}
            onChecksAfter={setChecksAfter}
            onGoTo={(path) => {
              setTried(true);
              goToFirstField(root.current, [path]);
            }}
          />
        </div>
        <footer className={styles.bar}>
          <span className={classNames(styles.quiet, styles.barText)}>
            {needed.length === 0 ? (preview?.file ?? '') : describeNeeded(needed)}
          </span>
          <Button variant="ghost" shortcut={pageKeys.connectionForm.back} onClick={onBack}>
            {messages.page.back}
          </Button>
          <Button
            variant="primary"
            shortcut={pageKeys.connectionForm.save}
            loading={file.isSaving}
            disabled={needed.length === 0 ? false : describeNeeded(needed)}
            onClick={() => void save()}
          >
            {messages.save.save}
          </Button>
        </footer>
      </div>
    </View>
  );
}

function toChange(place: FormPlace, entry: ConnectionDraft, like: string | undefined): ConnectionsChange {
  if (place.kind === 'edit') return { kind: 'replace', connectionId: place.id, entry };
  return like === undefined ? { kind: 'add', entry } : { kind: 'add', entry, like };
}

interface FormHeadProps {
  readonly title: string;
  /** The form itself leads back from its foot. */
  readonly onBack?: () => void;
}

function FormHead({ title, onBack }: FormHeadProps) {
  return (
    <ViewHead
      title={title}
      sub={messages.page.sub}
      actions={
        onBack === undefined ? undefined : (
          <Button variant="ghost" icon="left" onClick={onBack}>
            {messages.page.back}
          </Button>
        )
      }
    />
  );
}

function goToStep(root: HTMLElement | null, step: StepId): void {
  const section = root?.querySelector<HTMLElement>(`[data-step="${step}"]`);
  section?.scrollIntoView({ block: 'start' });
  const field = section?.querySelector<HTMLElement>('input:not(:disabled), textarea, button');
  field?.focus({ preventScroll: true });
}

/** Moves to the first field of one of the paths, or of a setting above it. */
function goToFirstField(root: HTMLElement | null, paths: readonly string[]): void {
  const places = [...(root?.querySelectorAll<HTMLElement>('[data-path]') ?? [])];
  const place = places.find(({ dataset: { path = '' } }) =>
    paths.some((wrong) => wrong === path || wrong.startsWith(`${path}.`)),
  );
  const field = place?.querySelector<HTMLElement>('input:checked, input:not(:disabled), textarea');
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}
