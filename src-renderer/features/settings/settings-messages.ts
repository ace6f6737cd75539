import type { IconName } from '#renderer/ui/product-icons.ts';
import type { OutputOf } from '#shared/contract/contract.ts';
import type { Poller } from '#shared/contract/monitor.ts';
import type { ConnectionSummary, Persona, Session } from '#shared/contract/session.ts';
import { counted } from '#shared/domain/formatting.ts';
import { monthAtPace } from '#shared/pricing/request-costs.ts';

/** The usual ones, and what is kept where that is another. */
export function dueOptions(kept: number): readonly { readonly value: string; readonly label: string }[] {
  return [...new Set([...usual, kept])]
    .toSorted((left, right) => left - right)
    .map((hours) => ({
      value: String(hours),
      label: hours === 1 ? 'After 1 hour' : `After ${String(hours)} hours`,
    }));
}

const usual = [4, 8, 24, 48, 72];

/** "As now open, a look takes 14 metrics and 2 calls: about $0.62 a month without a pause, by AWS list prices." */
export function describeBudget(poller: Poller | undefined): string {
  if (poller === undefined) return 'What a look costs is not known yet.';
  if (poller.state === 'off') return poller.why ?? 'It is off on this connection.';
  const { metrics, calls, usdAMonth, priceBook } = poller.budget;
  const look = `As now open, a look takes ${counted(metrics, 'metric')} in ${counted(calls, 'call')}`;
  const month = monthAtPace(usdAMonth, poller.seconds, poller.seconds);
  return month === null
    ? `${look}; what that costs is unknown, since ${priceBook.name} has no price for it.`
    : `${look}: about ${month} a month without a pause, by ${priceBook.name}.`;
}

interface AccessText {
  readonly words: string;
  readonly icon: IconName;
}

/** Whether it may be written to now, and whether that can be otherwise. */
export function describeAccess({ readOnly, unlockable }: ConnectionSummary): AccessText {
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
export function describeTenants(tenants: Persona['tenants']): string {
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

type Read = OutputOf<'connections.readFile'>;

interface Words {
  readonly message: string;
  readonly detail?: string;
  readonly tone?: 'failed';
}

/** What became of each entry that is not as it was. */
export function describeReadAgain({ connections, added, changed, removed, kept, problems }: Read): Words {
  const nameOf = (id: string): string => connections.find((one) => one.id === id)?.name ?? id;
  const said = [
    of('Added', added.map(nameOf)),
    of('Changed', changed.map(nameOf)),
    of('Gone', removed),
    of(
      'As opened, until the console starts again',
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
    message: isNews ? 'connections.json was read again' : 'connections.json says the same',
    ...detail,
  };
}

function of(what: string, names: readonly string[]): string {
  return names.length === 0 ? '' : `${what}: ${names.join(', ')}.`;
}
