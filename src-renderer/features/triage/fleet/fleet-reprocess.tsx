import { useMemo, useState } from 'react';
import { batchKey } from '#renderer/contract/changes-provider.tsx';
import { usePlanning } from '#renderer/contract/planning.ts';
import { usePersonHere } from '#renderer/contract/use-person-here.ts';
import { Button } from '#renderer/ui/button.tsx';
import type { Selection } from '#renderer/ui/data-table/use-row-selection.ts';
import type { FleetBatch } from '#shared/contract/fleet.ts';
import { otherCauses } from '#shared/domain/attention.ts';
import { mostBatchesChosen } from '#shared/domain/job-kinds/job-kind.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { whyNotRerun } from '#shared/permissions.ts';
import type { TriageAddress } from '../address.ts';
import { messages } from '../messages.ts';

type Chosen = Pick<TriageAddress, 'of' | 'workflow' | 'cause' | 'olderThanMinutes'>;

/** Holds which batches of all tenants are selected. A batch that left the list is selected no more. */
export function useSelectedBatches(rows: readonly FleetBatch[]) {
  const [chosen, select] = useState<Selection>(new Set());
  const batches = useMemo(() => rows.filter((row) => chosen.has(batchKey(row))), [rows, chosen]);
  const selected = useMemo<Selection>(() => new Set(batches.map(batchKey)), [batches]);
  return { selected, select, batches };
}

/** Plans the failed documents of the selected batches; with a cause, only those that failed for it. */
export function ReprocessSelected({
  batches,
  cause,
}: {
  readonly batches: readonly FleetBatch[];
  readonly cause: string | null;
}) {
  const planning = usePlanning();
  const { me } = usePersonHere();
  const tooMany =
    batches.length > mostBatchesChosen
      ? messages.fleet.reprocess.limit(grouped(mostBatchesChosen))
      : undefined;
  return (
    <Button
      size="sm"
      variant="primary"
      disabled={whyNotRerun(me) ?? tooMany ?? whyNotCause(cause) ?? false}
      onClick={() =>
        planning.plan({
          kind: 'reprocess-many',
          ...(cause !== null && { fingerprint: cause }),
          of: {
            is: 'batches',
            batches: batches.map(({ tenantId, projectId, batchId }) => ({ tenantId, projectId, batchId })),
          },
        })
      }
    >
      {messages.fleet.reprocess.selected(batches.length)}
    </Button>
  );
}

/** Plans all documents of the cause that the list is filtered by, also those that are not loaded here. */
export function ReprocessCause({ chosen }: { readonly chosen: Chosen }) {
  const planning = usePlanning();
  const { me } = usePersonHere();
  const { cause, of, workflow, olderThanMinutes } = chosen;
  if (cause === null) return null;
  return (
    <Button
      size="sm"
      disabled={whyNotRerun(me) ?? whyNotCause(cause) ?? false}
      onClick={() =>
        planning.plan({
          kind: 'reprocess-many',
          fingerprint: cause,
          of: {
            is: 'matching',
            ...(of !== null && { tenantId: of }),
            ...(workflow !== null && { workflowId: workflow }),
            ...(olderThanMinutes !== null && { olderThanMinutes }),
          },
        })
      }
    >
      {messages.fleet.reprocess.cause}
    </Button>
  );
}

/** "Other causes" are several, so their documents are not planned together. */
function whyNotCause(cause: string | null): string | undefined {
  return cause === otherCauses ? messages.fleet.reprocess.others : undefined;
}
