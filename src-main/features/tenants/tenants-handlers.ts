import type { ConnectionDoors } from '../../aws/connection-access.ts';
import type { Handlers } from '../../contract/handlers.ts';
import type { Session } from '#shared/contract/session.ts';
import type { KeptTenants } from './kept-tenants.ts';
type Names = Extract<
  keyof Handlers,
  `tenants.${string}` | `projects.${string}` | `users.${string}` | `workflows.${string}`
>;

interface Parts {
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly kept: KeptTenants;
}

export function tenantsHandlers(_parts: Parts): Pick<Handlers, Names> {
  return {} as never;
}
