import type { Alarm, Place } from '#shared/contract/monitor/alarms.ts';
import { placeWords } from '#shared/domain/monitor/place-words.ts';
import { RelativeTime } from '#renderer/ui/relative-time/relative-time.tsx';
import { StatusGlyph } from '#renderer/ui/status/status-glyph.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import { reasonInShort } from './reason-in-short.ts';
import { alarmLooks, stepOf } from './alarm-looks.ts';
import styles from './alarms.module.css';

interface AlarmRowProps {
  readonly alarm: Alarm;
  readonly now: number;
  readonly onOpen: () => void;
  readonly onOpenPlace: (place: Place) => void;
}

/** What it is, since when, why, and the one step to where something can be done about it. */
export function AlarmRow({ alarm, now, onOpen, onOpenPlace }: AlarmRowProps) {
  const { name, state, since, reason } = alarm;
  const step = stepOf(alarm);
  const { glyph, word } = alarmLooks[state];
  const at = Date.parse(since ?? '');
  const isCalm = state === 'OK';
  return (
    <li className={styles.item} data-calm={isCalm || undefined}>
      <button type="button" className={styles.row} data-alarm={name} onClick={onOpen}>
        <StatusGlyph glyph={glyph} />
        <VisuallyHidden>{`${word}: `}</VisuallyHidden>
        <span className={styles.name}>{name}</span>
        {Number.isNaN(at) ? null : (
          <span className={styles.since}>
            <RelativeTime at={at} now={now} focusable={false} />
          </span>
        )}
      </button>
      {isCalm ? null : (
        <div className={styles.second}>
          <span className={styles.reason} title={reason ?? undefined}>
            {reason === null ? 'CloudWatch gives no reason.' : reasonInShort(reason)}
          </span>
          {step === null ? null : (
            <button type="button" className={styles.link} onClick={() => onOpenPlace(step)}>
              {placeWords(step).short}
              <VisuallyHidden>{` for ${name}`}</VisuallyHidden>
            </button>
          )}
        </div>
      )}
    </li>
  );
}
