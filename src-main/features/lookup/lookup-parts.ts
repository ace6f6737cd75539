import type { Session } from '#shared/contract/session.ts';
import type { ConnectionDoors } from '../../aws/connection-access.ts';
import type { SeenDocuments } from '../documents/seen-documents.ts';
import type { KeptTenants } from '../tenants/kept-tenants.ts';

export interface LookupParts {
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly kept: KeptTenants;
  readonly seen: SeenDocuments;
}
