import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  readDownloads,
  writeDownloads,
  type DownloadsAddress,
} from '#renderer/features/downloads/address.ts';
import { DownloadsPage } from '#renderer/features/downloads/downloads-page.tsx';
import { writeExplorer } from '#renderer/features/explorer/address.ts';
import { useSession } from '../session/use-session.ts';
import { useGo } from './use-go.ts';
import { useConsole } from '../shell/console-context.ts';

/** Connects Downloads to the address bar. The page starts empty for another connection, person or sandbox. */
export function DownloadsRoute() {
  const address = useSearch({ from: '/console/downloads', select: readDownloads });
  const navigate = useNavigate({ from: '/downloads' });
  const go = useGo('/downloads', (now, change: Partial<DownloadsAddress>) =>
    writeDownloads({ ...readDownloads(now), ...change }),
  );
  const { connection, who, sandboxResets } = useSession();
  const { context } = useConsole();
  return (
    <DownloadsPage
      key={JSON.stringify([connection.id, who?.id, sandboxResets])}
      address={address}
      go={go}
      onExplore={(pattern, values) =>
        void navigate({
          to: '/explorer',
          search: writeExplorer({ system: 'downloads', pattern, values: [values] }),
        })
      }
      onActAs={context.actAs}
    />
  );
}
