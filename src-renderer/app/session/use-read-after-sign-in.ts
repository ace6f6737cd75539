import { useQueryClient } from '@tanstack/react-query';
import type { Query, QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { failureOf } from '#renderer/contract/failure-error.ts';
import { useCommand } from '#renderer/contract/use-command.ts';
import { useSession } from './use-session.ts';

/** What was refused while nobody was signed in is read at once when somebody is: nobody should have to ask for it. */
export function useReadAfterSignIn(): void {
  const client = useQueryClient();
  const state = useSession().signIn?.aws.state;
  /** Since when a person was waited for; null while nobody was. */
  const waitedSince = useRef<number | null>(null);
  const look = useCommand('monitor.look', { toldInPlace: true });
  const readAll = useEffectEvent((since: number) => {
    readRefused(client, since - arrivesLate);
    void look.run({});
  });

  // Main refuses what would wait for long, and a person may be asked where the console does not see it.
  useEffect(() => {
    if (state !== 'in-progress') return undefined;
    const begun = Date.now();
    const timer = setTimeout(() => (waitedSince.current ??= begun), quickSignIn);
    return () => clearTimeout(timer);
  }, [state]);

  useEffect(() => {
    if (state === 'code-wanted' || state === 'failed') waitedSince.current ??= Date.now();
    if (state !== 'signed-in' || waitedSince.current === null) return;
    readAll(waitedSince.current);
    waitedSince.current = null;
  }, [state]);
}

/** Within it nothing was refused for waiting. */
const quickSignIn = 6_000;

/** An answer and what is told of the sign-in come by two roads. */
const arrivesLate = 2_000;

/**
 * Also what is read only where somebody asks for it, which they did; and what has come since, parts of which may have
 * been left out. Out of sight it is read when it is seen again.
 */
export function readRefused(client: QueryClient, since: number): void {
  const isDue = (query: Query): boolean =>
    wasRefused(query) || (query.isActive() && query.state.dataUpdatedAt >= since);
  const due = client.getQueryCache().findAll({ predicate: isDue });
  void client.invalidateQueries({ predicate: isDue, refetchType: 'none' });
  for (const query of due) {
    // How it ends is kept with the query.
    if (query.getObserversCount() > 0) query.fetch().catch(() => undefined);
  }
}

/** As a whole, or in a part of what it has answered. */
function wasRefused({ state: { error, data } }: Query): boolean {
  if (error !== null && codes.has(failureOf(error).code)) return true;
  const text = JSON.stringify(data) ?? '';
  return [...codes].some((code) => text.includes(`"code":"${code}"`));
}

const codes: ReadonlySet<string> = new Set(['not-signed-in', 'sign-in-expired']);
