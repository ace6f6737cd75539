import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Place } from '#shared/contract/monitor.ts';
import { readMonitor, writeMonitor } from '#renderer/features/monitor/address.ts';
import { MonitorPage } from '#renderer/features/monitor/monitor-page.tsx';
import { placeAddress } from '../place-address.ts';
import { useSession } from '../session/use-session.ts';
import { useConsole } from '../shell/console-context.ts';

/** Connects Monitor to the address bar. The page starts empty for another connection, person or sandbox. */
export function MonitorRoute() {
  const address = useSearch({ from: '/console/monitor', select: readMonitor });
  const navigate = useNavigate({ from: '/monitor' });
  const { connection, who, sandboxResets } = useSession();
  const { context } = useConsole();
  return (
    <MonitorPage
      key={JSON.stringify([connection.id, who?.id, sandboxResets])}
      address={address}
      go={(change, how = 'push') =>
        void navigate({
          // The change is applied to the current address, so that two changes in one turn do not undo each other.
          search: (now) => writeMonitor({ ...readMonitor(now), ...change }),
          replace: how === 'replace',
        })
      }
      onOpenPlace={useCallback((place: Place) => void navigate(placeAddress(place)), [navigate])}
      onActAs={context.actAs}
    />
  );
}
