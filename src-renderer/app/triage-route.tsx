import { useNavigate, useSearch } from '@tanstack/react-router';
import { readTriage, writeTriage } from '#renderer/features/triage/triage-address.ts';
import { TriagePage } from '#renderer/features/triage/triage-page.tsx';
import { useSession } from './session/use-session.ts';

/** Where Triage meets the address bar and the Explorer. Another connection or person begins with an empty page. */
export function TriageRoute() {
  const search = useSearch({ from: '/console/triage' });
  const navigate = useNavigate({ from: '/triage' });
  const { connection, who } = useSession();
  const address = readTriage(search);
  return (
    <TriagePage
      key={`${connection.id} ${who?.id ?? ''}`}
      address={address}
      go={(change, how = 'push') =>
        void navigate({ search: writeTriage({ ...address, ...change }), replace: how === 'replace' })
      }
      renderItem={() => null}
    />
  );
}
