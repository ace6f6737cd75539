import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CauseWork, OpenCause } from '#shared/contract/incidents.ts';
import { whyNotWorkOnCauses } from '#shared/permissions.ts';
import { useNames } from '#renderer/contract/names.tsx';
import type { Answer } from '#renderer/contract/operation-options.ts';
import { useCauseMemories, useNoteOnCause } from '#renderer/contract/use-cause-memory.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import type { PersonHere } from '#renderer/contract/use-person-here.ts';
import { Button } from '#renderer/ui/button.tsx';
import { CauseMemoryPanel } from '#renderer/ui/cause-memory.tsx';
import { TextArea } from '#renderer/ui/field.tsx';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { Note } from '#renderer/ui/note.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { PaneHead } from '#renderer/ui/pane.tsx';
import { RelativeTime, useNow } from '#renderer/ui/relative-time.tsx';
import { SuggestField } from '#renderer/ui/suggest-field.tsx';
import { useToast } from '#renderer/ui/toast.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import { nameWorker } from './cause-columns.tsx';
import styles from './incidents.module.css';
import { messages } from './messages.ts';

const words = messages.work;

interface WorkPanelProps {
  readonly read: OpenCause;
  readonly person: PersonHere;
}

/** Says who works on the cause, and lets a person take it, hand it over or end it. The other consoles see it. */
export function WorkPanel({ read, person }: WorkPanelProps) {
  const { work, fingerprint } = read.cause;
  const names = useNames();
  const saving = useSaveWork(fingerprint, work);
  const [note, keepNote] = useKept<string | null>(['work note', fingerprint], null);
  const [to, setTo] = useState<string | null>(null);
  const whyNot =
    whyNotWorkOnCauses(person.me, person.connection) ?? (work.version === null ? words.noItem : undefined);
  const me = person.me?.id ?? null;
  const text = note ?? work.note ?? '';
  const isChanged = note !== null && note.trim() !== (work.note ?? '');

  async function save(by: string | null): Promise<void> {
    const sent = text.trim();
    if (!(await saving.save(by, sent === '' ? null : sent))) return;
    // The person may have typed on while the note was saved.
    keepNote((now) => (now?.trim() === sent ? null : now));
    setTo(null);
  }
  const take = () => {
    if (me !== null) void save(me);
  };
  usePageKeys(pageKeys.incidents, { work: whyNot === undefined && !work.isMine ? take : undefined });

  return (
    <section className={styles.part} aria-label={words.title}>
      <PaneHead title={words.title} level={2} />
      <div className={styles.work}>
        <Standing work={work} />
        {saving.isOvertaken ? (
          <Note tone="warn" live>
            {words.overtaken(nameWorker(work, names))}
          </Note>
        ) : null}
        {saving.failure === undefined ? null : (
          <Note tone="bad" live>
            {saving.failure}
          </Note>
        )}
        {whyNot === undefined ? (
          <TextArea
            label={words.note}
            hint={words.noteHint}
            rows={2}
            maxLength={500}
            value={text}
            onChange={({ currentTarget: { value } }) => keepNote(() => value)}
          />
        ) : null}
        {to === null ? (
          <div className={styles.buttons}>
            {work.isMine ? (
              <>
                <Button
                  size="sm"
                  icon="check"
                  disabled={whyNot ?? false}
                  loading={saving.isRunning}
                  onClick={() => void save(null)}
                >
                  {words.done}
                </Button>
                {isChanged ? (
                  <Button size="sm" onClick={take}>
                    {words.saveNote}
                  </Button>
                ) : null}
              </>
            ) : (
              <Button
                size="sm"
                icon="person"
                shortcut={pageKeys.incidents.work}
                disabled={whyNot ?? false}
                loading={saving.isRunning}
                onClick={take}
              >
                {work.by === null ? words.mine : words.takeOver}
              </Button>
            )}
            <Button size="sm" variant="ghost" disabled={whyNot ?? false} onClick={() => setTo('')}>
              {words.handOver}
            </Button>
          </div>
        ) : (
          <form
            className={styles.handOver}
            onSubmit={(event) => {
              event.preventDefault();
              if (to.trim() !== '') void save(to.trim());
            }}
          >
            <SuggestField
              label={words.handOverTo}
              size="sm"
              value={to}
              suggestions={person.personas
                .filter(({ id, tenants }) => id !== me && tenants === '*')
                .map(({ id, name }) => ({ value: id, hint: name, keywords: name }))}
              onChange={setTo}
            />
            <div className={styles.buttons}>
              <Button size="sm" type="submit" disabled={to.trim() === ''} loading={saving.isRunning}>
                {words.handOver}
              </Button>
              <Button size="sm" variant="ghost" onClick={() => setTo(null)}>
                {words.cancel}
              </Button>
            </div>
          </form>
        )}
      </div>
    </section>
  );
}

function Standing({ work }: { readonly work: CauseWork }) {
  const names = useNames();
  const now = useNow(30_000);
  const name = nameWorker(work, names);
  return (
    <p className={styles.standing}>
      <b>{name === null ? words.no : work.isMine ? words.me : words.other(name)}</b>
      {work.since === null ? null : (
        <span className={styles.quiet}>
          <RelativeTime at={Date.parse(work.since)} now={now} />
        </span>
      )}
    </p>
  );
}

/** Saves once for each intent: trying again after an unclear answer keeps the key, and another intent has another. */
function useSaveWork(fingerprint: string, work: CauseWork) {
  const client = useQueryClient();
  const toasts = useToast();
  const command = useCommand('incidents.work', { toldInPlace: true });
  const [intent, setIntent] = useState({ of: '', key: '' });
  const [outcome, setOutcome] = useState<'none' | 'saved' | 'overtaken'>('none');

  async function save(by: string | null, note: string | null): Promise<boolean> {
    const of = JSON.stringify([by, note, work.version]);
    const key = intent.of === of ? intent.key : crypto.randomUUID();
    setIntent({ of, key });
    const result = await command.run({ fingerprint, by, note, version: work.version ?? 0, intentKey: key });
    if (!result.ok) return false;
    const { kind, work: after } = result.value;
    setOutcome(kind);
    client.setQueriesData<Answer<OpenCause>>({ queryKey: ['incidents.cause'] }, (read) =>
      read?.value.cause.fingerprint === fingerprint ? replaceWork(read, after) : read,
    );
    if (kind === 'saved') toasts.show({ message: words.saved, id: 'work', timeoutMs: 3_000 });
    void client.invalidateQueries({ predicate: ({ queryKey: [name] }) => readings.has(String(name)) });
    return kind === 'saved';
  }

  return {
    save,
    isRunning: command.isRunning,
    isOvertaken: outcome === 'overtaken',
    failure: command.failure?.message,
  };
}

function replaceWork(read: Answer<OpenCause>, work: CauseWork): Answer<OpenCause> {
  return { ...read, value: { ...read.value, cause: { ...read.value.cause, work } } };
}

const readings: ReadonlySet<string> = new Set(['incidents.list', 'incidents.cause', 'activity.list']);

/** Shows how the last attempts on the cause went, and what a colleague wrote about what to do. */
export function KnownOfCause({ fingerprint }: { readonly fingerprint: string }) {
  const memories = useCauseMemories([fingerprint]);
  useShowReceipt('cause memory', memories.receipt);
  const memory = memories.of(fingerprint);
  const noting = useNoteOnCause(memory, memories.whyNotKept);
  const now = useNow(30_000);
  usePageKeys(pageKeys.incidents, {
    note:
      memory !== undefined && noting.whyNot === undefined && noting.draft === null
        ? () => noting.onDraft(memory.note?.text ?? '')
        : undefined,
  });
  return (
    <section className={styles.part} aria-label={messages.known.title}>
      <PaneHead title={messages.known.title} level={2} />
      <div className={styles.work}>
        <CauseMemoryPanel
          memory={memory}
          whyNotKept={memories.whyNotKept}
          notRead={memories.failure}
          noting={noting}
          shortcut={pageKeys.incidents.note}
          now={now}
          most={5}
        />
      </div>
    </section>
  );
}
