import {
  MutationCache,
  notifyManager,
  QueryCache,
  QueryClient,
  replaceEqualDeep,
} from '@tanstack/react-query';
import type { Mutation } from '@tanstack/react-query';
import type { Bridge, CommandName } from '#shared/contract/contract.ts';
import type { Failure } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import { toFailure } from './failure-text.ts';
import { learnNames } from './names-cache.ts';
import type { Answer } from './operation-options.ts';

export interface CommandFailure {
  readonly operation: CommandName;
  readonly input: unknown;
  readonly failure: Failure;
  /** Sends the same input with the same idempotency key, so that it cannot happen twice. */
  readonly retry: () => void;
}

interface Reactions {
  readonly onCommandFailure: (failed: CommandFailure) => void;
}

// Updates run within the turn of the event that caused them; a turn later, a control that was just pressed
// would briefly show its old state again.
notifyManager.setScheduler(queueMicrotask);

const bridges = new WeakMap<QueryClient, Bridge>();

/** The query client carries the bridge, so that components need only one provider above them. */
export function createQueryClient(bridge: Bridge, { onCommandFailure }: Reactions): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: noticeSignedOut,
      onSuccess: (data, query) => learnNames(client, String(query.queryKey[0]), data),
    }),
    mutationCache: new MutationCache({
      onError: (error, variables, _result, mutation) => {
        noticeSignedOut(error);
        if (mutation.meta?.['toldInPlace'] === true) return;
        onCommandFailure({
          // Only useCommand creates mutations, so the key is its operation and the variables are its intent.
          operation: mutation.options.mutationKey?.[0] as CommandName,
          input: (variables as { readonly input?: unknown }).input,
          failure: toFailure(error),
          retry: () => void runAgain(mutation, variables),
        });
      },
    }),
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 2 && toFailure(error).code === 'host-unreachable',
        retryDelay: (attempt) => 300 * 2 ** attempt,
        // A read costs money, so nothing is read again because a window gained the focus.
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  bridges.set(client, bridge);
  client.setQueryDefaults(['session.current'], { structuralSharing: keepNewerSession });
  return client;

  /** Whichever query notices first, the session is read again, because the shell checks it before it shows a page. */
  function noticeSignedOut(error: Error): void {
    if (toFailure(error).code !== 'untrusted-caller') return;
    const session = client.getQueryState(['session.current', {}]);
    if (session?.status === 'success') void client.invalidateQueries({ queryKey: ['session.current'] });
  }
}

/**
 * The session reaches a page by pushes and by answers. On a slow machine an answer may arrive after a later push,
 * and a question that has been answered since would then stay on screen.
 */
function keepNewerSession(shown: unknown, arrived: unknown): unknown {
  const before = (shown as Answer<Session> | undefined)?.value.revision;
  const { revision } = (arrived as Answer<Session>).value;
  const isLate = before?.process === revision.process && before.change > revision.change;
  return isLate ? shown : replaceEqualDeep(shown, arrived);
}

export function findBridge(client: QueryClient): Bridge {
  const bridge = bridges.get(client);
  if (bridge === undefined) throw new Error('This query client was not made by createQueryClient.');
  return bridge;
}

async function runAgain(mutation: Mutation<unknown, unknown>, variables: unknown): Promise<void> {
  try {
    await mutation.execute(variables);
  } catch {
    // The failure is reported through onCommandFailure, like the first time.
  }
}
