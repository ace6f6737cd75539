import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { maySeeTenant } from '#shared/permissions.ts';
import type { Session } from '#shared/contract/session.ts';
import { isOverAll, placeInScope, readTenant } from '../tenant-in-address.ts';
import { useSession } from '../session/use-session.ts';
import { readTexts, saveTexts, tenantMemory } from '../window-memory.ts';

/**
 * Remembers the chosen tenant for this window, and drops it when it means nothing any more: another connection has other
 * tenants, and another person may not see it.
 */
export function useKeptTenant(): void {
  const router = useRouter();
  const navigate = useNavigate();
  const { connection, who } = useSession();
  const before = useRef({ connection, who });

  const look = useEffectEvent((now: Standing) => {
    const { pathname, search } = router.state.location;
    const tenant = readTenant(search);
    const [of, kept] = readTexts(tenantMemory);
    // The start of this window took the tenant from its memory before the connection was known.
    const isOfAnother = kept === tenant && of !== now.connection.id;
    const lost = tenant !== null && (isOfAnother || isTenantLost(tenant, before.current, now));
    before.current = now;
    // A link of a case opens a connection for its own tenant.
    if (lost && pathname !== '/open')
      void navigate({ ...placeInScope(pathname, search, null), replace: true });
  });
  useEffect(() => look({ connection, who }), [connection, who]);

  const remember = useEffectEvent(() => {
    const { pathname, search } = router.state.location;
    if (pathname === '/open') return;
    const tenant = isOverAll(search) ? null : readTenant(search);
    saveTexts(tenantMemory, tenant === null ? [] : [connection.id, tenant]);
  });
  useEffect(() => router.subscribe('onResolved', () => remember()), [router]);
}

type Standing = Pick<Session, 'connection' | 'who'>;

/** A person who is not known yet loses nothing: the pages say what may not be seen. */
export function isTenantLost(tenant: string, before: Standing, now: Standing): boolean {
  if (before.connection.id !== now.connection.id) return true;
  return before.who !== null && before.who.id !== now.who?.id && !maySeeTenant(now.who, tenant);
}
