import type { Monitor } from '#shared/contract/monitor/poller.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import type { PagePath } from '#shared/domain/pages.ts';

export interface Badge {
  readonly text: string;
  readonly words: string;
}

/** How much there is to do behind a page, by what the poller has seen anyway; nothing where it is 0 or not known. */
export function badgeOf(path: PagePath, monitor: Monitor | undefined): Badge | null {
  if (path === '/monitor') return alarmBadge(monitor?.alarms ?? null);
  if (path === '/dead-letters') return deadLetterBadge(monitor?.deadLetters ?? null);
  return null;
}

function alarmBadge(alarms: Monitor['alarms']): Badge | null {
  const firing = alarms?.filter(({ state }) => state === 'ALARM').length ?? 0;
  if (firing === 0) return null;
  return { text: grouped(firing), words: firing === 1 ? '1 alarm fires' : `${grouped(firing)} alarms fire` };
}

function deadLetterBadge(queues: Monitor['deadLetters']): Badge | null {
  const known = queues?.flatMap(({ depth }) => depth ?? []) ?? [];
  const depth = known.reduce((sum, each) => sum + each, 0);
  if (depth === 0) return null;
  const least = known.length === queues?.length ? '' : 'at least ';
  return {
    text: compact.format(depth),
    words: `${least}${depth === 1 ? '1 dead letter' : `${grouped(depth)} dead letters`}, by CloudWatch`,
  };
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
