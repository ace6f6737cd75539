import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { ConsoleParts } from '#shared/catalogue/iam/console-places.ts';
import { policyOf } from '#shared/catalogue/iam/policy.ts';
import { tenantProblem } from '#shared/catalogue/iam/tenant-scope.ts';
import { ok, refused } from '#shared/contract/result.ts';
import type { ConnectionSummary } from '#shared/contract/session.ts';
import type { TableNames } from '../../aws/table-names.ts';
import type { Handlers } from '../../contract/handlers.ts';
import type { ShownSystems } from './shown-systems.ts';

interface Parts {
  readonly systems: ShownSystems;
  readonly tableNames: (system: SystemDeclaration) => TableNames;
  readonly connection: () => ConnectionSummary;
  readonly consoleParts?: (() => ConsoleParts) | undefined;
}

export function writePolicy({
  systems,
  tableNames,
  connection,
  consoleParts,
}: Parts): Handlers['explorer.policy'] {
  return ({ role, tenant }) => {
    const problem = tenant === null ? null : tenantProblem(tenant);
    if (problem !== null) {
      return refused({
        code: 'invalid-input',
        message: `The tenant's id ${problem}. No policy was written.`,
        issues: [{ path: 'tenant', problem }],
      });
    }
    const { id, region, accountId } = connection();
    const declarations = systems.all.map(({ declaration }) => declaration);
    const { document, notes } = policyOf({
      systems: declarations,
      tableNames: Object.fromEntries(declarations.map((system) => [system.id, tableNames(system)])),
      connection: { region, accountId },
      role,
      tenant,
      parts: consoleParts?.(),
    });
    const scope = tenant === null ? '' : `-${tenant.replaceAll(/[^A-Za-z0-9_-]+/g, '-').slice(0, 60)}`;
    return ok({
      fileName: `sluice-${id}-${role}${scope}.json`,
      text: `${JSON.stringify(document, null, 2)}\n`,
      notes: [...notes],
    });
  };
}
