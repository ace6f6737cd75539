import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { Role } from '#shared/contract/define.ts';
import type { Check } from '#shared/contract/session.ts';
import { callerIdentity } from '../account/caller-identity.ts';
import type { OpenedAccount } from '../account/open-account.ts';
import { NotSignedIn } from '../aws-trouble.ts';
import { namesAt, type AwsPlace } from '../client-config.ts';
import { withinTime } from '../patience.ts';
import type { TableNames } from '../table-names.ts';
import type { AskingParts } from './asking.ts';
import { checkClients, type CheckClients, type CheckScope } from './check-clients.ts';
import { makeChecks, notMade, type Made, type Outcome, type PlannedCheck } from './planned-check.ts';
import { queueChecks } from './queue-checks.ts';
import { alarmChecks, fileChecks, runChecks } from './service-checks.ts';
import { tableChecks } from './table-checks.ts';

export interface AccountCheck {
  /** Asks STS only. Unless this works, no other service may be asked. */
  identity(longest: number): Promise<Outcome>;
  /** Returns the checks that would have been made, as not made. */
  notAsked(why: string): readonly Check[];
  /** Makes each needed call once. It must come after STS has confirmed the connection's account. */
  make(whose: { readonly role: Role; readonly tenant: string | null }, parts: AskingParts): Promise<Made>;
}

interface Parts {
  readonly account: Pick<OpenedAccount, 'credentials' | 'place'>;
  readonly systems: readonly { readonly system: SystemDeclaration; readonly names: TableNames }[];
  readonly now: () => number;
}

/** Implements "Check connection" for one account. */
export function checkAccount({ account, systems, now }: Parts): AccountCheck {
  const { place } = account;
  return {
    identity: (longest) => askIdentity(account, longest),
    notAsked(why) {
      const clients = checkClients(place);
      const planned = planChecks({ place, clients, systems, now, role: 'admin', tenant: null });
      clients.close();
      return planned.map((check) => notMade(check, why));
    },
    async make(whose, parts) {
      const clients = checkClients(place);
      try {
        return await makeChecks(planChecks({ place, clients, systems, now, ...whose }), parts);
      } finally {
        clients.close();
      }
    },
  };
}

export interface Plan {
  readonly place: AwsPlace;
  readonly clients: CheckClients;
  /** These are the systems that the connection shows, with the names of their tables. */
  readonly systems: readonly { readonly system: SystemDeclaration; readonly names: TableNames }[];
  readonly role: Role;
  readonly tenant: string | null;
  readonly now: () => number;
}

/** Plans every AWS call that a role's screens need, each once. Planning itself makes no call. */
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

type Account = Pick<OpenedAccount, 'credentials' | 'place'>;

/** Asks STS once whose keys these are now. It does not wait for a person who is asked for a code. */
export async function askIdentity(account: Account, longest: number): Promise<Outcome> {
  try {
    return await withinTime(longest, () => ask(account));
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'LateAnswer') throw error;
    return refused({ state: 'failed', why: 'STS did not answer in time.' });
  }
}

async function ask({ credentials, place }: Account): Promise<Outcome> {
  try {
    const before = credentials.standing().state;
    // A sign-in asks STS anyway; keys from an earlier sign-in may have been revoked since.
    if (before !== 'signed-in') await credentials.signIn();
    const standing = credentials.standing();
    if (standing.state !== 'signed-in') return refused(standing);
    if (before !== 'signed-in') return found(standing);
    return found(await asked());
  } catch (error) {
    if (!(error instanceof NotSignedIn)) throw error;
    return refused({ state: 'failed', reason: error.reason, why: error.message, run: error.run });
  }

  async function asked() {
    const keys = await credentials.get();
    try {
      return await callerIdentity(keys, place, place.account ?? { endpoints: {} });
    } catch (error) {
      const isOver = error instanceof NotSignedIn && error.reason === 'expired';
      if (!isOver || !(await credentials.renew(keys))) throw error;
      const renewed = credentials.standing();
      if (renewed.state !== 'signed-in') throw error;
      return renewed;
    }
  }
}

function found({ arn }: { readonly arn: string }): Outcome {
  return { state: 'works', told: `You are ${arn}, in the account of this connection.` };
}

type Standing = {
  readonly state: string;
  readonly reason?: string;
  readonly why?: string;
  readonly run?: string | null;
};

function refused({ state, reason, why, run }: Standing): Outcome {
  const nothing = 'AWS was not asked anything else.';
  if (state === 'code-wanted' || reason === 'code-wanted') {
    // The code prompt appears only on the open connection, but any connection of the file may be checked.
    const told = 'AWS needs a code from your device. Open this connection, enter the code, then check again.';
    return { state: 'not-checked', told };
  }
  if (state === 'in-progress' || reason === 'in-progress') {
    const told = `Sign-in to AWS is taking long. ${nothing} Check again when it is done.`;
    return { state: 'not-checked', told };
  }
  const next = run === undefined || run === null ? '' : ` Run "${run}" in a terminal, then check again.`;
  const told = `${why ?? 'Sign-in to AWS failed.'} ${nothing}${next}`;
  return { state: reason === 'other-account' ? 'differs' : 'failed', told };
}
