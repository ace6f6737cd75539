import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { Check } from '#shared/contract/session.ts';
import type { Role } from '#shared/contract/define.ts';
import type { OpenedAccount } from '../account/open-account.ts';
import type { TableNames } from '../table-names.ts';
import type { AskingParts } from './asking.ts';
import { checkClients } from './check-clients.ts';
import { askIdentity } from './identity-check.ts';
import { makeChecks, notMade, type Made } from './make-checks.ts';
import { planChecks } from './plan-checks.ts';
import type { Outcome } from './planned-check.ts';

export interface AccountCheck {
  /** STS, and nobody else. Unless this works, nothing else may be asked. */
  identity(longest: number): Promise<Outcome>;
  /** What would be asked, and was not. */
  notAsked(why: string): readonly Check[];
  /** Each needed call once. Not before STS has said that it is the connection's account. */
  make(whose: { readonly role: Role; readonly tenant: string | null }, parts: AskingParts): Promise<Made>;
}

interface Parts {
  readonly account: Pick<OpenedAccount, 'credentials' | 'place'>;
  readonly systems: readonly { readonly system: SystemDeclaration; readonly names: TableNames }[];
  readonly now: () => number;
}

/** "Check connection" of one account. */
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
