import type { Alarm, AlarmState, Place } from '#shared/contract/monitor/alarms.ts';
import type { GlyphName } from '#renderer/ui/status/glyph-paths.ts';
import type { RibbonTone } from '#renderer/ui/state-ribbon/state-ribbon.tsx';

interface AlarmLook {
  readonly glyph: GlyphName;
  /** As CloudWatch's console says it. */
  readonly word: string;
  readonly tone: RibbonTone;
}

export const alarmLooks: Readonly<Record<AlarmState, AlarmLook>> = {
  ALARM: { glyph: 'failed', word: 'In alarm', tone: 'bad' },
  INSUFFICIENT_DATA: { glyph: 'queued', word: 'Too little data', tone: 'silent' },
  OK: { glyph: 'succeeded', word: 'OK', tone: 'good' },
};

/** The one step that an alarm leads to; null where no desk is for it, and it leads to itself. */
export function stepOf({ name, place }: Pick<Alarm, 'name' | 'place'>): Place | null {
  return place.desk === 'monitor' && place.alarm === name ? null : place;
}
