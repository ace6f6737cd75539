import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { deniedPolicy } from '#shared/catalogue/iam/denied-policy.ts';
import { checkAreas, type Check, type CheckReport } from '#shared/contract/session.ts';
import { ok, refused } from '#shared/contract/result.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { showsSystem } from '#shared/domain/pipeline-names.ts';
import { listOnlyTenants } from '#shared/permissions.ts';
import type { OpenedAccount } from '../../aws/account/open-account.ts';
import { namesAt } from '../../aws/client-config.ts';
import type { AccountCheck } from '../../aws/check/check-account.ts';
import type { Denied, Outcome } from '../../aws/check/planned-check.ts';
import type { ConnectionAccess } from '../../aws/connection-access.ts';
import type { TableNames } from '../../aws/table-names.ts';
import type { Handlers } from '../../gate/gate.ts';
import type { PipelineApi } from '../../pipeline/pipeline-api.ts';
import { checkPipeline, pipelineNotAsked, type Person } from './check-pipeline.ts';
import type { ConnectionsFile } from './read-connections.ts';

type Names = 'connections.check';

interface Parts {
  readonly file: ConnectionsFile;
  readonly access: Pick<ConnectionAccess, 'checked' | 'account' | 'tableNames'>;
  readonly systems: readonly SystemDeclaration[];
  readonly times?: CheckTimes;
}

/** Checks any connection of the file, open or not. */
export function checkHandlers({ file, access, systems, times = usualTimes }: Parts): Pick<Handlers, Names> {
  const underWay = new Map<Connection, Promise<CheckReport>>();
  return {
    'connections.check': async ({ connectionId }) => {
      const connection = file.connections.find(({ id }) => id === connectionId);
      const account = connection === undefined ? null : access.account(connectionId);
      if (connection === undefined || account === null) return refused(nothingToCheck(connectionId, file));
      // Two callers at once share one report, so each call is made once.
      const report =
        underWay.get(connection) ??
        checkConnection(
          {
            connectionId,
            account,
            pipeline: connection.pipelineApi === undefined ? null : access.checked(connectionId).pipeline,
            notSignedIn: whyNotSignedIn(connection, account.api?.standing().state),
            systems: systems
              .filter(({ id }) => showsSystem(connection, id))
              .map((system) => ({ system, names: access.tableNames(system, connectionId) })),
          },
          times,
        ).finally(() => underWay.delete(connection));
      underWay.set(connection, report);
      const told = await report;
      return file.connections.includes(connection) ? ok(told) : refused(notAnyMore(connection));
    },
  };
}

export const usualTimes: CheckTimes = {
  now: Date.now,
  elapsed: () => performance.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** A check opens no browser; that happens only when a person signs in. */
export function whyNotSignedIn({ pipelineApi }: Connection, state: string | undefined): string | null {
  if (pipelineApi?.auth.kind !== 'oidc' || state === 'signed-in') return null;
  return 'Not signed in to the pipeline API yet. Sign in, then check again.';
}

function notAnyMore({ id, name }: Connection) {
  return {
    code: 'not-found' as const,
    message: `connections.json changed while ${name} was checked, so the result is not shown. Check again.`,
    what: `connection ${id}`,
  };
}

function nothingToCheck(connectionId: string, { file }: ConnectionsFile) {
  const why =
    connectionId === 'local'
      ? 'The sandbox runs inside this console, without sign-in or permissions, so there is nothing to check.'
      : `There is no connection "${connectionId}" in ${file}.`;
  return {
    code: 'not-found' as const,
    message: `${why} AWS was not asked.`,
    what: `connection ${connectionId}`,
  };
}

interface CheckedConnection {
  readonly connectionId: string;
  readonly account: Pick<OpenedAccount, 'credentials' | 'place'>;
  readonly pipeline: Pick<PipelineApi, 'call'> | null;
  readonly notSignedIn: string | null;
  /** Lists the systems that the connection shows. */
  readonly systems: readonly { readonly system: SystemDeclaration; readonly names: TableNames }[];
}

export interface CheckTimes {
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  readonly elapsed: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** This is in milliseconds. */
  readonly longestCall?: number;
  readonly longestCheck?: number;
}

/** Limits the whole report, because a person waits for it. */
const usualLongestCheck = 18_000;
const usualLongestCall = 4_000;

/**
 * Asks STS first, because nothing else is asked of an account that is not the connection's. The pipeline API follows
 * and says for whose work the rest is checked, then each call that this work needs of AWS.
 */
export async function checkConnection(
  { connectionId, account, pipeline, notSignedIn, systems }: CheckedConnection,
  { now, elapsed, sleep, longestCall = usualLongestCall, longestCheck = usualLongestCheck }: CheckTimes,
): Promise<CheckReport> {
  const begun = elapsed();
  const at = new Date(now()).toISOString();
  const { checkAccount } = await import('../../aws/check/check-account.ts');
  const aws: AccountCheck = checkAccount({ account, systems, now });
  const identity = await aws.identity(Math.min(identityShare * longestCheck, longestIdentity));
  const ofIdentity = identityCheck(identity, elapsed() - begun);
  const report = (rest: readonly Check[], policy: string | null, notes: readonly string[]): CheckReport => ({
    connectionId,
    at,
    ms: Math.round(elapsed() - begun),
    checks: inOrder([ofIdentity, ...rest]),
    policy,
    notes: [...notes],
  });
  if (identity.state !== 'works') {
    return report([...aws.notAsked(notAsked), ...pipelineNotAsked(notAsked)], null, []);
  }
  const { checks, person } = await checkPipeline({ api: pipeline, notSignedIn, elapsed, longestCall });
  const made = await aws.make(whoseWork(person), {
    elapsed,
    sleep,
    longestCall,
    until: begun + longestCheck,
  });
  const { document, notes } = deniedPolicy(
    made.denied.filter(({ outright }) => !outright),
    {
      systems: systems.map(({ system }) => system),
      tableNames: Object.fromEntries(systems.map(({ system, names }) => [system.id, names])),
      connection: { region: account.place.region, accountId: account.place.accountId },
      role: whoseWork(person).role,
      tenants: person?.tenants ?? '*',
      parts: { ...namesAt(account.place), signedApi: null },
    },
  );
  return report(
    [...made.checks, ...checks],
    document === null ? null : `${JSON.stringify(document, null, 2)}\n`,
    [...aboutPerson(person), ...aboutDenied(made.denied), ...notes],
  );
}

const identityShare = 0.6;
const longestIdentity = 10_000;
const notAsked = 'Not asked: STS has not confirmed that these keys belong to the account of this connection.';

/** Falls back to an admin's work, which is all of it, when the person is unknown. */
function whoseWork(person: Person | null) {
  const [only, ...more] = listOnlyTenants(person) ?? [];
  return { role: person?.role ?? ('admin' as const), tenant: more.length === 0 ? (only ?? null) : null };
}

function aboutPerson(person: Person | null): readonly string[] {
  if (person === null) {
    return [
      'The pipeline API has not confirmed who you are, so everything an admin needs was checked, for all tenants.',
    ];
  }
  const [, ...more] = listOnlyTenants(person) ?? [];
  return [
    `Checked what the ${person.role} role needs.`,
    ...(more.length === 0
      ? []
      : ["A sign-in limited to your tenants' partitions is denied the calls made here without a tenant."]),
  ];
}

function aboutDenied(denied: readonly Denied[]): readonly string[] {
  const outright = denied.filter((one) => one.outright);
  const ofKeys = denied.filter(({ action }) => action.startsWith('kms:'));
  return [
    ...(outright.length === 0
      ? []
      : [`The policy leaves out explicit denies, which no statement can allow: ${named(outright)}.`]),
    ...(ofKeys.length === 0
      ? []
      : ["A KMS key has its own policy, which must defer to this account's policies or name this sign-in."]),
  ];
}

function named(denied: readonly Denied[]): string {
  return [...new Set(denied.map(({ action }) => action))].toSorted().join(', ');
}

function identityCheck({ state, told, differences = [] }: Outcome, ms: number): Check {
  return {
    id: 'identity',
    area: 'identity',
    title: 'Account and identity',
    state,
    told,
    action: 'sts:GetCallerIdentity',
    resource: null,
    differences: [...differences],
    ms: Math.round(ms),
  };
}

function inOrder(checks: readonly Check[]): Check[] {
  return checks.toSorted((one, other) => checkAreas.indexOf(one.area) - checkAreas.indexOf(other.area));
}
