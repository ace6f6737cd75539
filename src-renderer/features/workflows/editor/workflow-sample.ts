import { useQuery } from '@tanstack/react-query';
import type { Failure, Receipt } from '#shared/contract/result.ts';
import type { Workflow } from '#shared/contract/pipeline-items.ts';
import type { WorkflowSample } from '#shared/contract/workflows.ts';
import { failureOf } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import { useLastShown } from '../use-last-shown.ts';

export interface SampleReading {
  readonly sample: WorkflowSample | undefined;
  readonly receipt: Receipt | undefined;
  readonly failure: Failure | undefined;
  readonly isReading: boolean;
  /** How many documents are read at most. */
  readonly most: SampleSize;
  readonly choose: (most: SampleSize) => void;
  readonly readAgain: () => void;
}

export const sampleSizes = [500, 2_000, 5_000] as const;
export type SampleSize = (typeof sampleSizes)[number];

/** Read once, and then when somebody asks: thousands of documents are not read again because a page was opened. */
export function useSample({ tenantId, projectId, workflowId }: Workflow): SampleReading {
  const [most, keep] = useKept<SampleSize>(['workflows.sample.most'], 2_000);
  const query = useQuery(operationOptions('workflows.sample', { tenantId, projectId, workflowId, most }));
  // While more is read, and where it was not, what was read stays; another workflow is another page.
  const shown = useLastShown(query.data ?? null);
  useShowReceipt('workflow sample', query.data?.receipt);
  return {
    sample: shown?.value,
    receipt: shown?.receipt,
    failure: query.error === null ? undefined : failureOf(query.error),
    isReading: query.isFetching,
    most,
    choose: (next) => keep(() => next),
    readAgain: () => void query.refetch(),
  };
}
