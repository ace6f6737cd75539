import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Job } from '#shared/contract/jobs.ts';
import { readActivity, writeActivity } from '#renderer/features/activity/activity-address.ts';
import { ActivityPage } from '#renderer/features/activity/activity-page.tsx';
import { readDownloads, writeDownloads } from '#renderer/features/downloads/downloads-address.ts';
import { findPersonName } from '#renderer/features/plans/planning-session.ts';
import { readTriage, writeTriage } from '#renderer/features/triage/triage-address.ts';
import { useSession } from '../session/use-session.ts';

/** Connects Activity to the address bar. The page starts empty for another connection or person. */
export function ActivityRoute() {
  const search = useSearch({ from: '/console/activity' });
  const navigate = useNavigate({ from: '/activity' });
  const session = useSession();
  const { connection, who } = session;
  const address = readActivity(search);
  return (
    <ActivityPage
      key={`${connection.id} ${who?.id ?? ''}`}
      address={address}
      go={(change, how = 'push') =>
        void navigate({ search: writeActivity({ ...address, ...change }), replace: how === 'replace' })
      }
      onOpenBatch={useCallback(
        (tenant: string, batch: string) =>
          void navigate({ to: '/triage', search: writeTriage({ ...readTriage({}), tenant, batch }) }),
        [navigate],
      )}
      onOpenDownloads={useCallback(
        ({ date, batchId: batch }: NonNullable<Job['downloads']>) =>
          void navigate({
            to: '/downloads',
            search: writeDownloads({ ...readDownloads({}), date, batch }),
          }),
        [navigate],
      )}
      nameOf={useCallback((id: string) => findPersonName(id, session), [session])}
    />
  );
}
