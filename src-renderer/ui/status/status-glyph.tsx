import { classNames } from '../class-names.ts';
import { glyphPaths, type GlyphName } from './glyph-paths.ts';
import styles from './status.module.css';

export interface StatusGlyphProps {
  readonly glyph: GlyphName;
  readonly className?: string | undefined;
}

/** Shape and colour without the word: only where the word stands right beside it. */
export function StatusGlyph({ glyph, className }: StatusGlyphProps) {
  const path = glyphPaths[glyph];
  return (
    <svg className={classNames(styles.glyph, styles[glyph], className)} viewBox="0 0 12 12" aria-hidden>
      {path === null ? (
        <circle className={styles.dashed} cx="6" cy="6" r="4.6" strokeDasharray="2.2 1.92" />
      ) : (
        <path fillRule="evenodd" d={path} />
      )}
    </svg>
  );
}
