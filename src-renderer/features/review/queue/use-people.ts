import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import { operationOptions, type Answer } from '#renderer/contract/operation-options.ts';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import type { Persona } from '#shared/contract/session.ts';
import type { UserOfTenant } from '#shared/contract/pipeline-items.ts';
import { whyReadOnly } from '#shared/domain/permissions.ts';

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

interface Named {
  readonly tenantId: string;
  readonly ids: readonly string[];
}

/** How people are called. Those whom the session does not know are looked up among the users of their tenant. */
export function useNames(named: readonly Named[]): (id: string) => string {
  const { nameOf, knows } = usePeople();
  const tenants = new Set(named.flatMap(({ tenantId, ids }) => (ids.every(knows) ? [] : [tenantId])));
  const { names, receipts } = useQueries({
    queries: [...tenants]
      .toSorted()
      .map((tenantId) => operationOptions('users.ofTenant', { tenantId, pageSize })),
    combine: together,
  });
  useShowReceipt('people', receipts);
  return useCallback((id) => (knows(id) ? nameOf(id) : (names.get(id) ?? id)), [knows, nameOf, names]);
}

type Users = Answer<{ readonly rows: readonly UserOfTenant[] }>;

/** Who could not be read keeps the id. */
function together(answers: readonly UseQueryResult<Users>[]) {
  const read = answers.flatMap(({ data }) => data ?? []);
  return {
    names: new Map(
      read
        .flatMap(({ value }) => value.rows)
        .flatMap(({ userId, name }) => (name === null ? [] : [[userId, name]])),
    ),
    receipts: read.flatMap(({ receipt }) => receipt ?? []),
  };
}

const pageSize = 200;
