import type { Batch } from '#shared/contract/triage/batches.ts';
import { latestBatches } from '#renderer/contract/lay-changes.ts';
import { useLatest } from '#renderer/contract/use-changes.ts';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import type { GoTriage, TriageAddress } from '../triage-address.ts';
import { BatchList } from './batch-list.tsx';
import type { Pages } from '../parts/use-pages.ts';

interface ProjectBatchesProps {
  readonly pages: Pages<Batch>;
  readonly address: TriageAddress;
  readonly go: GoTriage;
}

/** Of every status: the base table forgets none, and has what no index knows. */
export function ProjectBatches({ pages, address, go }: ProjectBatchesProps) {
  const { batches } = useLatest();
  const belongs = (batch: Batch) => batch.tenantId === address.tenant && batch.projectId === address.project;
  return (
    <BatchList
      label="Batches of this project"
      pages={pages}
      rows={pages.isRead ? latestBatches(pages.rows, batches, belongs) : pages.rows}
      address={address}
      go={go}
      withStatus
      endNote="These are all of this project."
      empty={<EmptyState title="This project has no batches" />}
    />
  );
}
