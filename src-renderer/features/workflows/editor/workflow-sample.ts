import { useQuery } from '@tanstack/react-query';
import type { Failure, Receipt } from '#shared/contract/result.ts';
import type { Workflow } from '#shared/contract/pipeline-items.ts';
import type { WorkflowSample } from '#shared/contract/workflows.ts';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import { useLastShown } from '../use-last-shown.ts';

export interface SampleReading {
  readonly sample: WorkflowSample | undefined;
  readonly receipt: Receipt | undefined;
  readonly failure: Failure | undefined;
  readonly isReading: boolean;
  /** The largest number of documents to read. */
  readonly most: SampleSize;
  readonly choose: (most: SampleSize) => void;
  readonly readAgain: () => void;
}

export const sampleSizes = [500, 2_000, 5_000] as const;
export type SampleSize = (typeof sampleSizes)[number];

/**
 * Reads the sample once and then only on request, so that opening a page does not read thousands of documents
 * again.
 */
export function useSample({ tenantId, projectId, workflowId }: Workflow): SampleReading {
  const [most, keep] = useKept<SampleSize>(['workflows.sample.most'], 2_000);
  const query = useQuery(operationOptions('workflows.sample', { tenantId, projectId, workflowId, most }));
  // The last sample stays visible while more is read and after a failure. Another workflow is another page.
  const shown = useLastShown(query.data ?? null);
  useShowReceipt('workflow sample', query.data?.receipt);
  return {
    sample: shown?.value,
    receipt: shown?.receipt,
    failure: query.error === null ? undefined : toFailure(query.error),
    isReading: query.isFetching,
    most,
    choose: (next) => keep(() => next),
    readAgain: () => void query.refetch(),
  };
}
