import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { OutputOf } from '#shared/contract/contract.ts';
import { operationOptions } from './operation-options.ts';
import { findBridge } from './query-client.ts';
import { afterResult, type Watched } from './use-operation.ts';

/**
 * This mounts once and follows the single poller, which rests while no page is visible. It does not use
 * useWatch, which would forget everything whenever the page is hidden.
 */
export function MonitorProvider({ children }: { readonly children: ReactNode }) {
  const bridge = findBridge(useQueryClient());
  const scope = useScope();
  const shown = useSyncExternalStore(listen, isShown);
  const [kept, setKept] = useState<Kept>({ scope, watched: nothingYet });

  useEffect(
    () =>
      bridge.watch('monitor.watch', { shown }, (result) =>
        setKept((before) => ({
          scope,
          watched: afterResult(before.scope === scope ? before.watched : nothingYet, result),
        })),
      ),
    [bridge, scope, shown],
  );

  return <MonitorContext value={kept.scope === scope ? kept.watched : nothingYet}>{children}</MonitorContext>;
}

interface Kept {
  /** The values belong to this connection, person and sandbox only. */
  readonly scope: string;
  readonly watched: Watched<OutputOf<'monitor.watch'>>;
}

function useScope(): string {
  const session = useQuery(operationOptions('session.current', {})).data?.value;
  return JSON.stringify([session?.connection.id, session?.who?.id, session?.sandboxResets]);
}

function listen(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}

function isShown(): boolean {
  return document.visibilityState === 'visible';
}

const nothingYet = { value: undefined, failure: undefined };

const MonitorContext = createContext<Watched<OutputOf<'monitor.watch'>>>({
  value: undefined,
  failure: undefined,
});

/** Returns the latest answer of the single poller, so asking costs nothing more. */
export function useMonitor(): Watched<OutputOf<'monitor.watch'>> {
  return useContext(MonitorContext);
}
