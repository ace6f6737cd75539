import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import type { Session } from '#shared/contract/session.ts';
import type { FailureError } from '#renderer/contract/failure-text.ts';
import { findLink } from '#renderer/contract/link-state.ts';
import { answered, operationOptions } from '#renderer/contract/operation-options.ts';
import { findBridge } from '#renderer/contract/query-client.ts';
import { useWatch } from '#renderer/contract/use-operation.ts';

export const SessionContext = createContext<Session | null>(null);

/** Returns the session, which every component below the gate has. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession needs the SessionGate above it.');
  return session;
}

interface LiveSession {
  readonly session: Session | undefined;
  readonly error: FailureError | null;
  /** This is true only while a retry that the person asked for is under way; automatic retries are not shown. */
  readonly isRetrying: boolean;
  readonly retry: () => void;
}

/** Reads the session once and then follows the pushed changes, from whichever window they come. */
export function useLiveSession(): LiveSession {
  const client = useQueryClient();
  const link = findLink(findBridge(client));
  const linkUp = useSyncExternalStore(link.subscribe, link.isUp);
  // A process that restarted may not know this window any more, so the session is asked for until the link is up.
  const query = useQuery({ ...sessionOptions, refetchInterval: linkUp ? false : askAgainMs });
  const pushed = useWatch('session.watch', {}).value;
  const session = query.data?.value;
  const scope = session === undefined ? undefined : toScopeKey(session);

  useEffect(() => {
    if (pushed !== undefined) client.setQueryData(sessionOptions.queryKey, answered(pushed));
  }, [client, pushed]);

  useEffect(() => {
    if (scope === undefined) return undefined;
    // Data read for one connection, person or sandbox must never be shown for another.
    return () => client.removeQueries({ predicate: ({ queryKey }) => !ownScope.has(String(queryKey[0])) });
  }, [client, scope]);

  const [isRetrying, setRetrying] = useState(false);
  async function retry(): Promise<void> {
    setRetrying(true);
    await query.refetch();
    setRetrying(false);
  }

  return { session, error: useLastError(query), isRetrying, retry: () => void retry() };
}

/** A retried query clears its error at once, but the screen must keep showing it until there is an answer. */
function useLastError({ status, error }: Pick<UseQueryResult<unknown, FailureError>, 'status' | 'error'>) {
  const [last, setLast] = useState<FailureError | null>(null);
  if (status !== 'pending' && error !== last) setLast(error);
  return status === 'pending' ? last : error;
}

function toScopeKey({ connection, who, sandboxResets }: Session): string {
  return JSON.stringify([connection.id, who?.id, sandboxResets]);
}

const sessionOptions = operationOptions('session.current', {});
const askAgainMs = 3_000;
/** A change of scope keeps these queries, which belong to no connection or to the one that their key names. */
const ownScope = new Set([
  'session.current',
  'connections.list',
  'connections.read',
  'connections.check',
  'preferences.read',
  'explorer.draft',
]);
