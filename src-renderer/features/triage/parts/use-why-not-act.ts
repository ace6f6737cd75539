import { useQuery } from '@tanstack/react-query';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { messages } from '../messages.ts';

/**
 * Says why this person cannot change anything here; undefined if they can. The gate and the pipeline decide.
 */
export function useWhyNotAct(): string | undefined {
  const session = useQuery(operationOptions('session.current', {})).data?.value;
  const role = session?.who?.role;
  if (role === 'reviewer') return messages.reprocess.reviewerRole;
  if (role === undefined) return messages.reprocess.unknownRole;
  return undefined;
}
