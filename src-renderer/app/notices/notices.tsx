import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useMonitor } from '#renderer/contract/monitor-provider.tsx';
import { usePreferences } from '#renderer/contract/use-preferences.ts';
import { useWatch } from '#renderer/contract/use-operation.ts';
import { useToast, type ToastOptions } from '#renderer/ui/toast.tsx';
import type { OutputOf } from '#shared/contract/contract.ts';
import type { Notice, Place } from '#shared/contract/monitor.ts';
import { counted, grouped } from '#shared/domain/formatting.ts';
import { describePlace } from '#shared/domain/monitor/place-of-alarm.ts';
import { placeAddress } from '../place-address.ts';
import { saveTexts, readTexts } from '../window-memory.ts';
import { messages } from '../messages.ts';

/** Shows each notice of the monitor once as a toast on the current page, with a link to its desk. */
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
    // Notices that existed when the page loaded are not new, even if the page was out of sight.
    if (told.current === undefined || document.visibilityState === 'visible') {
      tell(notices);
      return undefined;
    }
    // A toast on a hidden page would end before it is seen, so it waits until the page is visible.
    const whenBack = () => {
      if (document.visibilityState === 'visible') tell(notices);
    };
    document.addEventListener('visibilitychange', whenBack);
    return () => document.removeEventListener('visibilitychange', whenBack);
  }, [notices]);
  return null;
}

/** This holds the notices that are not new to this page, and is undefined until the poller has answered. */
type Told = ReadonlySet<string>;

interface Telling {
  readonly told: Told;
  readonly news: readonly Notice[];
}

/**
 * Notices that existed when the page loaded are old. Later ones are returned once, except those shown on the
 * desktop.
 */
export function newNotices(told: Told | undefined, notices: readonly Notice[]): Telling {
  const known = new Set(told);
  const news = notices.filter((notice) => !known.has(toNoticeKey(notice)));
  for (const notice of news) known.add(toNoticeKey(notice));
  return { told: known, news: told === undefined ? [] : news.filter(({ onDesktop }) => !onDesktop) };
}

/** The number alone is not enough, since it restarts with the console's process, which a page may outlive. */
function toNoticeKey({ number, at, title }: Notice): string {
  return `${String(number)} ${at} ${title}`;
}

/** Opens the place of a desktop notification that was clicked, once, so that a reload does not open it again. */
function useFollowOpened(open: (place: Place) => void): void {
  const opened = useWatch('monitor.opened', {}).value?.opened ?? null;
  const follow = useEffectEvent((clicked: Opened) => {
    const click = toClickKey(clicked);
    if (readTexts(memoryKey)[0] === click) return;
    saveTexts(memoryKey, [click]);
    open(clicked.place);
  });
  useEffect(() => {
    if (opened !== null) follow(opened);
  }, [opened]);
}

const memoryKey = 'followed-notification';

type Opened = NonNullable<OutputOf<'monitor.opened'>['opened']>;

/**
 * Identifies one click on one notification. The number restarts with the console's process, so the time is
 * included.
 */
export function toClickKey({ number, at }: Pick<Opened, 'number' | 'at'>): string {
  return `${String(number)} ${at}`;
}

/** Shows few notices as single toasts, and many as one toast that leads to where they are listed. */
export function noticeToasts(news: readonly Notice[], open: (place: Place) => void): readonly ToastOptions[] {
  if (news.length > mostToasts) return [manyToast(news, open)];
  return news.map((notice) => ({
    id: `notice-${String(notice.number)}`,
    tone: 'failed',
    message: notice.title,
    detail: notice.says,
    timeoutMs: readingMs,
    action: { label: describePlace(notice.place).long, onAction: () => open(notice.place) },
  }));
}

function manyToast(news: readonly Notice[], open: (place: Place) => void): ToastOptions {
  const alarms = news.filter(({ kind }) => kind === 'alarm').length;
  return {
    id: 'notices',
    tone: 'failed',
    message: messages.notices.several(grouped(news.length)),
    detail: messages.notices.newest(
      counted(alarms, 'alarm'),
      counted(news.length - alarms, 'dead-letter queue'),
      news.at(-1)?.title ?? '',
    ),
    timeoutMs: readingMs,
    action: {
      label: 'Open Monitor',
      onAction: () => open({ desk: 'monitor', group: null, alarm: null }),
    },
  };
}

const mostToasts = 3;
/**
 * The toast stays long enough to be found by a person who was looking elsewhere; Monitor lists the notice
 * permanently.
 */
const readingMs = 20_000;
