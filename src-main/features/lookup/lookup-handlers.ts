import type { ConnectionDoors } from '../../aws/connection-access.ts';
import type { Handlers } from '../../contract/handlers.ts';
import type { Session } from '#shared/contract/session.ts';
import type { KeptTenants } from '../tenants/kept-tenants.ts';
type Names = 'lookup.find';

interface Parts {
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly kept: KeptTenants;
}

export function lookupHandlers(_parts: Parts): Pick<Handlers, Names> {
  return {} as never;
}
