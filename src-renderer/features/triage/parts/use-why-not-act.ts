import { useQuery } from '@tanstack/react-query';
import { operationOptions } from '#renderer/contract/operation-options.ts';

/**
 * Says why this person cannot change anything here; undefined if they can. The gate and the pipeline decide.
 */
export function useWhyNotAct(): string | undefined {
  const session = useQuery(operationOptions('session.current', {})).data?.value;
  const role = session?.who?.role;
  if (role === 'reviewer')
    return 'Reviewers decide documents; support and admins reprocess, redrive and stop.';
  if (role === undefined) return 'Your role on this connection is not known, so nothing can be changed.';
  return undefined;
}
