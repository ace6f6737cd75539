import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { readCosts, writeCosts, type CostsAddress } from '#renderer/features/costs/address.ts';
import { CostsPage } from '#renderer/features/costs/costs-page.tsx';
import { writeExplorer } from '#renderer/features/explorer/address.ts';
import { writeTriage } from '#renderer/features/triage/address.ts';
import { useSession } from '../session/use-session.ts';
import { useGo } from './use-go.ts';

/** Connects Costs to the address bar. The page starts empty for another connection, person or sandbox. */
export function CostsRoute() {
  const address = useSearch({ from: '/console/costs', select: readCosts });
  const navigate = useNavigate({ from: '/costs' });
  const go = useGo('/costs', (now, change: Partial<CostsAddress>) =>
    writeCosts({ ...readCosts(now), ...change }),
  );
  const router = useRouter();
  const { connection, who, sandboxResets } = useSession();
  return (
    <CostsPage
      key={JSON.stringify([connection.id, who?.id, sandboxResets])}
      address={address}
      go={go}
      onOpenBatch={(tenant, batch) =>
        void navigate({ to: '/triage', search: writeTriage({ tenant, batch }) })
      }
      documentHref={(of) =>
        router.buildLocation({ to: '/triage', search: writeTriage({ ...of, look: 'stages' }) }).href
      }
      onOpenRefused={() => void navigate({ to: '/explorer', search: writeExplorer({ view: 'refused' }) })}
    />
  );
}
