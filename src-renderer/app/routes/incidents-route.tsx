import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  readIncidents,
  writeIncidents,
  type IncidentsAddress,
} from '#renderer/features/incidents/address.ts';
import { IncidentsPage } from '#renderer/features/incidents/incidents-page.tsx';
import { writeWorkflows } from '#renderer/features/workflows/address.ts';
import { writeTriage } from '#renderer/features/triage/address.ts';
import { useSession } from '../session/use-session.ts';
import { useGo } from './use-go.ts';
import { useConsole } from '../shell/console-context.ts';

/** Connects Incidents to the address bar. The page starts empty for another connection, person or sandbox. */
export function IncidentsRoute() {
  const address = useSearch({ from: '/console/incidents', select: readIncidents });
  const navigate = useNavigate({ from: '/incidents' });
  const go = useGo('/incidents', (now, change: Partial<IncidentsAddress>) =>
    writeIncidents({ ...readIncidents(now), ...change }),
  );
  const { connection, who, sandboxResets } = useSession();
  const { context } = useConsole();
  return (
    <IncidentsPage
      key={JSON.stringify([connection.id, who?.id, sandboxResets])}
      address={address}
      go={go}
      onOpenBatches={(cause) =>
        void navigate({ to: '/triage', search: writeTriage({ list: 'failed', cause, tenant: null }) })
      }
      onOpenBatch={(tenant, batch, document) =>
        void navigate({ to: '/triage', search: writeTriage({ tenant, batch, document: document ?? null }) })
      }
      onOpenWorkflow={({ tenantId: tenant, projectId: project, workflowId: workflow }, draft = {}) =>
        void navigate({
          to: '/workflows',
          search: writeWorkflows({
            tenant,
            project,
            workflow,
            review: draft.review ?? null,
            part: draft.proposed ? 'review' : null,
            rule: draft.proposed?.rule ?? null,
            weight: draft.proposed?.weight ?? null,
          }),
        })
      }
      onLeaveCorrections={() => void navigate({ to: '/today' })}
      onActAs={context.actAs}
    />
  );
}
