import type { ConnectionSummary, Persona, Session } from '#shared/contract/session.ts';
import type { IconName } from '#renderer/ui/icon/product-icons.ts';

export interface AccessWords {
  readonly words: string;
  readonly icon: IconName;
}

/** Whether it may be written to now, and whether that can be otherwise. */
export function accessWords({ readOnly, unlockable }: ConnectionSummary): AccessWords {
  if (readOnly) return { words: unlockable ? 'Locked, can be unlocked' : 'Read-only', icon: 'lock' };
  return { words: unlockable ? 'Unlocked for a while' : 'Not read-only', icon: 'unlock' };
}

/** The same at length. */
export function accessSentence({ kind, readOnly, unlockable }: ConnectionSummary): string {
  if (kind === 'sandbox') return 'not read-only; nothing leaves this machine';
  if (!readOnly)
    return unlockable
      ? 'unlocked for a while, locks itself'
      : 'not read-only; your role decides what you may do';
  return unlockable ? 'locked; can be unlocked for a while' : 'read-only, as its entry says';
}

/** "all tenants", or which. */
export function tenantsWords(tenants: Persona['tenants']): string {
  if (tenants === '*') return 'all tenants';
  if (tenants.length === 0) return 'no tenant';
  const named = tenants.slice(0, mostNamed).join(', ');
  const others = tenants.length - mostNamed;
  return others > 0 ? `${named} and ${String(others)} more` : named;
}

/** As the open connection stands now; the list is read once. Whatever is not open has locked itself since. */
export function withSession(
  connections: readonly ConnectionSummary[],
  session: Session | undefined,
): readonly ConnectionSummary[] {
  if (session === undefined) return connections;
  const { connection } = session;
  return connections.map((one) =>
    one.id === connection.id ? connection : { ...one, readOnly: one.readOnly || one.unlockable },
  );
}

const mostNamed = 4;
