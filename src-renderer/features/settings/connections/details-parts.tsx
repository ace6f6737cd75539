import { useQuery } from '@tanstack/react-query';
import { failureOf } from '#renderer/contract/failure-error.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';
import { ErrorState } from '#renderer/ui/states/error-state.tsx';
import { EndpointsPart } from './endpoints-part.tsx';
import { NamesPart } from './names-part.tsx';

/** What its entry says beyond who signs in, or why that was not read. */
export function DetailsParts({ connectionId }: { readonly connectionId: string }) {
  const { data, error, refetch, isFetching } = useQuery(
    operationOptions('connections.read', { connectionId }),
  );
  if (data !== undefined) {
    return (
      <>
        <EndpointsPart endpoints={data.value.endpoints} />
        <NamesPart details={data.value} />
      </>
    );
  }
  if (error === null) return <SkeletonRows label="Reading the entry" rows={4} />;
  const { message, reference } = failureOf(error);
  return (
    <ErrorState
      title="The entry was not read"
      happened={message}
      notDone="The open connection is not affected."
      next="Try again. If it fails once more, look the reference up in the log."
      reference={reference}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}
