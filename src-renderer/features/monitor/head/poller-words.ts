import type { Poller } from '#shared/contract/monitor/poller.ts';
import { counted } from '#shared/domain/grouped-number.ts';
import { monthAtPace, paceWords } from '#shared/domain/poll-pace.ts';
import { relativeWords } from '#renderer/ui/relative-time/relative-words.ts';

/** "Looks every minute, about $9.10 a month": in one line what it does by itself and what that costs. */
export function pollerWords(poller: Poller, pollHidden: 'pause' | 'go on'): string {
  if (poller.state === 'off') return poller.why ?? 'Looking is off on this connection.';
  const month = monthWords(poller);
  const hidden = pollHidden === 'pause' ? ', pauses when hidden' : '';
  return `Looks ${paceWords(poller.seconds)}${hidden} · ${month}`;
}

export function monthWords({ budget, seconds }: Poller): string {
  const month = monthAtPace(budget.usdAMonth, seconds, seconds);
  return month === null ? 'cost unknown' : `about ${month} a month`;
}

/** "next look in 40 s" */
export function nextWords({ state, nextAt, why }: Poller, now: number): string {
  switch (state) {
    case 'looking':
      return 'looking now';
    case 'hidden':
      return 'paused: no window is in sight';
    case 'off':
      return why ?? 'off';
    default: {
      const next =
        nextAt === null ? '' : `${state === 'offline' ? 'next try' : 'next look'} ${atWords(nextAt, now)}`;
      return state === 'offline' ? `AWS did not answer; ${next}` : next;
    }
  }
}

function atWords(at: string, now: number): string {
  const due = Date.parse(at);
  return due <= now ? 'is due' : relativeWords(due, now);
}

/** "14 metrics in 2 calls" */
export function lookWords({ budget: { metrics, calls } }: Poller): string {
  return `${counted(metrics, 'metric')} in ${counted(calls, 'call')}`;
}

/** "12 looks, 24 calls" */
export function doneWords({ looks, calls }: Poller): string {
  return `${counted(looks, 'look')}, ${counted(calls, 'call')}`;
}
