import { useNavigate, useSearch } from '@tanstack/react-router';
import { readTriage, writeTriage } from '#renderer/features/triage/triage-address.ts';
import { TriagePage } from '#renderer/features/triage/triage-page.tsx';
import { findPlace } from './find/find-place.ts';
import { RawItem } from './raw-item.tsx';
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
        void navigate({
          // Over what the address is by then: two changes in one turn must not undo each other.
          search: (now) => writeTriage({ ...readTriage(now), ...change }),
          replace: how === 'replace',
        })
      }
      renderItem={(question) => <RawItem key={JSON.stringify(question)} {...question} />}
      find={(id) => void navigate(findPlace(id))}
    />
  );
}
