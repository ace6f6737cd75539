import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type KeyboardEvent } from 'react';
import type { BatchWork } from '#shared/contract/activity.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { maySeeTenant, whyNotWorkOnBatches } from '#shared/permissions.ts';
import { useNames } from '#renderer/contract/names.tsx';
import { operationOptions, pagedOptions } from '#renderer/contract/operation-options.ts';
import { usePageCommands } from '#renderer/contract/page-commands.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { usePersonHere, type PersonHere } from '#renderer/contract/use-person-here.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Dialog, DialogBody, DialogDescription, DialogFoot } from '#renderer/ui/dialog.tsx';
import { TextArea } from '#renderer/ui/field.tsx';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { Menu, MenuItem } from '#renderer/ui/menu.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { localClock } from '#renderer/ui/relative-time.tsx';
import { SuggestField } from '#renderer/ui/suggest-field.tsx';
import { useToast } from '#renderer/ui/toast.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import styles from './batch-activity.module.css';
import { batchMessages } from './activity-messages.ts';

const words = batchMessages.owner;

type BatchKey = Pick<Batch, 'tenantId' | 'projectId' | 'batchId'>;

/** Reads who works on the batch, again whenever the window gets the focus, since colleagues may take it. */
export function useBatchWork({ tenantId, batchId }: Pick<Batch, 'tenantId' | 'batchId'>) {
  return useQuery({
    ...operationOptions('batches.readWork', { tenantId, batchId }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  }).data?.value;
}

/** Says in the head who works on the batch, and lets a person take it, hand it over or end it. */
export function BatchOwner({ batch }: { readonly batch: BatchKey }) {
  const work = useBatchWork(batch);
  const person = usePersonHere();
  const names = useNames();
  const saving = useSaveWork(batch, work);
  const [isHandingOver, setHandingOver] = useState(false);
  const whyNot = whyNotWorkOnBatches(person.me, person.connection);
  const me = person.me?.id ?? null;
  const canTake = work !== undefined && work.notKept === null && whyNot === undefined && me !== null;
  const take = () => {
    if (me !== null) void saving.save(me, null);
  };
  usePageKeys(pageKeys.triage, { work: canTake && !work.isMine ? take : undefined });
  usePageCommands(
    canTake
      ? [
          {
            id: 'hand-over-batch',
            title: words.handOver,
            keywords: ['owner', 'assign', 'colleague', batch.batchId],
            icon: 'review',
            run: () => setHandingOver(true),
          },
        ]
      : [],
  );
  if (work === undefined || work.notKept !== null) return null;
  const name = work.by === null ? null : names.person(work.by, batch.tenantId);
  const since = work.since === null ? '' : ` ${words.since(formatSince(work.since))}`;
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button
            variant="ghost"
            icon="person"
            opens
            loading={saving.isRunning}
            disabled={whyNot ?? false}
            className={styles.owner}
          >
            {name === null ? (
              words.none
            ) : (
              <>
                {work.isMine ? words.you : name}
                <VisuallyHidden>{work.isMine ? words.work : words.works}</VisuallyHidden>
                {since}
              </>
            )}
          </Button>
        }
      >
        {work.isMine ? (
          <MenuItem icon="check" onSelect={() => void saving.save(null, work.note)}>
            {words.done}
          </MenuItem>
        ) : (
          <MenuItem icon="person" shortcut={pageKeys.triage.work} onSelect={take}>
            {name === null ? words.take : words.takeOver}
          </MenuItem>
        )}
        <MenuItem icon="right" onSelect={() => setHandingOver(true)}>
          {words.handOver}
        </MenuItem>
      </Menu>
      {isHandingOver ? (
        <HandOver
          batch={batch}
          person={person}
          isRunning={saving.isRunning}
          failure={saving.failure}
          onClose={() => setHandingOver(false)}
          onHandOver={async (to, note) => {
            if (await saving.save(to, note)) setHandingOver(false);
          }}
        />
      ) : null}
    </>
  );
}

/** The clock time is enough today; an earlier day is named. */
function formatSince(at: string): string {
  const time = new Date(at);
  const isToday = time.toDateString() === new Date().toDateString();
  return isToday ? localClock(at) : dayFormat.format(time);
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

interface HandOverProps {
  readonly batch: BatchKey;
  readonly person: PersonHere;
  readonly isRunning: boolean;
  readonly failure: string | undefined;
  readonly onHandOver: (to: string, note: string | null) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks which person of the tenant gets the batch, with a note to them. */
function HandOver({ batch, person, isRunning, failure, onHandOver, onClose }: HandOverProps) {
  const { tenantId, batchId } = batch;
  const people = useInfiniteQuery(pagedOptions('users.ofTenant', { tenantId }));
  const [typed, setTyped] = useState('');
  const [note, setNote] = useState('');
  const [isTried, setTried] = useState(false);
  const choices = new Map<string, string>();
  for (const persona of person.personas) {
    if (maySeeTenant(persona, tenantId)) choices.set(persona.id, persona.name);
  }
  for (const { value } of people.data?.pages ?? []) {
    for (const { userId, name } of value.rows) choices.set(userId, name ?? userId);
  }
  const others = [...choices].filter(([id]) => id !== person.me?.id);
  const text = typed.trim().toLowerCase();
  const [to] = others.find(([id, name]) => id.toLowerCase() === text || name.toLowerCase() === text) ?? [];

  function submit(): void {
    setTried(true);
    if (to !== undefined && !isRunning) void onHandOver(to, note.trim() === '' ? null : note.trim());
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  }

  return (
    <Dialog open title={words.handOverTitle(batchId)} sticky onClose={onClose}>
      <DialogBody className={styles.form}>
        <DialogDescription>{words.handOverEffect}</DialogDescription>
        <SuggestField
          label={words.colleague}
          value={typed}
          error={isTried && to === undefined ? words.unknown : undefined}
          suggestions={others.map(([id, name]) => ({ value: name, hint: id, keywords: id }))}
          onChange={setTyped}
        />
        <TextArea
          label={words.note}
          hint={words.noteHint}
          rows={3}
          maxLength={500}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {failure === undefined ? null : (
          <Note tone="bad" live>
            {words.notSaved} {failure}
          </Note>
        )}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>{words.cancel}</Button>
        <Button variant="primary" loading={isRunning} onClick={submit}>
          {words.handOverNow}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

/** Saves once for each intent. A lost race says who was faster, and nothing of this person's is saved. */
function useSaveWork(batch: BatchKey, work: BatchWork | undefined) {
  const client = useQueryClient();
  const toasts = useToast();
  const names = useNames();
  const { tenantId, projectId, batchId } = batch;
  const command = useCommand('batches.work', { toldInPlace: true });
  const [intent, setIntent] = useState({ of: '', key: '' });

  async function save(by: string | null, note: string | null): Promise<boolean> {
    if (work === undefined || command.isRunning) return false;
    const of = JSON.stringify([by, note, work.version]);
    const key = intent.of === of ? intent.key : crypto.randomUUID();
    setIntent({ of, key });
    const { version } = work;
    const result = await command.run({ tenantId, projectId, batchId, by, note, version, intentKey: key });
    if (!result.ok) {
      toasts.show({ message: words.notSaved, detail: result.failure.message, tone: 'failed', id: 'work' });
      return false;
    }
    const { kind, work: now } = result.value;
    const owner = now.by === null ? null : names.person(now.by, tenantId);
    toasts.show(
      kind === 'saved'
        ? { message: words.saved, id: 'work', timeoutMs: 3_000 }
        : {
            message: owner === null ? words.overtakenDone : words.overtaken(owner),
            detail: words.nothingSaved,
            tone: 'failed',
            id: 'work',
          },
    );
    await client.invalidateQueries({
      predicate: ({ queryKey: [name] }) =>
        name === 'batches.readWork' || name === 'batches.listWork' || name === 'activity.list',
    });
    return kind === 'saved';
  }

  return { save, isRunning: command.isRunning, failure: command.failure?.message };
}
