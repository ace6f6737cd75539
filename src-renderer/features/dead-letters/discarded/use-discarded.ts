import { useInfiniteQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import type { Discarded, DiscardedRow } from '#shared/contract/dead-letters.ts';
import { mostInPlan } from '#shared/domain/job-kinds/job-kind.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { whyNotChangeMessages } from '#shared/permissions.ts';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { useJobs } from '#renderer/contract/jobs-provider.tsx';
import { ask } from '#renderer/contract/operation-options.ts';
import { usePageCommands } from '#renderer/contract/page-commands.ts';
import { usePlanning } from '#renderer/contract/planning.ts';
import type { PersonHere } from '#renderer/contract/use-person-here.ts';
import type { Selection } from '#renderer/ui/data-table/use-row-selection.ts';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { useToast } from '#renderer/ui/toast.tsx';
import { messages } from '../messages.ts';

const words = messages.discarded;

export interface DiscardedReading {
  readonly read: Discarded | undefined;
  readonly rows: readonly DiscardedRow[];
  /** The number of all of them for the tab; undefined while it is not known, or if there are none. */
  readonly total: string | undefined;
  readonly failure: ReturnType<typeof toFailure> | undefined;
  readonly isReading: boolean;
  readonly readOn: (() => void) | undefined;
  readonly readAgain: () => void;
}

/** The cache keeps this function, and with it whatever a hook around it would have in its scope. */
async function readDiscarded({
  client,
  pageParam,
}: {
  readonly client: QueryClient;
  readonly pageParam: number;
}): Promise<Discarded> {
  return (await ask(client, 'dead-letters.discarded', { offset: pageParam })).value;
}

/** Reads what this machine has saved, and again whenever a job of this console begins, moves on or ends. */
export function useDiscarded(): DiscardedReading {
  const client = useQueryClient();
  const query = useInfiniteQuery({
    queryKey: ['dead-letters.discarded', 'pages'],
    queryFn: readDiscarded,
    initialPageParam: 0,
    getNextPageParam: (last: Discarded, pages: readonly Discarded[]) => {
      const shown = pages.reduce((sum, { messages: some }) => sum + some.length, 0);
      return shown < last.total ? shown : undefined;
    },
    refetchOnMount: 'always',
  });
  const progress = (useJobs().value?.jobs ?? [])
    .filter(({ kind }) => kind === 'discard-messages' || kind === 'resend-messages')
    .map(({ jobId, state, counts }) => JSON.stringify([jobId, state, counts]))
    .join('\n');
  const seen = useRef(progress);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const readAgain = () => void client.invalidateQueries({ queryKey: ['dead-letters.discarded'] });
  const follow = useEffectEvent(() => {
    timer.current = undefined;
    readAgain();
  });
  useEffect(() => {
    if (seen.current === progress) return;
    seen.current = progress;
    timer.current ??= setTimeout(() => follow(), pauseMs);
  }, [progress]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  const pages = query.data?.pages;
  return {
    read: pages?.[0],
    total: formatTotal(pages?.[0]),
    rows: useMemo(() => pages?.flatMap(({ messages: some }) => some) ?? [], [pages]),
    failure: query.error === null ? undefined : toFailure(query.error),
    isReading: query.isFetching,
    readOn: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    readAgain,
  };
}

const pauseMs = 700;

function formatTotal(read: Discarded | undefined): string | undefined {
  return read === undefined || read.total === 0 ? undefined : grouped(read.total);
}

interface Sending {
  readonly rows: readonly DiscardedRow[];
  readonly selected: Selection;
  readonly open: DiscardedRow | undefined;
  readonly person: PersonHere;
}

/** Plans to send the selection again, or else the open message. Main decides again about each of them. */
export function useSending({ rows, selected, open, person }: Sending) {
  const { plan } = usePlanning();
  const toast = useToast();
  const picked = rows.filter(({ messageId }) => selected.has(messageId));
  const chosen = picked.length > 0 ? picked : open === undefined ? [] : [open];
  const whyNot = whyNotChangeMessages(person.me, person.connection) ?? whyNotSend(chosen);
  const [first] = chosen;

  function send(): void {
    if (first === undefined) return;
    const messageIds = chosen.map(({ messageId }) => messageId);
    const fingerprint = findCommonCause(chosen);
    plan({ kind: 'resend-messages', queue: first.queue, messageIds, ...(fingerprint && { fingerprint }) });
  }
  usePageKeys(pageKeys.deadLetters, {
    redrive: whyNot === undefined ? send : () => void toast.show({ message: whyNot }),
  });
  usePageCommands(
    whyNot === undefined
      ? [
          {
            id: 'resend-messages',
            title: words.sendCommand(
              chosen.length === 1 ? 'the discarded message' : `${grouped(chosen.length)} discarded messages`,
            ),
            keywords: ['discarded', 'plan', 'redrive', 'send back', 'restore', 'undo'],
            icon: 'retry',
            shortcut: pageKeys.deadLetters.redrive,
            run: send,
          },
        ]
      : [],
  );
  return { count: picked.length, whyNot, plan: send };
}

/** Returns the cause that all of them were discarded for; null if they differ or one has none. */
export function findCommonCause(rows: readonly Pick<DiscardedRow, 'fingerprint'>[]): string | null {
  const [first, ...others] = new Set(rows.map(({ fingerprint }) => fingerprint));
  return others.length === 0 ? (first ?? null) : null;
}

/** Says why no plan can be made for these messages; undefined if one can. */
export function whyNotSend(
  rows: readonly Pick<DiscardedRow, 'queue' | 'sentAgain' | 'isSaved'>[],
): string | undefined {
  if (rows.length === 0) return words.choose;
  if (new Set(rows.map(({ queue }) => queue)).size > 1) return words.oneQueue;
  if (rows.length > mostInPlan) return messages.queue.planLimit(grouped(mostInPlan));
  if (rows.every(({ sentAgain }) => sentAgain?.state === 'sent')) return words.allSent;
  return rows.some(({ isSaved }) => isSaved) ? undefined : words.notSavedTitle;
}
