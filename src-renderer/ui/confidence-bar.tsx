import type { CSSProperties } from 'react';
import { VisuallyHidden } from './visually-hidden.tsx';
import styles from './confidence-bar.module.css';

export interface KnownThresholds {
  readonly confidenceThreshold: number | null;
  readonly reviewThreshold: number | null;
}

interface ConfidenceBarProps {
  readonly confidence: number | null;
  readonly thresholds: KnownThresholds;
  /** The colour shows the band, only a doubt if most values are sure, or nothing if scores mean nothing. */
  readonly colours?: 'bands' | 'doubts' | 'none' | undefined;
  /** The bar fills its container and puts the figure at the end, so that bars below each other line up. */
  readonly fills?: boolean | undefined;
}

/** Shows a confidence against the two thresholds that decide what happens next. */
export function ConfidenceBar(props: ConfidenceBarProps) {
  const { confidence, thresholds, colours = 'bands', fills = false } = props;
  if (confidence === null) return <span className={styles.none}>not known</span>;
  const { confidenceThreshold, reviewThreshold } = thresholds;
  const band = findBand(confidence, thresholds);
  return (
    <span
      className={styles.confidence}
      data-band={colours === 'none' || (colours === 'doubts' && band === 'sure') ? undefined : band}
      data-fills={fills || undefined}
    >
      <span className={styles.track} style={{ '--at': confidence } as CSSProperties} aria-hidden>
        <span className={styles.fill} />
        {[confidenceThreshold, reviewThreshold].map((mark, place) =>
          mark === null ? null : (
            <span
              // oxlint-disable-next-line react/no-array-index-key -- the two marks may stand in one place
              key={place}
              className={styles.mark}
              style={{ '--mark': mark } as CSSProperties}
            />
          ),
        )}
      </span>
      {confidence.toFixed(2)}
      <VisuallyHidden>{bandWords[band]}</VisuallyHidden>
    </span>
  );
}

type Band = 'failed' | 'review' | 'sure' | 'unknown';

export function findBand(
  confidence: number,
  { confidenceThreshold, reviewThreshold }: KnownThresholds,
): Band {
  if (confidenceThreshold !== null && confidence < confidenceThreshold) return 'failed';
  if (reviewThreshold !== null && confidence < reviewThreshold) return 'review';
  return confidenceThreshold === null || reviewThreshold === null ? 'unknown' : 'sure';
}

const bandWords: Readonly<Record<Band, string>> = {
  failed: ', under both thresholds',
  review: ', under the review threshold',
  sure: ', over both thresholds',
  unknown: '',
};
