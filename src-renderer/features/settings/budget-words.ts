import type { Poller } from '#shared/contract/monitor/poller.ts';
import { counted } from '#shared/domain/grouped-number.ts';
import { monthAtPace } from '#shared/domain/poll-pace.ts';

/** "As now open, a look takes 14 metrics and 2 calls: about $0.62 a month without a pause, by AWS list prices." */
export function budgetWords(poller: Poller | undefined): string {
  if (poller === undefined) return 'What a look costs is not known yet.';
  if (poller.state === 'off') return poller.why ?? 'It is off on this connection.';
  const { metrics, calls, usdAMonth, priceBook } = poller.budget;
  const look = `As now open, a look takes ${counted(metrics, 'metric')} in ${counted(calls, 'call')}`;
  const month = monthAtPace(usdAMonth, poller.seconds, poller.seconds);
  return month === null
    ? `${look}; what that costs is unknown, since ${priceBook.name} has no price for it.`
    : `${look}: about ${month} a month without a pause, by ${priceBook.name}.`;
}
