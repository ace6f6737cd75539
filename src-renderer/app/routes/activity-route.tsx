import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Job } from '#shared/contract/jobs.ts';
import { useNames } from '#renderer/contract/names.tsx';
import { readActivity, writeActivity } from '#renderer/features/activity/address.ts';
import { ActivityPage } from '#renderer/features/activity/activity-page.tsx';
import { writeDownloads } from '#renderer/features/downloads/address.ts';
import { writeTriage } from '#renderer/features/triage/address.ts';
import { useSession } from '../session/use-session.ts';

/** Connects Activity to the address bar. The page starts empty for another connection or person. */
export function ActivityRoute() {
  const address = useSearch({ from: '/console/activity', select: readActivity });
  const navigate = useNavigate({ from: '/activity' });
  const session = useSession();
  const { connection, who } = session;
  return (
    <ActivityPage
      key={`${connection.id} ${who?.id ?? ''}`}
      address={address}
      go={(change, how = 'push') =>
        void navigate({ search: writeActivity({ ...address, ...change }), replace: how === 'replace' })
      }
      onOpenBatch={useCallback(
        (tenant: string, batch: string) =>
          void navigate({ to: '/triage', search: writeTriage({ tenant, batch }) }),
        [navigate],
      )}
      onOpenDownloads={useCallback(
        ({ date, batchId: batch }: NonNullable<Job['downloads']>) =>
          void navigate({
            to: '/downloads',
            search: writeDownloads({ date, batch }),
          }),
        [navigate],
      )}
      nameOf={useNames().person}
    />
  );
}
