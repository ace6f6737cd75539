import type { Place } from '#shared/contract/monitor/alarms.ts';
import type { Notice } from '#shared/contract/monitor/poller.ts';
import { PaneHead } from '#renderer/ui/pane/pane.tsx';
import { RelativeTime } from '#renderer/ui/relative-time/relative-time.tsx';
import { StatusGlyph } from '#renderer/ui/status/status-glyph.tsx';
import styles from './panels.module.css';

interface ToldNoticesProps {
  readonly notices: readonly Notice[];
  readonly now: number;
  readonly onOpenPlace: (place: Place) => void;
}

/** What was told since the console was started, also where telling is off. */
export function ToldNotices({ notices, now, onOpenPlace }: ToldNoticesProps) {
  return (
    <section aria-label="What has happened">
      <PaneHead title="What has happened" hint="while this console looked" line />
      {notices.length === 0 ? (
        <p className={styles.none}>
          Nothing yet. An alarm that begins to fire and a dead-letter queue that fills are told here, and as a
          notice.
        </p>
      ) : (
        <ul>
          {notices.toReversed().map(({ number, title, says, at, place, kind }) => (
            <li key={number} className={styles.item}>
              <button type="button" className={styles.notice} onClick={() => onOpenPlace(place)}>
                <StatusGlyph glyph={kind === 'alarm' ? 'failed' : 'review'} />
                <span className={styles.title}>{title}</span>
                <span className={styles.aside}>
                  <RelativeTime at={Date.parse(at)} now={now} focusable={false} />
                </span>
                <span className={styles.says}>{says}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
