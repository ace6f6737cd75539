import { useNavigate, useSearch } from '@tanstack/react-router';
import { readReview, writeReview } from '#renderer/features/review/review-address.ts';
import { readTriage, writeTriage } from '#renderer/features/triage/triage-address.ts';
import { TriagePage } from '#renderer/features/triage/triage-page.tsx';
import { readWorkflows, writeWorkflows } from '#renderer/features/workflows/workflows-address.ts';
import { findPlace } from './find/find-place.ts';
import { RawItem } from './raw-item.tsx';
import { useSession } from './session/use-session.ts';

/** Where Triage meets the address bar and the Explorer. Another connection or person begins with an empty page. */
export function TriageRoute() {
  const search = useSearch({ from: '/console/triage' });
  const navigate = useNavigate({ from: '/triage' });
  const { connection, who } = useSession();
  const address = readTriage(search);
  const mayReview = who?.role === 'reviewer' || who?.role === 'admin';
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
      review={
        mayReview
          ? (document) =>
              void navigate({ to: '/review', search: writeReview({ ...readReview({}), document }) })
          : undefined
      }
      onOpenWorkflow={({ tenantId, projectId, workflowId }) =>
        void navigate({
          to: '/workflows',
          search: writeWorkflows({
            ...readWorkflows({}),
            tenant: tenantId,
            project: projectId,
            workflow: workflowId,
          }),
        })
      }
      find={(id) => void navigate(findPlace(id))}
    />
  );
}
