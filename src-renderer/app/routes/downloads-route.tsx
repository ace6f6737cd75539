import { useNavigate, useSearch } from '@tanstack/react-router';
import { readDownloads, writeDownloads } from '#renderer/features/downloads/downloads-address.ts';
import { DownloadsPage } from '#renderer/features/downloads/downloads-page.tsx';
import { readAddress, writeAddress } from '#renderer/features/explorer/explorer-address.ts';
import { useSession } from '../session/use-session.ts';
import { useConsole } from '../shell/console-context.ts';

/** Where Downloads meets the address bar. Another connection, person or sandbox begins with an empty page. */
export function DownloadsRoute() {
  const search = useSearch({ from: '/console/downloads' });
  const navigate = useNavigate({ from: '/downloads' });
  const { connection, who, sandboxResets } = useSession();
  const { context } = useConsole();
  return (
    <DownloadsPage
      key={JSON.stringify([connection.id, who?.id, sandboxResets])}
      address={readDownloads(search)}
      go={(change, how = 'push') =>
        void navigate({
          // Over what the address is by then: two changes in one turn must not undo each other.
          search: (now) => writeDownloads({ ...readDownloads(now), ...change }),
          replace: how === 'replace',
        })
      }
      onExplore={(pattern, values) =>
        void navigate({
          to: '/explorer',
          search: writeAddress({ ...readAddress({}), system: 'downloads', pattern, values: [values] }),
        })
      }
      onActAs={context.actAs}
    />
  );
}
