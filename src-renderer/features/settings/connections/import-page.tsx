import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { Chip } from '#renderer/ui/chip.tsx';
import { TextArea } from '#renderer/ui/field.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { View, ViewHead } from '#renderer/ui/pane.tsx';
import { ReceiptFooter } from '#renderer/ui/receipt-footer.tsx';
import { SuggestField } from '#renderer/ui/suggest-field.tsx';
import { useToast } from '#renderer/ui/toast.tsx';
import type { ConnectionDraft } from '#shared/contract/connections.ts';
import type { OutputOf } from '#shared/contract/contract.ts';
import { counted } from '#shared/domain/formatting.ts';
import { FileDifference, SaveProblems } from './file-difference.tsx';
import { asText, draftFromEntry, environments, toFreeId } from './form/draft.ts';
import { labelOfPath, regions } from './form/form-messages.ts';
import { keepDraft } from './form/draft-storage.ts';
import { useSaveChange } from './save-change.ts';
import { useFileText } from './use-file-text.ts';
import { messages } from '../messages.ts';
import styles from './import-page.module.css';

interface ImportPageProps {
  readonly onBack: () => void;
  /** Goes on with one entry in the form, where everything can be looked up and tried. */
  readonly onForm: (id: string) => void;
  readonly onImported: (connectionId: string) => void;
}

type Read = OutputOf<'connections.readImport'>;

/** Reads a colleague's connections or an AWS configuration, asks for what is missing, and adds them to the file. */
export function ImportPage({ onBack, onForm, onImported }: ImportPageProps) {
  // A pasted text may be anything, so it is kept for this window only, and never stored.
  const [text, keepText] = useKept(['connection-import'], '');
  const field = useRef<HTMLTextAreaElement>(null);
  const chooseFile = useFileText((read) => keepText(() => read));
  const query = useQuery({
    ...operationOptions('connections.readImport', { text }),
    enabled: text.trim() !== '',
    gcTime: 0,
  });
  const read = text.trim() === '' ? undefined : query.data?.value;
  useEffect(() => field.current?.focus(), []);
  usePageKeys(pageKeys.connectionForm, { back: onBack });

  return (
    <View
      head={
        <ViewHead
          title={messages.exchange.importTitle}
          sub={messages.exchange.importSub}
          actions={
            <Button variant="ghost" icon="left" shortcut={pageKeys.connectionForm.back} onClick={onBack}>
              {messages.exchange.back}
            </Button>
          }
        />
      }
      foot={<ReceiptFooter receipts={[]} now={0} />}
      body="scrolls"
    >
      <div className={styles.page}>
        <TextArea
          ref={field}
          label={messages.exchange.paste}
          mono
          rows={7}
          value={text}
          hint={messages.exchange.pasteHint}
          onChange={(event) => {
            const next = event.currentTarget.value;
            keepText(() => next);
          }}
        />
        <div className={styles.inline}>
          <Button icon="document" onClick={chooseFile}>
            {messages.exchange.chooseFile}
          </Button>
          {text === '' ? null : (
            <Button variant="ghost" onClick={() => keepText(() => '')}>
              {messages.exchange.clear}
            </Button>
          )}
        </div>
        {query.error === null ? null : (
          <Note tone="bad" live>
            {toFailure(query.error).message}
          </Note>
        )}
        {read === undefined ? (
          query.isFetching ? (
            <p className={styles.quiet}>{messages.exchange.reading}</p>
          ) : null
        ) : (
          <ReadPart
            key={text}
            read={read}
            onForm={onForm}
            onImported={onImported}
            onDone={() => keepText(() => '')}
          />
        )}
      </div>
    </View>
  );
}

interface ReadPartProps extends Pick<ImportPageProps, 'onForm' | 'onImported'> {
  readonly read: Read;
  readonly onDone: () => void;
}

interface Row {
  readonly entry: ConnectionDraft;
  readonly asks: readonly string[];
  readonly notes: readonly string[];
  readonly isChosen: boolean;
}

function ReadPart({ read, onForm, onImported, onDone }: ReadPartProps) {
  const { from, entries, problems } = read;
  const taken = useQuery(operationOptions('connections.list', {})).data?.value.connections ?? [];
  const [rows, setRows] = useState<readonly Row[]>(() =>
    // A configuration may have many profiles of which one is wanted.
    withFreeIds(
      entries,
      taken.map(({ id }) => id),
    ).map((one) => ({
      ...one,
      isChosen: entries.length === 1 || from === 'sluice' || from === 'connections-file',
    })),
  );
  const change = (index: number, next: Partial<Row>): void =>
    setRows((before) => before.map((row, at) => (at === index ? { ...row, ...next } : row)));
  const chosen = rows.filter(({ isChosen }) => isChosen);

  return (
    <>
      <p className={styles.found}>
        <b>{messages.exchange.from[from]}</b>
        {entries.length === 0 ? null : <span>{counted(entries.length, 'connection')}</span>}
      </p>
      {problems.map(({ path, problem }) => (
        <Note key={`${path} ${problem}`} tone={entries.length === 0 ? 'bad' : 'warn'}>
          <code>{path}</code> {problem}
        </Note>
      ))}
      <ul className={styles.rows}>
        {rows.map((row, index) => (
          <ImportRow
            key={rowKey(index)}
            row={row}
            onChange={(next) => change(index, next)}
            onForm={() => {
              const id = `import-${String(index + 1)}`;
              keepDraft(`import:${id}`, draftFromEntry(row.entry));
              onForm(id);
            }}
          />
        ))}
      </ul>
      {chosen.length === 0 ? null : (
        <SavePart
          entries={chosen.map(({ entry }) => entry)}
          onImported={(id) => {
            onDone();
            onImported(id);
          }}
        />
      )}
    </>
  );
}

/** Rows keep their order, and two may be equal. */
function rowKey(index: number): string {
  return `row ${String(index)}`;
}

/** An id that is taken gets a number, so that an import never replaces a connection. */
function withFreeIds(entries: Read['entries'], taken: readonly string[]): Read['entries'] {
  const ids = [...taken];
  return entries.map((one) => {
    const { id } = one.entry;
    if (typeof id !== 'string') return one;
    const free = toFreeId(id, ids);
    ids.push(free);
    return { ...one, entry: { ...one.entry, id: free } };
  });
}

interface ImportRowProps {
  readonly row: Row;
  readonly onChange: (next: Partial<Row>) => void;
  readonly onForm: () => void;
}

function ImportRow({ row, onChange, onForm }: ImportRowProps) {
  const { entry, asks, notes, isChosen } = row;
  const { name, id, region, accountId } = draftFromEntry(entry);
  const title = name === '' ? id || messages.exchange.unnamed : name;
  const open = asks.filter((path) => readAt(entry, path) === '');
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <Checkbox label={title} checked={isChosen} onChange={(on) => onChange({ isChosen: on })} />
        <code className={styles.place}>
          {[id, accountId, region].filter((word) => word !== '').join('  ')}
        </code>
        {open.length === 0 ? (
          <Chip tone="succeeded" icon="check">
            {messages.exchange.complete}
          </Chip>
        ) : (
          <Chip tone="review">{`${String(open.length)} missing`}</Chip>
        )}
        <Button size="sm" variant="ghost" icon="edit" className={styles.inForm} onClick={onForm}>
          {messages.exchange.inForm}
        </Button>
      </div>
      {notes.map((note) => (
        <p key={note} className={styles.quiet}>
          {note}
        </p>
      ))}
      {asks.length === 0 || !isChosen ? null : (
        <div className={styles.asks}>
          {asks.map((path) => (
            <AskedField
              key={path}
              path={path}
              of={title}
              value={readAt(entry, path)}
              onChange={(value) => onChange({ entry: writeAt(entry, path.split('.'), value) })}
            />
          ))}
        </div>
      )}
    </li>
  );
}

interface AskedFieldProps {
  readonly path: string;
  readonly of: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function AskedField({ path, of, value, onChange }: AskedFieldProps) {
  const profiles = useQuery(operationOptions('connections.profiles', {})).data?.value.profiles ?? [];
  const suggestions = {
    'aws.profile': profiles.map((one) => ({ value: one.name, hint: one.accountId ?? undefined })),
    'aws.region': regions,
    environment: environments.map((one) => ({ value: one })),
  }[path];
  return (
    <SuggestField
      label={`${labelOfPath(path)} of ${of}`}
      mono
      value={value}
      suggestions={suggestions ?? []}
      onChange={onChange}
    />
  );
}

function readAt(entry: ConnectionDraft, path: string): string {
  const value = path
    .split('.')
    .reduce<unknown>(
      (found, name) =>
        typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[name] : '',
      entry,
    );
  return typeof value === 'string' ? value : '';
}

function writeAt(
  entry: ConnectionDraft,
  [name = '', ...rest]: readonly string[],
  value: string,
): ConnectionDraft {
  if (rest.length === 0) {
    const { [name]: _before, ...others } = entry;
    return value === '' ? others : { ...others, [name]: value };
  }
  const inner = entry[name];
  const group = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner : {};
  return { ...entry, [name]: writeAt(group, rest, value) };
}

interface SavePartProps {
  readonly entries: readonly ConnectionDraft[];
  readonly onImported: (connectionId: string) => void;
}

/** Shows the change of the file, and writes it. */
function SavePart({ entries, onImported }: SavePartProps) {
  const toast = useToast();
  const { preview, failure, refused, isSaving, save } = useSaveChange({
    kind: 'import',
    entries: [...entries],
  });
  const problems = preview?.problems ?? [];
  const reason = problems.length === 0 ? undefined : messages.exchange.stillMissing;

  async function add(): Promise<void> {
    if (reason !== undefined || isSaving) return;
    const { isSaved } = await save();
    if (!isSaved) return;
    toast.show({ message: messages.exchange.added(entries.length), tone: 'succeeded' });
    onImported(asText(entries[0]?.['id']));
  }

  usePageKeys(pageKeys.connectionForm, { save: () => void add() });
  return (
    <section className={styles.save} aria-label={messages.exchange.change}>
      <h2 className={styles.saveTitle}>{messages.exchange.change}</h2>
      <SaveProblems refused={refused} failure={failure} />
      {problems.length === 0 ? null : (
        <ul className={styles.problems}>
          {problems.map(({ path, problem }) => (
            <li key={`${path} ${problem}`}>
              <b>{describeProblemPlace(path, entries)}</b> {problem}
            </li>
          ))}
        </ul>
      )}
      {preview === undefined || preview.lines.length === 0 ? null : (
        <FileDifference label={messages.exchange.change} lines={preview.lines} />
      )}
      <div className={styles.inline}>
        <Button
          variant="primary"
          icon="add"
          shortcut={pageKeys.connectionForm.save}
          loading={isSaving}
          disabled={reason ?? preview === undefined}
          onClick={() => void add()}
        >
          {messages.exchange.add(entries.length)}
        </Button>
      </div>
    </section>
  );
}

/** "Staging, profile:" for "entries[0].aws.profile". */
function describeProblemPlace(path: string, entries: readonly ConnectionDraft[]): string {
  const [, index, rest] = /^entries\[(\d+)\]\.(.*)$/.exec(path) ?? [];
  if (index === undefined || rest === undefined) return `${path}:`;
  const entry = entries[Number(index)] ?? {};
  const name = asText(entry['name']) || asText(entry['id']) || messages.exchange.unnamed;
  return `${name}, ${labelOfPath(rest)}:`;
}
