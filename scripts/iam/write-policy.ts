import { resolve } from 'node:path';
import { tableNames } from '#main/aws/table-names.ts';
import { getConsoleParts, readConnections } from '#main/features/connections/read-connections.ts';
import { readCatalogueFile } from '#main/features/explorer/read-catalogue-file.ts';
import type { CatalogueFile } from '#main/features/explorer/read-catalogue-file.ts';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { discoveryPolicy } from '#shared/catalogue/iam/discovery-needs.ts';
import { buildPolicy } from '#shared/catalogue/iam/policy.ts';
import type { PolicyConnection } from '#shared/catalogue/iam/arns.ts';
import { sandboxConnectionId, type Connection } from '#shared/domain/connection.ts';
import { parsePolicyFlags, policyUsage } from './policy-flags.ts';

export interface WrittenPolicy {
  /** This is the policy for standard output, which is always pure JSON. */
  readonly text: string;
  readonly says: readonly string[];
  readonly exitCode: 0 | 2;
}

export function writePolicy(argv: readonly string[], where: { readonly home: string }): WrittenPolicy {
  const parsed = parsePolicyFlags(argv);
  if (!parsed.ok) return refusal([parsed.problem, '', policyUsage]);
  const { help, discovery, role, tenant, ...asked } = parsed.flags;
  if (help) return { text: `${policyUsage}\n`, says: [], exitCode: 0 };
  if (discovery) return { text: `${JSON.stringify(discoveryPolicy(), null, 2)}\n`, says: [], exitCode: 0 };

  const found = findConnection(asked.connection, resolve(asked.home ?? where.home));
  if (!found.ok) return refusal(found.problems);
  const file = asked.catalogue === undefined ? noFile : readCatalogueFile(resolve(asked.catalogue));
  // The console opens without a system that has a mistake, but a policy without it would be too narrow without notice.
  if (file.problems.length > 0) {
    return refusal(
      file.problems.map(({ path, value, problem }) => `${file.path}: ${path} ${problem}; found ${value}.`),
    );
  }
  const systems: readonly SystemDeclaration[] = [...Object.values(catalogue), ...file.systems];
  const { connection } = found;
  const { document, notes } = buildPolicy({
    systems,
    tableNames: Object.fromEntries(systems.map((system) => [system.id, tableNames(system, connection)])),
    connection: connection === 'sandbox' ? sandbox : toPolicyConnection(connection),
    role,
    tenant,
    parts: getConsoleParts(connection),
  });
  return { text: `${JSON.stringify(document, null, 2)}\n`, says: notes, exitCode: 0 };
}

const noFile: CatalogueFile = { path: '', systems: [], problems: [] };

/** Uses the region and account that pocket AWS reports. */
const sandbox: PolicyConnection = { region: 'local', accountId: null };

function toPolicyConnection({ aws }: Connection): PolicyConnection {
  return { region: aws.region, accountId: aws.accountId };
}

type Found =
  | { readonly ok: true; readonly connection: Connection | 'sandbox' }
  | { readonly ok: false; readonly problems: readonly string[] };

function findConnection(id: string, home: string): Found {
  if (id === sandboxConnectionId) return { ok: true, connection: 'sandbox' };
  const { file, connections, problems } = readConnections(home);
  const connection = connections.find((each) => each.id === id);
  if (connection !== undefined) return { ok: true, connection };
  const known = [sandboxConnectionId, ...connections.map((each) => each.id)];
  return {
    ok: false,
    problems: [
      `There is no connection "${id}" in ${file}. Known: ${known.join(', ')}.`,
      ...problems.map(({ path, problem }) => `${file}: ${path} ${problem}.`),
    ],
  };
}

function refusal(says: readonly string[]): WrittenPolicy {
  return { text: '', says, exitCode: 2 };
}
