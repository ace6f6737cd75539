import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import type { Session } from '#shared/contract/session.ts';
import type { FailureError } from '#renderer/contract/failure-text.ts';
import { linkOf } from '#renderer/contract/link-state.ts';
import { answered, operationOptions } from '#renderer/contract/operation-options.ts';
import { bridgeOf } from '#renderer/contract/query-client.ts';
import { useWatch } from '#renderer/contract/use-operation.ts';

export const SessionContext = createContext<Session | null>(null);

/** Who works on what. Everything below the gate has one. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession needs the SessionGate above it.');
  return session;
}

interface LiveSession {
  readonly session: Session | undefined;
  readonly error: FailureError | null;
  /** Because somebody asked for it; asking again by itself is not shown. */
  readonly isRetrying: boolean;
  readonly retry: () => void;
}

/** Read once, then kept up to date by what is pushed from whichever window changed it. */
export function useLiveSession(): LiveSession {
  const client = useQueryClient();
  const link = linkOf(bridgeOf(client));
  const linkUp = useSyncExternalStore(link.subscribe, link.isUp);
  // A process that came back may not know this window any more; only asking tells.
  const query = useQuery({ ...sessionOptions, refetchInterval: linkUp ? false : askAgainMs });
  const pushed = useWatch('session.watch', {}).value;
  const session = query.data?.value;
  const scope = session === undefined ? undefined : scopeOf(session);

  useEffect(() => {
    if (pushed !== undefined) client.setQueryData(sessionOptions.queryKey, answered(pushed));
  }, [client, pushed]);

  useEffect(() => {
    if (scope === undefined) return undefined;
    // What was read on one connection, as one person or in one sandbox must never be shown on another.
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

/** A query asked again forgets its failure at once; what is shown for it must stay until an answer. */
function useLastError({ status, error }: Pick<UseQueryResult<unknown, FailureError>, 'status' | 'error'>) {
  const [last, setLast] = useState<FailureError | null>(null);
  if (status !== 'pending' && error !== last) setLast(error);
  return status === 'pending' ? last : error;
}

function scopeOf({ connection, who, sandboxResets }: Session): string {
  return JSON.stringify([connection.id, who?.id, sandboxResets]);
}

const sessionOptions = operationOptions('session.current', {});
const askAgainMs = 3_000;
/** Of no connection, or of the one that their key names and of nobody's data. */
const ownScope = new Set([
  'session.current',
  'connections.list',
  'connections.read',
  'connections.check',
  'preferences.read',
]);
