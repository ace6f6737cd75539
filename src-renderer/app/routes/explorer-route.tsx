import { useNavigate, useSearch } from '@tanstack/react-router';
import { CostsView } from '#renderer/features/costs/patterns/costs-view.tsx';
import { readAddress, writeAddress } from '#renderer/features/explorer/explorer-address.ts';
import { ExplorerPage } from '#renderer/features/explorer/explorer-page.tsx';
import { useSession } from '../session/use-session.ts';

/** Connects the Explorer to the address bar. The page starts empty for another connection or person. */
export function ExplorerRoute() {
  const search = useSearch({ from: '/console/explorer' });
  const navigate = useNavigate({ from: '/explorer' });
  const { connection, who } = useSession();
  return (
    <ExplorerPage
      key={`${connection.id} ${who?.id ?? ''}`}
      address={readAddress(search)}
      renderCosts={(system) => <CostsView system={system} />}
      go={(address, how) => void navigate({ search: writeAddress(address), replace: how === 'replace' })}
    />
  );
}
