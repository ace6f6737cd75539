import { useEffect, useRef } from 'react';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import { IconButton } from '#renderer/ui/icon-button/icon-button.tsx';
import { DayCell } from './day-cell.tsx';
import styles from './day-strip.module.css';
import type { Strip } from './use-strip.ts';

/** The days of the pipeline, the newest at the right: how each stands, and which is chosen. */
export function DayStrip({ strip }: { readonly strip: Strip }) {
  const { days, chosen, today, readings, measure } = strip;
  const list = useRef<HTMLUListElement>(null);
  const stop = chosen !== null && days.includes(chosen) ? chosen : days.at(-1);

  // Whoever moves by the arrow keys stays on the chosen day.
  useEffect(() => {
    const isHere = list.current?.contains(document.activeElement) === true;
    if (!isHere || chosen === null) return;
    list.current?.querySelector<HTMLElement>(`[data-day="${chosen}"]`)?.focus({ preventScroll: true });
  }, [chosen]);

  return (
    <section className={styles.strip} aria-label="Days">
      <IconButton
        icon="left"
        size="sm"
        label={strip.mayGoBack ? 'A week back' : 'No further back: batches are kept for 90 days'}
        shortcut="Shift+ArrowLeft"
        disabled={!strip.mayGoBack}
        onClick={() => strip.move(-1)}
      />
      <div ref={measure} className={styles.room}>
        <ul ref={list} className={styles.days}>
          {days.map((day, place) => (
            <DayCell
              key={day}
              day={day}
              reading={readings[place] ?? nothingRead}
              isToday={day === today}
              isChosen={day === chosen}
              isStop={day === stop}
              showsMonth={place === 0 || day.endsWith('-01')}
              onChoose={strip.choose}
            />
          ))}
        </ul>
      </div>
      <IconButton
        icon="right"
        size="sm"
        label={strip.mayGoOn ? 'A week on' : 'No further on: this is today'}
        shortcut="Shift+ArrowRight"
        disabled={!strip.mayGoOn}
        onClick={() => strip.move(1)}
      />
    </section>
  );
}

/** Said once, beside the days. */
export function DaysAreUtc({ otherDay }: { readonly otherDay: string | undefined }) {
  return (
    <span className={styles.zone}>
      <Icon name="clock" size={12} />
      {otherDay === undefined ? 'Days are UTC' : `Days are UTC; your calendar says ${otherDay}`}
    </span>
  );
}

const nothingRead = { read: undefined, failure: undefined, isReading: false };
