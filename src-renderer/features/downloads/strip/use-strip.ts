import { useWidth } from '#renderer/ui/use-width.ts';
import type { DownloadsAddress, GoDownloads } from '../downloads-address.ts';
import { daysThatFit, movedDay, movedStrip, stripDays } from './strip-days.ts';
import type { StripDays } from './strip-days.ts';
import { useDays } from './use-days.ts';
import type { DayReading } from './use-days.ts';

export interface Strip extends StripDays {
  readonly measure: (element: HTMLElement | null) => void;
  readonly today: string;
  /** Null while files that do not move are shown in place of a day. */
  readonly chosen: string | null;
  /** In the order of the days. */
  readonly readings: readonly DayReading[];
  readonly choose: (day: string) => void;
  readonly move: (weeks: 1 | -1) => void;
  readonly step: (days: 1 | -1) => void;
  readonly goToday: () => void;
}

interface StripParts {
  readonly address: DownloadsAddress;
  readonly go: GoDownloads;
  readonly today: string;
  readonly chosen: string;
  /** The chosen day has been asked for: it goes before its neighbours. */
  readonly isChosenRead: boolean;
}

export function useStrip({ address, go, today, chosen, isChosenRead }: StripParts): Strip {
  const [measure, width] = useWidth();
  const place = { today, until: address.until, chosen, fits: daysThatFit(width ?? 0) };
  const shown = stripDays(place);
  const readings = useDays(shown.days, { today, chosen, isWanted: isChosenRead && width !== null });

  return {
    ...shown,
    measure,
    today,
    chosen: address.standing === null ? chosen : null,
    readings,
    choose: (day) => go({ date: day === today ? null : day, ...nothingOpen }),
    move: (weeks) => go({ until: movedStrip(place, weeks) }, 'replace'),
    step: (days) => {
      const next = movedDay(place, days);
      if (next !== undefined) go({ ...next, ...nothingOpen });
    },
    goToday: () => go({ date: null, until: null, ...nothingOpen }),
  };
}

/** Of another day. */
const nothingOpen = { batch: null, file: null, status: null, standing: null } as const;
