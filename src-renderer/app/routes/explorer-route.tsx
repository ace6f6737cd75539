import { useSearch } from '@tanstack/react-router';
import { CostsView } from '#renderer/features/costs/patterns/costs-view.tsx';
import { readExplorer, writeExplorer, type ExplorerAddress } from '#renderer/features/explorer/address.ts';
import { ExplorerPage } from '#renderer/features/explorer/explorer-page.tsx';
import { whyNotDescribe } from '#shared/permissions.ts';
import { useSession } from '../session/use-session.ts';
import { useGo } from './use-go.ts';

/** Connects the Explorer to the address bar. The page starts empty for another connection or person. */
export function ExplorerRoute() {
  const address = useSearch({ from: '/console/explorer', select: readExplorer });
  const go = useGo('/explorer', (_now, next: ExplorerAddress) => writeExplorer(next));
  const { connection, who } = useSession();
  return (
    <ExplorerPage
      key={`${connection.id} ${who?.id ?? ''}`}
      address={address}
      whyNotDescribe={whyNotDescribe(who)}
      renderCosts={(system) => <CostsView system={system} />}
      go={go}
    />
  );
}
