import { useNavigate, useSearch } from '@tanstack/react-router';
import { readActivity, writeActivity } from '#renderer/features/activity/activity-address.ts';
import { ActivityPage } from '#renderer/features/activity/activity-page.tsx';
import { useSession } from './session/use-session.ts';

/** Where Activity meets the address bar. Another connection or person begins with an empty page. */
export function ActivityRoute() {
  const search = useSearch({ from: '/console/activity' });
  const navigate = useNavigate({ from: '/activity' });
  const { connection, who } = useSession();
  const address = readActivity(search);
  return (
    <ActivityPage
      key={`${connection.id} ${who?.id ?? ''}`}
      address={address}
      go={(change, how = 'push') =>
        void navigate({ search: writeActivity({ ...address, ...change }), replace: how === 'replace' })
      }
    />
  );
}
