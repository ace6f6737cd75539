import { useLocation, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ChangesProvider } from '#renderer/contract/changes-provider.tsx';
import { JobsProvider } from '#renderer/contract/jobs-provider.tsx';
import { MonitorProvider } from '#renderer/contract/monitor-provider.tsx';
import { PlanHost } from '#renderer/features/plans/plan-host.tsx';
import { readDeadLetters, writeDeadLetters } from '#renderer/features/dead-letters/dead-letters-address.ts';
import { readDownloads, writeDownloads } from '#renderer/features/downloads/downloads-address.ts';
import { readTriage, writeTriage } from '#renderer/features/triage/triage-address.ts';
import { useSession } from '../session/use-session.ts';

/** What every page may act with and hear of: plans, jobs, and what they have changed. */
export function ActingProviders({ children }: { readonly children: ReactNode }) {
  const session = useSession();
  const { connection, who, sandboxResets } = session;
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const scope = JSON.stringify([connection.id, who?.id, sandboxResets]);
  return (
    <ChangesProvider connectionId={connection.id} scope={scope}>
      <JobsProvider connectionId={connection.id}>
        <MonitorProvider>
          <PlanHost
            session={session}
            place={`${pathname} ${scope}`}
            onOpenBatch={(tenant, batch, document) =>
              void navigate({
                to: '/triage',
                search: writeTriage({ ...readTriage({}), tenant, batch, document: document ?? null }),
              })
            }
            onOpenQueue={(queue) =>
              void navigate({
                to: '/dead-letters',
                search: writeDeadLetters({ ...readDeadLetters({}), queue }),
              })
            }
            onOpenDownloads={({ date, batchId: batch }) =>
              void navigate({
                to: '/downloads',
                search: writeDownloads({ ...readDownloads({}), date, batch }),
              })
            }
          >
            {children}
          </PlanHost>
        </MonitorProvider>
      </JobsProvider>
    </ChangesProvider>
  );
}
