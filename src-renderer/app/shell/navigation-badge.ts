import type { Monitor } from '#shared/contract/monitor.ts';
import { grouped } from '#shared/domain/formatting.ts';
import type { PagePath } from '#shared/domain/screens.ts';

export interface Badge {
  readonly text: string;
  readonly words: string;
}

/** How much there is to do behind a page, by what the poller has seen anyway; nothing where it is 0 or not known. */
export function badgeOf(path: PagePath, monitor: Monitor | undefined): Badge | null {
  if (path === '/monitor') return alarmBadge(monitor);
  if (path === '/dead-letters') return deadLetterBadge(monitor?.deadLetters ?? null);
  return null;
}

function alarmBadge(monitor: Monitor | undefined): Badge | null {
  const firing = monitor?.alarms?.filter(({ state }) => state === 'ALARM').length ?? 0;
  if (firing === 0) return null;
  const least = monitor?.isAll === true ? '' : 'at least ';
  const words = firing === 1 ? '1 alarm fires' : `${grouped(firing)} alarms fire`;
  return { text: grouped(firing), words: `${least}${words}` };
}

/** Of the queues that are that desk's: what died of a download is for Downloads. */
function deadLetterBadge(watched: Monitor['deadLetters']): Badge | null {
  const queues = watched?.filter(({ place }) => place.desk === 'dead-letters');
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
