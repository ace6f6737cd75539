import { useNavigate, useSearch } from '@tanstack/react-router';
import { readDownloads, writeDownloads } from '#renderer/features/downloads/address.ts';
import { DownloadsPage } from '#renderer/features/downloads/downloads-page.tsx';
import { writeExplorer } from '#renderer/features/explorer/address.ts';
import { useSession } from '../session/use-session.ts';
import { useConsole } from '../shell/console-context.ts';

/** Connects Downloads to the address bar. The page starts empty for another connection, person or sandbox. */
export function DownloadsRoute() {
  const address = useSearch({ from: '/console/downloads', select: readDownloads });
  const navigate = useNavigate({ from: '/downloads' });
  const { connection, who, sandboxResets } = useSession();
  const { context } = useConsole();
  return (
    <DownloadsPage
      key={JSON.stringify([connection.id, who?.id, sandboxResets])}
      address={address}
      go={(change, how = 'push') =>
        void navigate({
          // The change is applied to the current address, so that two changes in one turn do not undo each other.
          search: (now) => writeDownloads({ ...readDownloads(now), ...change }),
          replace: how === 'replace',
        })
      }
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
