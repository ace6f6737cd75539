import type { Role } from '../../contract/define.ts';
import { findDeclared, type SystemDeclaration } from '../declaration.ts';
import { consoleStatements, type ConsoleParts } from './console-needs.ts';
import { collectGrants, roleReads, type Grant } from './grants.ts';
import {
  allowStatements,
  denyStatement,
  managedPolicyLimit,
  policySize,
  tenantProblem,
  type PolicyDocument,
  type PolicyStatement,
} from './policy-statements.ts';
import { isResourceName, noAccount, tableArn, type PolicyConnection } from './arns.ts';

export interface PolicyRequest {
  readonly systems: readonly SystemDeclaration[];
  /** Maps a system and a table to the table's name on the connection. */
  readonly tableNames: Readonly<Record<string, Readonly<Record<string, string | null>>>>;
  readonly connection: PolicyConnection;
  readonly role: Role;
  /** The tenant is null for all tenants. */
  readonly tenant: string | null;
  /** If this is left out, the policy only covers tables. */
  readonly parts?: ConsoleParts | undefined;
}

interface Policy {
  readonly document: PolicyDocument;
  /** Explains what the policy leaves out or cannot limit to a tenant. */
  readonly notes: readonly string[];
}

/** Builds a least-privilege policy: only the requests that the patterns make. Call `tenantProblem` first. */
export function buildPolicy(request: PolicyRequest): Policy {
  const { systems, connection, role, tenant, parts } = request;
  const granted = listReads(request);
  const tables = systems.flatMap((system) => Object.values(findTableNames(request, system)));
  const named = tables.filter((name) => name !== null && isResourceName(name));
  const arns = [...new Set(named)].map((name) => tableArn(connection, name ?? ''));
  const others = parts === undefined ? nothing : consoleStatements({ connection, parts, role, tenant });
  const document: PolicyDocument = {
    Version: '2012-10-17',
    Statement: [
      ...allowed(granted),
      // A Deny statement must name a table, so it is left out if there is none. A note explains that.
      ...(arns.length === 0 ? [] : [denyStatement(arns)]),
      ...others.statements,
    ],
  };
  const notes = [
    ...aboutRole(request),
    ...aboutTenant(granted, tenant),
    ...granted.flatMap((each) => each.notes),
    ...others.notes,
    parts === undefined ? aboutTablesAlone : aboutKeys,
    ...aboutDocument(document),
    ...aboutAccount(connection),
  ];
  return { document, notes };
}

function findTableNames(
  { tableNames }: PolicyRequest,
  system: SystemDeclaration,
): Readonly<Record<string, string | null>> {
  return findDeclared(tableNames, system.id) ?? {};
}

type Granted = ReturnType<typeof collectGrants> & { readonly system: SystemDeclaration };

function listReads(request: PolicyRequest): readonly Granted[] {
  const { systems, connection, role, tenant } = request;
  const problem = tenant === null ? null : tenantProblem(tenant);
  if (problem !== null) throw new Error(`The tenant's id ${problem}.`);
  return systems.map((system) => ({
    system,
    ...collectGrants(system, findTableNames(request, system), { connection, role, tenant }),
  }));
}

/**
 * Lists every grant of the policy separately: for tables what the patterns ask for, and for the rest what the console
 * needs.
 */
export function listAllGrants(request: PolicyRequest): readonly Grant[] {
  const { parts } = request;
  const { statements } = parts === undefined ? nothing : consoleStatements({ ...request, parts });
  const others = statements.flatMap(({ Effect, Action, Resource }) =>
    Effect === 'Deny'
      ? []
      : Action.flatMap((action) =>
          Resource.map((resource): Grant => ({ action, resource, partitions: null })),
        ),
  );
  return [...listReads(request).flatMap(({ grants }) => grants), ...others];
}

/** Systems that need the same grant share a statement, because IAM counts each character. */
function allowed(granted: readonly Granted[]): readonly PolicyStatement[] {
  const taken = new Set<string>();
  return allowStatements(granted.flatMap(({ grants }) => grants)).map((statement) => {
    const [only = '', ...more] = granted
      .filter(({ grants }) => grants.some(({ resource }) => statement.Resource.includes(resource)))
      .map(({ system }) => system.id);
    return { Sid: sidFor(more.length === 0 ? only : 'tables', taken), ...statement };
  });
}

/** A Sid has only letters and digits and is unique in a policy: ReadTeamLedger, ReadTeamLedger2. */
function sidFor(whose: string, taken: Set<string>): string {
  const words = whose.split(/[^a-zA-Z0-9]+/).filter((word) => word !== '');
  const name = `Read${words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('')}`;
  let sid = name;
  for (let number = 2; taken.has(sid); number += 1) sid = `${name}${number}`;
  taken.add(sid);
  return sid;
}

function aboutRole({ systems, role }: PolicyRequest): readonly string[] {
  const { because, without, only } = roleReads[role];
  const left = systems.flatMap(({ id, name }) => {
    if (only !== undefined) return Object.hasOwn(only, id) ? [] : [`${name} is left out for this role.`];
    const why = findDeclared(without, id);
    return why === undefined ? [] : [`${name} is left out for this role: ${why}.`];
  });
  return [because, ...left];
}

function aboutTenant(granted: readonly Granted[], tenant: string | null): readonly string[] {
  const meant = granted.flatMap(({ system, grants }) =>
    grants.length === 0 || system.tenant === undefined ? [] : [`${system.tenant} of ${system.name}`],
  );
  return tenant === null || meant.length === 0 ? [] : [`"${tenant}" is taken as ${meant.join(' and as ')}.`];
}

function aboutAccount({ accountId }: PolicyConnection): readonly string[] {
  return accountId === null ? [`This connection has no AWS account; ${noAccount} stands in its place.`] : [];
}

const nothing: ReturnType<typeof consoleStatements> = { statements: [], notes: [] };

const aboutTablesAlone =
  'It is about reads of DynamoDB alone: calls of SQS, Step Functions, CloudWatch and S3 are not in it, nor is kms:Decrypt for a table under a KMS key of your own.';

const aboutKeys =
  'It has what the console sends to DynamoDB, SQS, Step Functions, S3, CloudWatch and Cost Explorer for this role, and no more. What lies under a KMS key of your own needs kms:Decrypt as well, and kms:GenerateDataKey to send to such a queue.';

function aboutDocument(document: PolicyDocument): readonly string[] {
  const size = policySize(document);
  const notes = [
    "It holds back no attribute: secret ones reach the console's main process, which keeps them there.",
  ];
  if (!document.Statement.some(({ Effect }) => Effect === 'Allow')) {
    notes.unshift('It allows nothing: no question of these systems can be asked under it.');
  }
  if (size > managedPolicyLimit) {
    notes.push(
      `It has ${size} characters, and IAM takes ${managedPolicyLimit} in a managed policy. Make one for each system, or put it into the role itself, which takes 10,240.`,
    );
  }
  return notes;
}
