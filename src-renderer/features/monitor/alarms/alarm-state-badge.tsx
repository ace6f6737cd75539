import type { AlarmState } from '#shared/contract/monitor/alarms.ts';
import { StatusGlyph } from '#renderer/ui/status/status-glyph.tsx';
import { alarmLooks } from './alarm-looks.ts';
import styles from './alarm-pane.module.css';

export function AlarmStateBadge({ state }: { readonly state: AlarmState }) {
  const { glyph, word, tone } = alarmLooks[state];
  return (
    <span className={styles.badge} data-tone={tone}>
      <StatusGlyph glyph={glyph} />
      {word}
    </span>
  );
}
