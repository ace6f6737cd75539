import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Persona } from '#shared/contract/session.ts';
import { whyReadOnly } from '#shared/domain/why-read-only.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';

export interface People {
  /** Null while nobody knows who works here. */
  readonly me: Persona | null;
  readonly mayReview: boolean;
  /** Whom one could be in the sandbox, of those who may review. */
  readonly reviewers: readonly Persona[];
  readonly nameOf: (id: string) => string;
  readonly knows: (id: string) => boolean;
  /** Why nothing can be claimed or decided on this connection; null where it can. */
  readonly whyReadOnly: string | null;
  readonly isSandbox: boolean;
}

export function usePeople(): People {
  const session = useQuery(operationOptions('session.current', {})).data?.value;
  const me = session?.who ?? null;
  const personas = session?.personas;
  return {
    me,
    mayReview: me !== null && canReview(me),
    reviewers: (personas ?? []).filter(canReview),
    nameOf: useCallback(
      (id: string) => (me?.id === id ? 'you' : (personas?.find((one) => one.id === id)?.name ?? id)),
      [me?.id, personas],
    ),
    knows: useCallback(
      (id: string) => me?.id === id || (personas?.some((one) => one.id === id) ?? false),
      [me?.id, personas],
    ),
    whyReadOnly: session === undefined ? null : whyReadOnly(session.connection),
    isSandbox: session?.connection.kind === 'sandbox',
  };
}

function canReview({ role }: Persona): boolean {
  return role === 'reviewer' || role === 'admin';
}
