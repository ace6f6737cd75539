import type { DeadLetterQueue } from '#shared/contract/dead-letters/queues.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import { StatusGlyph } from '#renderer/ui/status/status-glyph.tsx';
import { daysAndHours } from './queue-words.ts';
import styles from './alarm-mark.module.css';

interface AlarmMarkProps {
  readonly alarm: DeadLetterQueue['alarm'];
  /** In flight, for whoever holds them: an alarm on what waits does not see them. */
  readonly inFlight: number;
  /** With it the mark says for how long. */
  readonly now?: number | undefined;
}

/** What CloudWatch makes of the queue; nothing where no alarm watches it. */
export function AlarmMark({ alarm, inFlight, now }: AlarmMarkProps) {
  if (alarm === null) return null;
  const isBlind = alarm.state === 'OK' && inFlight > 0;
  const { glyph, word } = isBlind ? looks.blind : looks[alarm.state];
  const since = Date.parse(alarm.since ?? '');
  const long =
    now === undefined || alarm.state === 'OK' || Number.isNaN(since)
      ? ''
      : ` ${daysAndHours(Math.max(0, now - since))}`;
  return (
    <span
      className={classNames(styles.mark, styles[glyph], now !== undefined && styles.pill)}
      title={`Alarm ${alarm.name}${isBlind ? ` says OK, and may count only what waits: ${grouped(inFlight)} in flight may be why` : ''}`}
    >
      <StatusGlyph glyph={glyph} />
      {`${word}${long}`}
    </span>
  );
}

const looks = {
  ALARM: { glyph: 'failed', word: 'ALARM' },
  OK: { glyph: 'succeeded', word: 'OK' },
  INSUFFICIENT_DATA: { glyph: 'queued', word: 'NO DATA' },
  blind: { glyph: 'queued', word: 'OK, SOME HELD' },
} as const;
