import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useMonitor } from '#renderer/contract/monitor-provider.tsx';
import { usePreferences } from '#renderer/contract/use-preferences.ts';
import { useWatch } from '#renderer/contract/use-operation.ts';
import { useToast, type ToastOptions } from '#renderer/ui/toast.tsx';
import type { OutputOf } from '#shared/contract/contract.ts';
import type { Notice, Place } from '#shared/contract/monitor.ts';
import { counted, grouped } from '#shared/domain/formatting.ts';
import { placeWords } from '#shared/domain/monitor/place-of-alarm.ts';
import { placeAddress } from '../place-address.ts';
import { keepTexts, keptTexts } from '../window-memory.ts';

/** Tells on whichever page one is what happens on the other side, once, with the way to its desk. */
export function Notices() {
  const navigate = useNavigate();
  const open = (place: Place) => void navigate(placeAddress(place));
  const told = useRef<Told>(undefined);
  const notices = useMonitor().value?.notices;
  const { preferences } = usePreferences();
  const toast = useToast();
  useFollowOpened(open);

  const tell = useEffectEvent((all: readonly Notice[]) => {
    const telling = newNotices(told.current, all);
    told.current = telling.told;
    if (preferences.notices === 'off') return;
    for (const options of noticeToasts(telling.news, open)) toast.show(options);
  });
  useEffect(() => {
    if (notices === undefined) return undefined;
    // What was there when the page came is old, also where it came out of sight.
    if (told.current === undefined || document.visibilityState === 'visible') {
      tell(notices);
      return undefined;
    }
    // A toast that nobody can see would be over before somebody looks.
    const whenBack = () => {
      if (document.visibilityState === 'visible') tell(notices);
    };
    document.addEventListener('visibilitychange', whenBack);
    return () => document.removeEventListener('visibilitychange', whenBack);
  }, [notices]);
  return null;
}

/** What this page knows to have been told; undefined before the poller has said anything at all. */
type Told = ReadonlySet<string>;

interface Telling {
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

/** Goes where a desktop notification leads that was clicked, once: after a reload the click is long over. */
function useFollowOpened(open: (place: Place) => void): void {
  const opened = useWatch('monitor.opened', {}).value?.opened ?? null;
  const follow = useEffectEvent((clicked: Opened) => {
    const click = clickOf(clicked);
    if (keptTexts(memoryKey)[0] === click) return;
    keepTexts(memoryKey, [click]);
    open(clicked.place);
  });
  useEffect(() => {
    if (opened !== null) follow(opened);
  }, [opened]);
}

const memoryKey = 'followed-notification';

type Opened = NonNullable<OutputOf<'monitor.opened'>['opened']>;

/** One click on one notification. Its number alone begins anew with the console's process, which a page may outlive. */
export function clickOf({ number, at }: Pick<Opened, 'number' | 'at'>): string {
  return `${String(number)} ${at}`;
}

/** One by one while they are few; many at once are one toast, which leads to where they are listed. */
export function noticeToasts(news: readonly Notice[], open: (place: Place) => void): readonly ToastOptions[] {
  if (news.length > mostToasts) return [manyToast(news, open)];
  return news.map((notice) => ({
    id: `notice-${String(notice.number)}`,
    tone: 'failed',
    message: notice.title,
    detail: notice.says,
    timeoutMs: readingMs,
    action: { label: placeWords(notice.place).long, onAction: () => open(notice.place) },
  }));
}

function manyToast(news: readonly Notice[], open: (place: Place) => void): ToastOptions {
  const alarms = news.filter(({ kind }) => kind === 'alarm').length;
  return {
    id: 'notices',
    tone: 'failed',
    message: `${grouped(news.length)} things have happened`,
    detail: `${counted(alarms, 'alarm')} and ${counted(news.length - alarms, 'queue')} of dead letters; the newest: ${news.at(-1)?.title ?? ''}`,
    timeoutMs: readingMs,
    action: {
      label: 'Open Monitor',
      onAction: () => open({ desk: 'monitor', group: null, alarm: null }),
    },
  };
}

const mostToasts = 3;
/** Whoever looks elsewhere when it comes shall still find it; Monitor lists it for good. */
const readingMs = 20_000;
