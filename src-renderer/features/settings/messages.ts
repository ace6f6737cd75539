import type { IconName } from '#renderer/ui/product-icons.ts';
import type { OutputOf } from '#shared/contract/contract.ts';
import type { Poller } from '#shared/contract/monitor.ts';
import type { ConnectionSummary, Persona, Session } from '#shared/contract/session.ts';
import { counted } from '#shared/domain/formatting.ts';
import { monthAtPace } from '#shared/pricing/request-costs.ts';

/** Returns the usual choices, and the saved value if it is another. */
export function listDueOptions(kept: number): readonly { readonly value: string; readonly label: string }[] {
  return [...new Set([...usual, kept])]
    .toSorted((left, right) => left - right)
    .map((hours) => ({
      value: String(hours),
      label: hours === 1 ? 'After 1 hour' : `After ${String(hours)} hours`,
    }));
}

const usual = [4, 8, 24, 48, 72];

/** "With the charts open now, a look takes 14 metrics and 2 calls: about $0.62 a month without a pause, by AWS list prices." */
export function describeBudget(poller: Poller | undefined): string {
  if (poller === undefined) return 'The cost of a look is not known yet.';
  if (poller.state === 'off') return poller.why ?? 'It is off on this connection.';
  const { metrics, calls, usdAMonth, priceBook } = poller.budget;
  const look = `With the charts open now, a look takes ${counted(metrics, 'metric')} in ${counted(calls, 'call')}`;
  const month = monthAtPace(usdAMonth, poller.seconds, poller.seconds);
  return month === null
    ? `${look}; what that costs is unknown, since ${priceBook.name} has no price for it.`
    : `${look}: about ${month} a month without a pause, by ${priceBook.name}.`;
}

interface AccessText {
  readonly words: string;
  readonly icon: IconName;
}

/** Describes whether the connection is writable now, and whether that can be changed. */
export function describeAccess({ readOnly, unlockable }: ConnectionSummary): AccessText {
  if (readOnly) return { words: unlockable ? 'Locked, can be unlocked' : 'Read-only', icon: 'lock' };
  return { words: unlockable ? 'Unlocked for a while' : 'Not read-only', icon: 'unlock' };
}

/** Describes the access in a full sentence. */
export function explainAccess({ kind, readOnly, unlockable }: ConnectionSummary): string {
  if (kind === 'sandbox') return 'not read-only; nothing leaves this machine';
  if (!readOnly)
    return unlockable
      ? 'unlocked for a while, locks itself'
      : 'not read-only; your role decides what you may do';
  return unlockable ? 'locked; can be unlocked for a while' : 'read-only, as its entry says';
}

/** "all tenants", or their names. */
export function describeTenants(tenants: Persona['tenants']): string {
  if (tenants === '*') return 'all tenants';
  if (tenants.length === 0) return 'no tenant';
  const named = tenants.slice(0, mostNamed).join(', ');
  const others = tenants.length - mostNamed;
  return others > 0 ? `${named} and ${String(others)} more` : named;
}

/**
 * Updates the open connection from the session, because the list is read once. A connection that is not open
 * has locked itself since.
 */
export function applySession(
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

type Read = OutputOf<'connections.readFile'>;

interface DescribedEntries {
  readonly message: string;
  readonly detail?: string;
  readonly tone?: 'failed';
}

/** Describes the entries that have changed. */
export function describeReadAgain({
  connections,
  added,
  changed,
  removed,
  kept,
  problems,
}: Read): DescribedEntries {
  const nameOf = (id: string): string => connections.find((one) => one.id === id)?.name ?? id;
  const said = [
    formatNames('Added', added.map(nameOf)),
    formatNames('Changed', changed.map(nameOf)),
    formatNames('Gone', removed),
    formatNames(
      'As opened, until the console restarts',
      kept.map(({ connectionId }) => nameOf(connectionId)),
    ),
  ].filter((words) => words !== '');
  const detail = said.length === 0 ? {} : { detail: said.join(' ') };
  if (problems.length > 0) {
    const how = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
    return { message: `connections.json has ${how}`, ...detail, tone: 'failed' };
  }
  const isNews = added.length + changed.length + removed.length + kept.length > 0;
  return {
    message: isNews ? 'connections.json was read again' : 'connections.json is unchanged',
    ...detail,
  };
}

function formatNames(what: string, names: readonly string[]): string {
  return names.length === 0 ? '' : `${what}: ${names.join(', ')}.`;
}
