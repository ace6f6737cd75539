import { useQueryClient } from '@tanstack/react-query';
import type { Query } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { DownloadDay } from '#shared/contract/downloads/downloads.ts';
import type { Job } from '#shared/contract/jobs/jobs.ts';
import type { JobKind } from '#shared/contract/jobs/plans.ts';
import { hasEnded } from '#shared/domain/downloads/day-standing.ts';
import type { Answer } from '#renderer/contract/operation-options.ts';
import { bridgeOf } from '#renderer/contract/query-client.ts';
import { useJobs } from '#renderer/contract/use-jobs.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { layChanged } from './lay-changed.ts';
import { readAgainAt } from './read-pace.ts';

/**
 * What a plan has changed shows at once where it is told, and is read again: its day, and of the rest what is shown.
 * Also what it changed while one was away.
 */
export function useFollowJobs(chosen: string): void {
  const client = useQueryClient();
  const known = useJobs().value;
  const jobs = (known?.jobs ?? []).filter(({ kind }) => aboutDownloads.has(kind));
  const progress = jobs.map(progressOf);
  const [seen, keepSeen] = useKept<readonly string[] | null>(seenKey, null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const due = useRef(0);
  const lastAt = useRef(Number.NEGATIVE_INFINITY);
  const isKnown = known !== undefined;
  const isRunning = jobs.some(({ state }) => state === 'running');
  const said = progress.join('\n');

  const touched = useRef(new Set<string>());
  const bridge = bridgeOf(client);

  const readAgain = useEffectEvent(() => {
    timer.current = undefined;
    lastAt.current = performance.now();
    const before = new Set(seen ?? []);
    const moved = jobs.filter((job) => !before.has(progressOf(job)));
    keepSeen(() => progress);
    const days = new Set([
      chosen,
      ...touched.current,
      ...moved.flatMap(({ downloads }) => downloads?.date ?? []),
    ]);
    touched.current.clear();
    const isOfAnyDay = moved.some(({ downloads }) => downloads?.date === null);
    void client.invalidateQueries({
      predicate: (query) => isTouched(query, days) || (isOfAnyDay && isUnendedDay(query)),
    });
  });

  const readSoon = useEffectEvent(() => {
    const now = performance.now();
    const at = readAgainAt({ now, lastAt: lastAt.current, isRunning });
    // Where it has ended meanwhile, nobody waits for the minute to be over.
    if (timer.current !== undefined && due.current <= at) return;
    clearTimeout(timer.current);
    due.current = at;
    timer.current = setTimeout(() => readAgain(), at - now);
  });

  const keepFirst = useEffectEvent(() => keepSeen(() => progress));
  useEffect(() => {
    if (!isKnown) return;
    if (seen === null) {
      keepFirst();
      return;
    }
    const before = new Set(seen);
    if (said === '' || said.split('\n').every((one) => before.has(one))) return;
    readSoon();
  }, [isKnown, said, seen]);

  // A file is fetched, and a batch moves on, while the counts of their job stay as they are.
  useEffect(
    () =>
      bridge.watch('changes.watch', {}, (result) => {
        if (!result.ok || result.value.downloads === undefined) return;
        // Whoever begins to watch is told of the last minutes, which may be known here.
        if (!layChanged(client, result.value.downloads)) return;
        for (const { date } of result.value.downloads.batches) touched.current.add(date ?? '');
        readSoon();
      }),
    [bridge, client],
  );

  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
}

export const aboutDownloads: ReadonlySet<JobKind> = new Set([
  'requeue-files',
  'trigger-downloads',
  'close-downloads',
]);

/** Of the days only those that were touched; of batches and files all that was read. */
export function isTouched({ queryKey }: Pick<Query, 'queryKey'>, days: ReadonlySet<string>): boolean {
  const [operation, input] = queryKey as readonly [unknown, { readonly date?: string } | undefined];
  if (typeof operation !== 'string' || !operation.startsWith('downloads.')) return false;
  return operation !== 'downloads.day' || days.has(input?.date ?? '');
}

/** Files of several batches were acted on: what an ended batch counts stays, and any other may have changed. */
export function isUnendedDay({ queryKey, state }: Pick<Query, 'queryKey' | 'state'>): boolean {
  if (queryKey[0] !== 'downloads.day') return false;
  const { batches = [] } = (state.data as Answer<DownloadDay> | undefined)?.value ?? {};
  return batches.some(({ status }) => status === null || !hasEnded(status));
}

function progressOf({ jobId, state, counts }: Job): string {
  return JSON.stringify([jobId, state, counts]);
}

const seenKey = ['downloads-jobs.seen'];
