import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Job } from '#shared/contract/jobs.ts';
import { useNames } from '#renderer/contract/names.tsx';
import { readActivity, writeActivity, type ActivityAddress } from '#renderer/features/activity/address.ts';
import { ActivityPage } from '#renderer/features/activity/activity-page.tsx';
import { writeDownloads } from '#renderer/features/downloads/address.ts';
import { writeTriage } from '#renderer/features/triage/address.ts';
import { usePlanning } from '#renderer/contract/planning.ts';
import { writeDeadLetters } from '#renderer/features/dead-letters/address.ts';
import { writeIncidents } from '#renderer/features/incidents/address.ts';
import { writeWorkflows } from '#renderer/features/workflows/address.ts';
import type { ActionPlace } from '#shared/domain/activity-sentences.ts';
import { useSession } from '../session/use-session.ts';
import { useGo } from './use-go.ts';

/** Connects Activity to the address bar. The page starts empty for another connection or person. */
export function ActivityRoute() {
  const address = useSearch({ from: '/console/activity', select: readActivity });
  const navigate = useNavigate({ from: '/activity' });
  const go = useGo('/activity', (now, change: Partial<ActivityAddress>) =>
    writeActivity({ ...readActivity(now), ...change }),
  );
  const session = useSession();
  const { connection, who } = session;
  const { showJob } = usePlanning();
  return (
    <ActivityPage
      key={`${connection.id} ${who?.id ?? ''}`}
      address={address}
      go={go}
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
      onOpenPlace={useCallback(
        (place: ActionPlace) => {
          if (place.is === 'job') return showJob(place.jobId);
          void navigate(toAddress(place));
        },
        [navigate, showJob],
      )}
      nameOf={useNames().person}
    />
  );
}

/** Returns the address of the screen on which an action happened. */
function toAddress(place: Exclude<ActionPlace, { readonly is: 'job' }>) {
  switch (place.is) {
    case 'batch':
      return {
        to: '/triage',
        search: writeTriage({ tenant: place.tenantId, batch: place.batchId, document: place.documentId }),
      } as const;
    case 'queue':
      return { to: '/dead-letters', search: writeDeadLetters({ queue: place.queue }) } as const;
    case 'workflow':
      return {
        to: '/workflows',
        search: writeWorkflows({
          tenant: place.tenantId,
          project: place.projectId,
          workflow: place.workflowId,
        }),
      } as const;
    case 'cause':
      return { to: '/incidents', search: writeIncidents({ cause: place.fingerprint }) } as const;
    default:
      return {
        to: '/downloads',
        search: writeDownloads({ date: place.date, batch: place.batchId }),
      } as const;
  }
}
