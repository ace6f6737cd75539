import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { bridgeOf } from './query-client.ts';
import { LatestContext, noChanges, withChanges } from './use-changes.ts';
import type { LatestChanges } from './use-changes.ts';

interface ChangesProviderProps {
  readonly connectionId: string;
  /** What is known belongs to this connection, person and sandbox, and to no other. */
  readonly scope: string;
  readonly children: ReactNode;
}

/** Mounted once. Not by useWatch, which keeps the last push only: of changes every one counts. */
export function ChangesProvider({ connectionId, scope, children }: ChangesProviderProps) {
  const bridge = bridgeOf(useQueryClient());
  const [kept, setKept] = useState<Kept>({ scope, latest: noChanges });

  useEffect(
    () =>
      bridge.watch('changes.watch', {}, (result) => {
        if (!result.ok || result.value.connectionId !== connectionId) return;
        const changes = result.value;
        setKept((before) => ({
          scope,
          latest: withChanges(before.scope === scope ? before.latest : noChanges, changes),
        }));
      }),
    [bridge, connectionId, scope],
  );

  return <LatestContext value={kept.scope === scope ? kept.latest : noChanges}>{children}</LatestContext>;
}

interface Kept {
  readonly scope: string;
  readonly latest: LatestChanges;
}
