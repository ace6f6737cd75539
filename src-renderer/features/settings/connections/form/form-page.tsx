import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { answered, operationOptions } from '#renderer/contract/operation-options.ts';
import { useRunCheck } from '#renderer/contract/use-connection-check.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { usePageFocusKept } from '#renderer/ui/focus.ts';
import { Icon } from '#renderer/ui/icon.tsx';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { Note } from '#renderer/ui/note.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { View, ViewHead } from '#renderer/ui/pane.tsx';
import { ReceiptFooter } from '#renderer/ui/receipt-footer.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { ErrorState } from '#renderer/ui/states.tsx';
import { useToast } from '#renderer/ui/toast.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { ConnectionDraft, ConnectionsChange, FilePreview } from '#shared/contract/connections.ts';
import type { Failure } from '#shared/contract/result.ts';
import { groupedAccount } from '#shared/domain/formatting.ts';
import { useApplyFile } from '../file-part.tsx';
import { AccountStep, useIdentity } from './account-step.tsx';
import { ApiStep, useTriedApi } from './api-step.tsx';
import {
  draftFromEntry,
  emptyDraft,
  entryFromDraft,
  setByPerson,
  startOfNew,
  toFreeId,
  useKeptDraft,
  type FormDraft,
  type FormStart,
} from './draft.ts';
import { apiWords, describeNeeded, labelOfPath, messages } from './form-messages.ts';
import { stateIcons, stepIds, type FormState, type StepId, type StepState } from './form-parts.tsx';
import { ResourcesStep, useDiscovery } from './resources-step.tsx';
import { SaveStep } from './save-step.tsx';
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
  const { draft, change, isRestored, forget } = useKeptDraft(kept, atFirst);
  const [isRestoredShown, setRestoredShown] = useState(isRestored);
  const [isTried, setTried] = useState(false);
  const [checksAfter, setChecksAfter] = useState(true);
  const root = useRef<HTMLDivElement>(null);
  const file = useFileChange(toChange(place, entryFromDraft(draft, start), like));
  const { preview, saving } = file;
  const problems = preview?.problems ?? [];
  usePageFocusKept();
  useFirstFocus(root);

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
    const wrong = await file.save((connectionId) => {
      forget();
      onSaved(connectionId);
    }, checksAfter);
    if (wrong !== undefined) goToField(root.current, wrong);
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
    <View head={<FormHead title={title} onBack={onBack} />} foot={foot} body="fixed">
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
            preview={preview}
            failure={file.failure}
            refused={file.refused}
            checksAfter={checksAfter}
            onChecksAfter={setChecksAfter}
            onGoTo={(path) => {
              setTried(true);
              goToField(root.current, path);
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
            loading={saving}
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

/** Compares the form with the file while it is filled in, and writes it. */
function useFileChange(change: ConnectionsChange) {
  const client = useQueryClient();
  const toast = useToast();
  const apply = useApplyFile();
  const runCheck = useRunCheck();
  const settled = useSettled(JSON.stringify(change));
  const [refused, setRefused] = useState<'conflict' | 'mistakes'>();
  const [isPreparing, setPreparing] = useState(false);
  const query = useQuery({
    ...operationOptions('connections.previewFile', { change: JSON.parse(settled) as ConnectionsChange }),
    gcTime: 0,
    placeholderData: (before) => before,
  });
  const saving = useCommand('connections.saveFile', { toldInPlace: true });

  /** Returns the path of the first mistake, if there is one. Only what was compared with the file is written. */
  async function save(onSaved: (id: string) => void, checksAfter: boolean): Promise<string | undefined> {
    setPreparing(true);
    try {
      const options = operationOptions('connections.previewFile', { change });
      const { value: preview } = await client.fetchQuery(options);
      const [wrong] = preview.problems;
      if (wrong !== undefined) return wrong.path;
      const result = await saving.run({ change, fingerprint: preview.fingerprint });
      if (!result.ok) return undefined;
      const { answer } = result.value;
      if (answer.state !== 'saved') {
        client.setQueryData(options.queryKey, answered(withoutState(answer)));
        setRefused(answer.state);
        return answer.problems[0]?.path;
      }
      const { state: _state, ...read } = answer;
      apply(read);
      const saved = readEntry(change);
      toast.show({
        message: messages.save.saved(saved.name),
        detail: messages.save.copyKept,
        tone: 'succeeded',
      });
      if (checksAfter) runCheck(saved.id);
      onSaved(saved.id);
      return undefined;
    } catch {
      // The query shows its failure in the page.
      return undefined;
    } finally {
      setPreparing(false);
    }
  }

  return {
    preview: query.data?.value,
    failure: query.error === null ? saving.failure : toFailure(query.error),
    refused,
    saving: isPreparing,
    save,
  } satisfies { preview: FilePreview | undefined; failure: Failure | undefined } & Record<string, unknown>;
}

function withoutState<T extends { readonly state: string }>({ state: _state, ...rest }: T): Omit<T, 'state'> {
  return rest;
}

function readEntry(change: ConnectionsChange): { readonly id: string; readonly name: string } {
  const entry = 'entry' in change ? change.entry : {};
  return { id: String(entry['id'] ?? ''), name: String(entry['name'] ?? '') };
}

/** Returns a text once it has stayed the same for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 200);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

interface FormHeadProps {
  readonly title: string;
  readonly onBack: () => void;
}

function FormHead({ title, onBack }: FormHeadProps) {
  return (
    <ViewHead
      title={title}
      sub={messages.page.sub}
      actions={
        <Button variant="ghost" icon="left" onClick={onBack}>
          {messages.page.back}
        </Button>
      }
    />
  );
}

interface StepListProps {
  readonly form: FormState;
  readonly preview: FilePreview | undefined;
  readonly onGoTo: (step: StepId) => void;
}

/** Lists the steps with their state. Each leads to its part of the page. */
function StepList({ form, preview, onGoTo }: StepListProps) {
  const standing = useStanding(form, preview);
  return (
    <nav className={styles.rail} aria-label={messages.page.steps}>
      <ol>
        {stepIds.map((step, index) => {
          const { state, words } = standing[step];
          return (
            <li key={step}>
              <button type="button" className={styles.railStep} onClick={() => onGoTo(step)}>
                <span className={classNames(styles.mark, styles[state])}>
                  {state === 'open' || state === 'filled' ? (
                    String(index + 1)
                  ) : (
                    <Icon name={stateIcons[state]} size={12} />
                  )}
                </span>
                <span className={styles.railText}>
                  <span className={styles.railTitle}>{messages[step].title}</span>
                  <span className={styles.railWords}>
                    <VisuallyHidden>{`${stateWords[state]}: `}</VisuallyHidden>
                    {words}
                  </span>
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

const stateWords: Readonly<Record<StepState, string>> = {
  open: 'not filled in',
  filled: 'filled in',
  done: 'confirmed',
  wrong: 'needs a correction',
};

interface Standing {
  readonly state: StepState;
  readonly words: string;
}

function useStanding(form: FormState, preview: FilePreview | undefined): Readonly<Record<StepId, Standing>> {
  const { draft } = form;
  const { identity } = useIdentity(form);
  const [looked] = useDiscovery(form);
  const { tried, isOutdated } = useTriedApi(form);
  const problems = preview?.problems ?? [];
  const named = Object.values(draft.names).filter((name) => name !== '').length;
  const found = looked?.answer.state === 'found' ? looked.answer : undefined;
  return {
    account: standAccount(draft, identity),
    resources:
      found === undefined
        ? {
            state: draft.stage !== '' || named > 0 ? 'filled' : 'open',
            words: draft.stage === '' ? `${String(named)} named` : `stage ${draft.stage}`,
          }
        : {
            state: found.denied.length > 0 ? 'filled' : 'done',
            words: `${String(found.parts.filter((part) => part.isSetting && part.found.length > 0).length)} found`,
          },
    api: {
      state:
        draft.api === 'none'
          ? 'filled'
          : tried !== undefined && !isOutdated && tried.role !== null
            ? 'done'
            : 'filled',
      words: apiWords[draft.api],
    },
    save:
      problems.length > 0
        ? { state: 'open', words: `${String(problems.length)} needed` }
        : { state: 'filled', words: preview === undefined ? '' : 'ready to save' },
  };
}

function standAccount(draft: FormDraft, identity: ReturnType<typeof useIdentity>['identity']): Standing {
  if (identity?.state === 'known') {
    return identity.accountId === draft.accountId
      ? { state: 'done', words: groupedAccount(identity.accountId) }
      : { state: 'wrong', words: 'another account' };
  }
  if (identity?.state === 'stopped') return { state: 'wrong', words: 'not confirmed' };
  return draft.accountId === ''
    ? { state: 'open', words: 'choose a profile' }
    : { state: 'filled', words: 'not confirmed yet' };
}

/** The first choice takes the focus, so that the form can be filled in at once. */
function useFirstFocus(root: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const stop = root.current?.querySelector<HTMLElement>('[data-step] input:not(:disabled)');
    stop?.focus({ preventScroll: true });
  }, [root]);
}

function goToStep(root: HTMLElement | null, step: StepId): void {
  const section = root?.querySelector<HTMLElement>(`[data-step="${step}"]`);
  section?.scrollIntoView({ block: 'start' });
  const field = section?.querySelector<HTMLElement>('input:not(:disabled), textarea, button');
  field?.focus({ preventScroll: true });
}

/** Moves to the field of a path, or of the nearest setting above it. */
function goToField(root: HTMLElement | null, path: string): void {
  const parts = path.split('.');
  for (let length = parts.length; length > 0; length -= 1) {
    const place = root?.querySelector<HTMLElement>(
      `[data-path="${CSS.escape(parts.slice(0, length).join('.'))}"]`,
    );
    if (place === null || place === undefined) continue;
    const field = place.querySelector<HTMLElement>('input:checked, input:not(:disabled), textarea');
    field?.scrollIntoView({ block: 'center' });
    field?.focus({ preventScroll: true });
    return;
  }
}
