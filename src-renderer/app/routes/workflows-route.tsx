import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  readWorkflows,
  writeWorkflows,
  type WorkflowsAddress,
} from '#renderer/features/workflows/address.ts';
import { WorkflowsPage } from '#renderer/features/workflows/workflows-page.tsx';
import { writeTriage } from '#renderer/features/triage/address.ts';
import { useSession } from '../session/use-session.ts';
import { useGo } from './use-go.ts';
import { useConsole } from '../shell/console-context.ts';

/** Connects Workflows to the address bar. The page starts empty for another connection, person or sandbox. */
export function WorkflowsRoute() {
  const address = useSearch({ from: '/console/workflows', select: readWorkflows });
  const navigate = useNavigate({ from: '/workflows' });
  const go = useGo('/workflows', (now, change: Partial<WorkflowsAddress>) =>
    writeWorkflows({ ...readWorkflows(now), ...change }),
  );
  const { connection, who, sandboxResets } = useSession();
  const { context } = useConsole();
  return (
    <WorkflowsPage
      key={JSON.stringify([connection.id, who?.id, sandboxResets])}
      address={address}
      go={go}
      onOpenBatch={(tenant, batch) =>
        void navigate({ to: '/triage', search: writeTriage({ tenant, batch }) })
      }
      onActAs={context.actAs}
      onTriage={() => void navigate({ to: '/triage' })}
    />
  );
}
