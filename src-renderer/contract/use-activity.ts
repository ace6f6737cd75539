import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { ActivityEntry, ActivityOf } from '#shared/contract/activity.ts';
import type { InputOf } from '#shared/contract/contract.ts';
import type { Failure, Receipt } from '#shared/contract/result.ts';
import {
  describeAction,
  joinJobs,
  type Action,
  type ActionSentence,
} from '#shared/domain/activity-sentences.ts';
import { toFailure } from './failure-text.ts';
import { useJobs } from './jobs-provider.tsx';
import { useNames, type Names } from './names.tsx';
import { pagedOptions } from './operation-options.ts';
import { useKept } from './use-kept.ts';
import { readFromFirst, useCommand } from './use-operation.ts';

/** One action as a row. */
export interface ActivityRow {
  readonly entry: ActivityEntry;
  readonly sentence: ActionSentence;
}

export interface ReadActivity {
  readonly rows: readonly ActivityRow[];
  /** The number of entries that were read; the start and the end of a job are two of them. */
  readonly read: number;
  readonly isRead: boolean;
  readonly complete: boolean;
  /** Why this deployment keeps no activity. */
  readonly notKept: string | null;
  readonly failure: Failure | undefined;
  readonly reading: boolean;
  /** The time of the newest answer, in milliseconds since 1970. */
  readonly readAt: number;
  readonly receipts: readonly Receipt[];
  readonly readOn: (() => void) | undefined;
  readonly readAgain: () => void;
}

/** The time after which the pipeline API has usually been told of the end of a job. */
const toldMs = 2_500;
const entriesOfPage = 200;

/**
 * Reads what people did, newest first. It is read again when the window gets the focus and when a job of this console
 * begins or ends, since colleagues act at the same time.
 */
export function useActivity(
  of: ActivityOf | null,
  between: { readonly from?: string; readonly to?: string } = {},
): ReadActivity {
  const client = useQueryClient();
  const names = useNames();
  const options = pagedOptions('activity.list', {
    of: of ?? nothingAsked,
    ...between,
    pageSize: entriesOfPage,
  });
  const query = useInfiniteQuery({
    ...options,
    enabled: of !== null,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
  const key = JSON.stringify(options.queryKey);
  const readAgain = useEffectEvent(() => {
    if (of !== null) readFromFirst(client, ({ queryKey }) => JSON.stringify(queryKey) === key);
  });
  const jobs = useJobs()
    .value?.jobs.map(({ jobId, state }) => `${jobId} ${state}`)
    .join('\n');
  const [seen, setSeen] = useState(jobs);
  useEffect(() => {
    if (jobs === seen) return undefined;
    const timer = setTimeout(() => {
      setSeen(jobs);
      if (seen !== undefined) readAgain();
    }, toldMs);
    return () => clearTimeout(timer);
  }, [jobs, seen]);

  const { data } = query;
  const entries = useMemo(() => data?.pages.flatMap(({ value }) => value.entries) ?? [], [data]);
  const rows = useMemo(() => toRows(entries, names), [entries, names]);
  return {
    rows,
    read: entries.length,
    isRead: data !== undefined,
    complete: data !== undefined && !query.hasNextPage,
    notKept: data?.pages[0]?.value.notKept ?? null,
    failure: query.error === null ? undefined : toFailure(query.error),
    reading: query.isFetching,
    readAt: query.dataUpdatedAt,
    receipts: data?.pages.flatMap(({ receipt }) => receipt ?? []) ?? [],
    readOn: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    readAgain: () => readFromFirst(client, ({ queryKey }) => JSON.stringify(queryKey) === key),
  };
}

const nothingAsked: ActivityOf = { is: 'day', day: '2000-01-01' };

function toRows(entries: readonly ActivityEntry[], names: Names): readonly ActivityRow[] {
  return joinJobs(entries).map((entry) => ({ entry, sentence: nameAndDescribe(entry, names) }));
}

/** Describes an action with the names that are known; each name that is missing is asked for. */
export function nameAndDescribe(
  action: Action & { readonly projectId?: string | null },
  names: Names,
): ActionSentence {
  const { tenantId, projectId } = action;
  return describeAction(action, {
    person: (id) => names.person(id, tenantId),
    workflow: (id) =>
      tenantId === null || projectId === null || projectId === undefined
        ? id
        : names.workflow(tenantId, projectId, id),
  });
}

type NoteAbout = InputOf<'activity.note'>['about'];

export interface WritingNote {
  readonly draft: string;
  readonly onDraft: (text: string) => void;
  readonly write: () => Promise<void>;
  readonly isWriting: boolean;
  readonly failure: string | undefined;
}

/** Keeps the draft of a note while its page is left, and writes it once for each intent. */
export function useWriteNote(about: NoteAbout, onWritten: () => void): WritingNote {
  const [draft, setDraft] = useKept(['note draft', JSON.stringify(about)], '');
  const { keep, isRunning, failure } = useKeepNote();

  async function write(): Promise<void> {
    const text = draft.trim();
    if (text === '' || !(await keep(about, text))) return;
    setDraft((now) => (now.trim() === text ? '' : now));
    onWritten();
  }

  return { draft, onDraft: (text) => setDraft(() => text), write, isWriting: isRunning, failure };
}

/** Keeps a note that is already written, once for each intent, and returns false if it was not kept. */
export function useKeepNote() {
  const command = useCommand('activity.note', { toldInPlace: true });
  const [intent, setIntent] = useState({ of: '', key: '' });

  async function keep(about: NoteAbout, text: string): Promise<boolean> {
    if (command.isRunning) return false;
    const of = JSON.stringify([about, text]);
    const key = intent.of === of ? intent.key : crypto.randomUUID();
    setIntent({ of, key });
    const result = await command.run({ about, text, intentKey: key });
    if (!result.ok) return false;
    setIntent({ of: '', key: '' });
    return true;
  }

  return { keep, isRunning: command.isRunning, failure: command.failure?.message };
}

/** Keeps one note on a batch, such as that new files were asked for, and shows it in every list of activity. */
export function useBatchNote(batch: Extract<NoteAbout, { is: 'batch' }> | null, text: string) {
  const client = useQueryClient();
  const { keep, isRunning, failure } = useKeepNote();
  const [kept, setKept] = useState<readonly string[]>([]);
  const of = JSON.stringify([batch, text]);

  async function keepNote(): Promise<void> {
    if (batch === null || !(await keep(batch, text))) return;
    setKept((before) => [...before, of]);
    await client.invalidateQueries({ predicate: ({ queryKey: [name] }) => name === 'activity.list' });
  }

  return { onKeep: () => void keepNote(), isKeeping: isRunning, isKept: kept.includes(of), failure };
}
