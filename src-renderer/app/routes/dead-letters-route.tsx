import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import {
  readDeadLetters,
  writeDeadLetters,
  type DeadLettersAddress,
} from '#renderer/features/dead-letters/address.ts';
import { DeadLettersPage } from '#renderer/features/dead-letters/dead-letters-page.tsx';
import { writeTriage } from '#renderer/features/triage/address.ts';
import { useSession } from '../session/use-session.ts';
import { useGo } from './use-go.ts';
import { useConsole } from '../shell/console-context.ts';

/** Connects Dead letters to the address bar. The page starts empty for another connection, person or sandbox. */
export function DeadLettersRoute() {
  const address = useSearch({ from: '/console/dead-letters', select: readDeadLetters });
  const navigate = useNavigate({ from: '/dead-letters' });
  const go = useGo('/dead-letters', (now, change: Partial<DeadLettersAddress>) =>
    writeDeadLetters({ ...readDeadLetters(now), ...change }),
  );
  const { connection, who, sandboxResets } = useSession();
  const { context } = useConsole();
  return (
    <DeadLettersPage
      key={JSON.stringify([connection.id, who?.id, sandboxResets])}
      address={address}
      go={go}
      onOpenDocument={useCallback(
        (tenant: string, batch: string, document: string | null, run?: number) =>
          void navigate({
            to: '/triage',
            search: writeTriage({
              tenant,
              batch,
              document,
              ...(run !== undefined && { run, part: 'timeline' as const }),
            }),
          }),
        [navigate],
      )}
      onActAs={context.actAs}
    />
  );
}
