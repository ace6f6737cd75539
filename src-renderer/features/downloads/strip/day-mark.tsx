import { classNames } from '#renderer/ui/class-names.ts';
import type { GlyphName } from '#renderer/ui/status/glyph-paths.ts';
import { StatusGlyph } from '#renderer/ui/status/status-glyph.tsx';
import type { CellStanding } from './day-words.ts';
import styles from './day-mark.module.css';

interface DayMarkProps {
  readonly standing: CellStanding;
  readonly isReading?: boolean | undefined;
  readonly className?: string | undefined;
}

/** How a day stands, by shape and hatch as well as by colour; the word stands with it or is its name. */
export function DayMark({ standing, isReading = false, className }: DayMarkProps) {
  const glyph = glyphs[standing];
  return (
    <span
      className={classNames(styles.mark, styles[classOf[standing]], isReading && styles.reading, className)}
      aria-hidden
    >
      {glyph === null ? null : <StatusGlyph glyph={glyph} />}
      {standing === 'unknown' ? '?' : null}
    </span>
  );
}

const glyphs: Readonly<Record<CellStanding, GlyphName | null>> = {
  complete: 'succeeded',
  'some failed': 'review',
  missing: 'rejected',
  'timed out': 'timeout',
  failed: 'failed',
  'not ended': 'queued',
  'in work': 'processing',
  'no batch': null,
  unknown: null,
  'not read': null,
  'could not be read': 'blocked',
};

const classOf: Readonly<Record<CellStanding, string>> = {
  complete: 'complete',
  'some failed': 'someFailed',
  missing: 'missing',
  'timed out': 'timedOut',
  failed: 'failed',
  'not ended': 'notEnded',
  'in work': 'inWork',
  'no batch': 'none',
  unknown: 'unknown',
  'not read': 'notRead',
  'could not be read': 'unreadable',
};
