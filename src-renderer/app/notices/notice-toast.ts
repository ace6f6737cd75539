import type { Notice, Place } from '#shared/contract/monitor.ts';
import { counted, grouped } from '#shared/domain/formatting.ts';
import { placeWords } from '#shared/domain/monitor/place-of-alarm.ts';
import type { ToastOptions } from '#renderer/ui/toast/use-toast.ts';

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
