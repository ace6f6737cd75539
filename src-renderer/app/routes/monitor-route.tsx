import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Place } from '#shared/contract/monitor.ts';
import { readMonitor, writeMonitor, type MonitorAddress } from '#renderer/features/monitor/address.ts';
import { MonitorPage } from '#renderer/features/monitor/monitor-page.tsx';
import { placeAddress } from '../place-address.ts';
import { useSession } from '../session/use-session.ts';
import { useGo } from './use-go.ts';
import { useConsole } from '../shell/console-context.ts';

/** Connects Monitor to the address bar. The page starts empty for another connection, person or sandbox. */
export function MonitorRoute() {
  const address = useSearch({ from: '/console/monitor', select: readMonitor });
  const navigate = useNavigate({ from: '/monitor' });
  const go = useGo('/monitor', (now, change: Partial<MonitorAddress>) =>
    writeMonitor({ ...readMonitor(now), ...change }),
  );
  const { connection, who, sandboxResets } = useSession();
  const { context } = useConsole();
  return (
    <MonitorPage
      key={JSON.stringify([connection.id, who?.id, sandboxResets])}
      address={address}
      go={go}
      onOpenPlace={useCallback((place: Place) => void navigate(placeAddress(place)), [navigate])}
      onActAs={context.actAs}
    />
  );
}
