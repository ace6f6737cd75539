import type { Notice } from '#shared/contract/monitor.ts';

/** What this page knows to have been told; undefined before the poller has said anything at all. */
export type Told = ReadonlySet<string>;

export interface Telling {
  readonly told: Told;
  readonly news: readonly Notice[];
}

/** What was there when the page came is old; after that each is told once, and never what the desktop has told. */
export function newNotices(told: Told | undefined, notices: readonly Notice[]): Telling {
  const known = new Set(told);
  const news = notices.filter((notice) => !known.has(identityOf(notice)));
  for (const notice of news) known.add(identityOf(notice));
  return { told: known, news: told === undefined ? [] : news.filter(({ onDesktop }) => !onDesktop) };
}

/** Its number alone begins anew with the console's process, which a page may outlive. */
function identityOf({ number, at, title }: Notice): string {
  return `${String(number)} ${at} ${title}`;
}
