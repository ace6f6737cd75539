import { useQuery } from '@tanstack/react-query';
import type { ItemReceipt, Job } from '#shared/contract/jobs/jobs.ts';
import { FailureError } from '#renderer/contract/failure-error.ts';
import { bridgeOf } from '#renderer/contract/query-client.ts';

export interface AllReceipts {
  readonly receipts: readonly ItemReceipt[] | undefined;
  readonly error: FailureError | null;
  readonly retry: () => void;
}

/** Every page of a job's receipts, from this machine's own file; read again when the job has moved on. */
export function useAllReceipts(job: Job, wanted: boolean): AllReceipts {
  const query = useQuery<readonly ItemReceipt[], FailureError>({
    queryKey: ['jobs.receipts', job.jobId, job.state, job.counts],
    enabled: wanted,
    placeholderData: (before) => before,
    queryFn: async ({ client }) => {
      const receipts: ItemReceipt[] = [];
      for (;;) {
        const input = { jobId: job.jobId, offset: receipts.length };
        const result = await bridgeOf(client).call('jobs.receipts', input);
        if (!result.ok) throw new FailureError(result.failure);
        receipts.push(...result.value.receipts);
        if (result.value.receipts.length === 0 || receipts.length >= result.value.total) return receipts;
      }
    },
  });
  return { receipts: query.data, error: query.error, retry: () => void query.refetch() };
}
