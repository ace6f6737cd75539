import { usePlanning } from '#renderer/contract/planning.ts';
import { Button } from '#renderer/ui/button.tsx';
import type { QueueRow } from '#shared/contract/review.ts';
import { counted } from '#shared/domain/formatting.ts';
import { whyNotRunJobs } from '#shared/permissions.ts';
import type { ReviewAddress } from '../address.ts';
import { messages } from '../messages.ts';
import type { People } from './use-people.ts';

interface ApproveSelectedProps {
  readonly rows: readonly QueueRow[];
  readonly people: Pick<People, 'me' | 'whyReadOnly'>;
}

const mostSelected = 500;

/** Plans the selected documents. The plan says why each other one is left out, before anything is approved. */
export function ApproveSelected({ rows, people }: ApproveSelectedProps) {
  const planning = usePlanning();
  const tooMany = rows.length > mostSelected ? messages.approve.tooMany : undefined;
  return (
    <Button
      size="sm"
      variant="primary"
      icon="check"
      disabled={whyNotApprove(people) ?? tooMany ?? false}
      onClick={() =>
        planning.plan({
          kind: 'approve-documents',
          of: {
            is: 'documents',
            documents: rows.map(({ tenantId, projectId, batchId, documentId }) => ({
              tenantId,
              projectId,
              batchId,
              documentId,
            })),
          },
        })
      }
    >
      {messages.approve.selected(counted(rows.length, 'document'))}
    </Button>
  );
}

interface ApproveMatchingProps {
  readonly address: ReviewAddress;
  readonly people: Pick<People, 'me' | 'whyReadOnly'>;
}

/** Plans all documents of the queue that match its filters, also those that are not loaded here. */
export function ApproveMatching({ address, people }: ApproveMatchingProps) {
  const planning = usePlanning();
  const { tenant, workflow, reasons, olderThanMinutes, amountFrom, amountTo } = address;
  return (
    <Button
      size="sm"
      icon="check"
      disabled={whyNotApprove(people) ?? false}
      onClick={() =>
        planning.plan({
          kind: 'approve-documents',
          of: {
            is: 'matching',
            ...(tenant !== null && { tenantId: tenant }),
            ...(workflow !== null && { workflowId: workflow }),
            ...(reasons.length > 0 && { reasons: [...reasons] }),
            ...(olderThanMinutes !== null && { olderThanMinutes }),
            ...(amountFrom !== null && { amountFrom }),
            ...(amountTo !== null && { amountTo }),
          },
        })
      }
    >
      {messages.approve.matching}
    </Button>
  );
}

function whyNotApprove({ me, whyReadOnly }: Pick<People, 'me' | 'whyReadOnly'>): string | undefined {
  return whyReadOnly ?? whyNotRunJobs(me, 'approve-documents') ?? undefined;
}
