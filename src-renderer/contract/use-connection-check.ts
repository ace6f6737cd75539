import { useMutationState, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { CheckReport } from '#shared/contract/session.ts';
import type { Failure } from '#shared/contract/result.ts';
import { toFailure } from './failure-text.ts';
import { useCommand, type Intent } from './use-operation.ts';

interface ConnectionCheck {
  /** The last report of this connection is kept while the window is open. */
  readonly report: CheckReport | undefined;
  /** The running check began at this time on this window's clock. */
  readonly runningSince: number | null;
  readonly failure: Failure | undefined;
}

/** Runs a check. Every view of the connection shows it, whichever page or command started it. */
export function useRunCheck(): (connectionId: string) => void {
  const client = useQueryClient();
  const check = useCommand('connections.check', { toldInPlace: true });

  async function run(connectionId: string): Promise<void> {
    const entry = countForgotten(client, connectionId);
    const result = await check.run({ connectionId });
    // The entry may have been saved meanwhile, and this report describes the old one.
    if (!result.ok || entry !== countForgotten(client, connectionId)) return;
    const key = reportKey(connectionId);
    client.setQueryDefaults(key, { gcTime: Number.POSITIVE_INFINITY });
    client.setQueryData<CheckReport>(key, result.value);
  }

  return (connectionId) => {
    const isRunning =
      client.isMutating({ mutationKey: operation, predicate: matchesConnection(connectionId) }) > 0;
    if (!isRunning) void run(connectionId);
  };
}

export function useConnectionCheck(connectionId: string): ConnectionCheck {
  const report = useQuery<CheckReport>({
    queryKey: reportKey(connectionId),
    queryFn: () => Promise.reject(new Error('Only the command brings it.')),
    enabled: false,
  }).data;
  const runs = useMutationState({
    filters: { mutationKey: operation, predicate: matchesConnection(connectionId) },
    select: ({ state: { status, error, submittedAt } }) => ({ status, error, submittedAt }),
  });
  const last = runs.at(-1);
  return {
    report,
    runningSince: last?.status === 'pending' ? last.submittedAt : null,
    failure: last?.status === 'error' ? toFailure(last.error) : undefined,
  };
}

/**
 * Forgets the checks of a connection whose entry has changed, since they describe the old entry. A running one
 * is not waited for, so that the new entry can be checked at once.
 */
export function useForgetChecks(): (connectionId: string) => void {
  const client = useQueryClient();
  return (connectionId) => {
    const counts = forgotten.get(client) ?? new Map<string, number>();
    forgotten.set(client, counts.set(connectionId, countForgotten(client, connectionId) + 1));
    void client.resetQueries({ queryKey: reportKey(connectionId) });
    const runs = client.getMutationCache();
    const known = runs.findAll({ mutationKey: operation, predicate: matchesConnection(connectionId) });
    for (const run of known) runs.remove(run);
  };
}

/** Counts how often the checks of each connection were forgotten. */
const forgotten = new WeakMap<QueryClient, Map<string, number>>();

function countForgotten(client: QueryClient, connectionId: string): number {
  return forgotten.get(client)?.get(connectionId) ?? 0;
}

const operation = ['connections.check'] as const;

function reportKey(connectionId: string): readonly string[] {
  return [...operation, connectionId];
}

function matchesConnection(connectionId: string) {
  return ({ state }: { readonly state: { readonly variables?: unknown } }) =>
    (state.variables as Intent<'connections.check'> | undefined)?.input.connectionId === connectionId;
}
