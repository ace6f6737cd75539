import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { Role } from '#shared/contract/define.ts';
import { namesAt, type AwsPlace } from '../aws-place.ts';
import type { TableNames } from '../table-names.ts';
import { alarmChecks } from './alarm-checks.ts';
import type { CheckClients } from './check-clients.ts';
import type { CheckScope } from './check-scope.ts';
import { fileChecks } from './file-checks.ts';
import type { PlannedCheck } from './planned-check.ts';
import { queueChecks } from './queue-checks.ts';
import { runChecks } from './run-checks.ts';
import { tableChecks } from './table-checks.ts';

export interface Plan {
  readonly place: AwsPlace;
  readonly clients: CheckClients;
  /** Those that the connection shows, with what it calls their tables. */
  readonly systems: readonly { readonly system: SystemDeclaration; readonly names: TableNames }[];
  readonly role: Role;
  readonly tenant: string | null;
  readonly now: () => number;
}

/** Every call that a role's screens need of AWS, each once; to plan it asks nobody. */
export function planChecks({ place, clients, systems, role, tenant, now }: Plan): readonly PlannedCheck[] {
  const { region, accountId } = place;
  const scope: CheckScope = {
    clients,
    place: { region, accountId },
    names: namesAt(place),
    role,
    tenant,
    now,
  };
  const hasExtraction = systems.some(({ system }) => system.id === 'extraction');
  return [
    ...systems.flatMap(({ system, names }) => tableChecks(system, names, scope)),
    ...(hasExtraction ? [...queueChecks(scope), ...runChecks(scope), ...fileChecks(scope)] : []),
    ...alarmChecks(scope),
  ];
}
