import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import { operationOptions, type Answer } from '#renderer/contract/operation-options.ts';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import type { Persona } from '#shared/contract/session.ts';
import type { UserOfTenant } from '#shared/contract/pipeline-items.ts';
import { mayReview, whyReadOnly } from '#shared/permissions.ts';
import { usePersonHere } from '#renderer/contract/use-person-here.ts';

export interface People {
  /** Null while the users are unknown. */
  readonly me: Persona | null;
  readonly mayReview: boolean;
  /** The sandbox personas who may review. */
  readonly reviewers: readonly Persona[];
  readonly nameOf: (id: string) => string;
  readonly knows: (id: string) => boolean;
  /** The reason why nothing can be claimed or decided on this connection; null where it can. */
  readonly whyReadOnly: string | null;
  readonly isSandbox: boolean;
}

export function usePeople(): People {
  const { me, connection, personas } = usePersonHere();
  return {
    me,
    mayReview: mayReview(me),
    reviewers: personas.filter(mayReview),
    nameOf: useCallback(
      (id: string) => (me?.id === id ? 'you' : (personas.find((one) => one.id === id)?.name ?? id)),
      [me?.id, personas],
    ),
    knows: useCallback(
      (id: string) => me?.id === id || personas.some((one) => one.id === id),
      [me?.id, personas],
    ),
    whyReadOnly: connection && whyReadOnly(connection),
    isSandbox: connection?.kind === 'sandbox',
  };
}

interface Named {
  readonly tenantId: string;
  readonly ids: readonly string[];
}

/** Returns a function that names users. A user whom the session does not know is looked up in their tenant. */
export function useNames(named: readonly Named[]): (id: string) => string {
  const { nameOf, knows } = usePeople();
  const tenants = new Set(named.flatMap(({ tenantId, ids }) => (ids.every(knows) ? [] : [tenantId])));
  const { names, receipts } = useQueries({
    queries: [...tenants]
      .toSorted()
      .map((tenantId) => operationOptions('users.ofTenant', { tenantId, pageSize })),
    combine: combineUsers,
  });
  useShowReceipt('people', receipts);
  return useCallback((id) => (knows(id) ? nameOf(id) : (names.get(id) ?? id)), [knows, nameOf, names]);
}

type Users = Answer<{ readonly rows: readonly UserOfTenant[] }>;

/** A user who could not be read keeps the id. */
function combineUsers(answers: readonly UseQueryResult<Users>[]) {
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
