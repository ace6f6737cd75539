import type { Role } from '#shared/contract/define.ts';
import type { PipelineNames } from '#shared/domain/pipeline-names.ts';
import type { CheckClients } from './check-clients.ts';

/** Where it is asked, and for whose work. */
export interface CheckScope {
  readonly clients: CheckClients;
  readonly place: { readonly region: string; readonly accountId: string };
  readonly names: PipelineNames;
  /** What this role's screens do not need is not asked. */
  readonly role: Role;
  /** The one whose data this is about; null for all of them. */
  readonly tenant: string | null;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
