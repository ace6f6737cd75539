import { useQuery } from '@tanstack/react-query';
import type { RecognisedId } from '#shared/domain/recognise-id.ts';
import { idWords } from '#shared/domain/recognise-id.ts';
import { failureOf } from '#renderer/contract/failure-error.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { PartFailure } from '#renderer/features/triage/parts/part-failure.tsx';
import { useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';
import { Found } from './found.tsx';

/** One read by the index that knows such ids; the answer is not kept, since it may be another the next time. */
export function LookUp({ recognised }: { readonly recognised: RecognisedId }) {
  const { kind, id, within } = recognised;
  const query = useQuery({
    ...operationOptions('lookup.find', { kind, id, ...(within === undefined ? {} : { within }) }),
    staleTime: 0,
    gcTime: 0,
  });
  useShowReceipt('lookup', query.data?.receipt);
  if (query.data !== undefined) {
    return <Found lookup={query.data.value.lookup} receipt={query.data.receipt} recognised={recognised} />;
  }
  if (query.error === null) return <SkeletonRows rows={3} label={`Looking up ${idWords[kind]}`} />;
  return (
    <PartFailure
      failure={failureOf(query.error)}
      title={`It was not looked up as ${idWords[kind]}`}
      notDone="Nothing is shown, and whether it exists is not known."
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}
