import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { OutputOf } from '#shared/contract/contract.ts';
import type { CauseMemory } from '#shared/contract/incidents.ts';
import type { Receipt } from '#shared/contract/result.ts';
import { mostRemembered } from '#shared/domain/incident-rules.ts';
import { maySeeCauses, whyNotWorkOnCauses } from '#shared/permissions.ts';
import { toFailure } from './failure-text.ts';
import { useJobs } from './jobs-provider.tsx';
import { useNames } from './names.tsx';
import { operationOptions, type Answer } from './operation-options.ts';
import { useKept } from './use-kept.ts';
import { useCommand } from './use-operation.ts';
import { usePersonHere } from './use-person-here.ts';

export interface CauseMemories {
  readonly of: (fingerprint: string) => CauseMemory | undefined;
  /** Why this deployment keeps no notes; only attempts of this machine are known then. */
  readonly whyNotKept: string | null;
  /** Why nothing is shown. */
  readonly failure: string | undefined;
  readonly receipt: Receipt | undefined;
}

/** Reads what is remembered of causes, for people who see all tenants. It is read again when a job begins or ends. */
export function useCauseMemories(fingerprints: readonly string[]): CauseMemories {
  const client = useQueryClient();
  const { me } = usePersonHere();
  const asked = [...new Set(fingerprints)].toSorted().slice(0, mostRemembered);
  const options = operationOptions('incidents.memory', { fingerprints: asked });
  const query = useQuery({
    ...options,
    enabled: asked.length > 0 && maySeeCauses(me),
    refetchOnMount: 'always',
    placeholderData: (before) => before,
  });
  const jobs = (useJobs().value?.jobs ?? []).map(({ jobId, state }) => `${jobId} ${state}`).join('\n');
  const [seen, setSeen] = useState(jobs);
  const readAgain = useEffectEvent(() => void client.invalidateQueries({ queryKey: ['incidents.memory'] }));
  useEffect(() => {
    if (jobs === seen) return undefined;
    const timer = setTimeout(() => {
      setSeen(jobs);
      readAgain();
    }, toldMs);
    return () => clearTimeout(timer);
  }, [jobs, seen]);
  const { data } = query;
  return {
    of: (fingerprint) => data?.value.memories.find((one) => one.fingerprint === fingerprint),
    whyNotKept: data?.value.whyNotKept ?? null,
    failure: query.error === null ? undefined : toFailure(query.error).message,
    receipt: data?.receipt,
  };
}

/** The time after which the pipeline API has usually been told of the end of a job. */
const toldMs = 1_500;

export interface NotingCause {
  readonly draft: string | null;
  readonly onDraft: (text: string | null) => void;
  readonly save: () => Promise<void>;
  readonly isSaving: boolean;
  readonly failure: string | undefined;
  /** The note of another person that was saved meanwhile. */
  readonly isOvertaken: boolean;
  /** Why this person cannot write it. */
  readonly whyNot: string | undefined;
  readonly nameOf: (personId: string) => string;
}

/** The last save of a cause's note. */
type NoteSave =
  | { readonly kind: 'none' | 'running' | 'overtaken' }
  | { readonly kind: 'failed'; readonly why: string };

/** Changes the note on a cause, once for each intent. A draft is kept while its page is left. */
export function useNoteOnCause(memory: CauseMemory | undefined, whyNotKept: string | null): NotingCause {
  const client = useQueryClient();
  const names = useNames();
  const { me, connection } = usePersonHere();
  const command = useCommand('incidents.note', { toldInPlace: true });
  const fingerprint = memory?.fingerprint ?? '';
  const [draft, setDraft] = useKept<string | null>(['cause note', fingerprint], null);
  const [intent, setIntent] = useState({ of: '', key: '' });
  // A page shows one cause after another here, so each has its own save.
  const [saves, setSaves] = useState<ReadonlyMap<string, NoteSave>>(() => new Map());
  const lastSave: NoteSave = saves.get(fingerprint) ?? { kind: 'none' };
  const setSave = (next: NoteSave) => setSaves((before) => new Map(before).set(fingerprint, next));

  async function save(): Promise<void> {
    if (memory === undefined || draft === null || lastSave.kind === 'running') return;
    const text = draft.trim();
    const of = JSON.stringify([fingerprint, text, memory.version]);
    const key = intent.of === of ? intent.key : crypto.randomUUID();
    setIntent({ of, key });
    setSave({ kind: 'running' });
    const result = await command.run({
      fingerprint,
      note: text === '' ? null : text,
      version: memory.version,
      intentKey: key,
    });
    if (!result.ok) {
      setSave({ kind: 'failed', why: result.failure.message });
      return;
    }
    const { kind, memory: after } = result.value;
    setSave({ kind: kind === 'saved' ? 'none' : kind });
    client.setQueriesData<Answer<Memories>>(
      { queryKey: ['incidents.memory'] },
      (read) => read && { ...read, value: replaceNote(read.value, after) },
    );
    // The person may have typed on while the note was saved.
    if (kind === 'saved') setDraft((now) => (now?.trim() === text ? null : now));
    await client.invalidateQueries({
      predicate: ({ queryKey: [name] }) => name === 'incidents.memory' || name === 'activity.list',
    });
  }

  return {
    draft,
    onDraft(text) {
      if (lastSave.kind === 'overtaken') setSave({ kind: 'none' });
      setDraft(() => text);
    },
    save,
    isSaving: lastSave.kind === 'running',
    failure: lastSave.kind === 'failed' ? lastSave.why : undefined,
    isOvertaken: lastSave.kind === 'overtaken',
    whyNot: whyNotKept ?? whyNotWorkOnCauses(me, connection),
    nameOf: (id) => (id === me?.id ? 'you' : names.person(id)),
  };
}

type Memories = OutputOf<'incidents.memory'>;

function replaceNote(read: Memories, { fingerprint, note, version }: CauseMemory): Memories {
  const memories = read.memories.map((one) =>
    one.fingerprint === fingerprint ? { ...one, note, version } : one,
  );
  return { ...read, memories };
}
