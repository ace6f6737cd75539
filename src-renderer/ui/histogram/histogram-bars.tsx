import { memo, type CSSProperties } from 'react';
import { binWords, highestOf, totalOf } from './histogram-data.ts';
import type { HistogramBin, HistogramDrawing, HistogramSeries } from './histogram-data.ts';
import { countTicks, heightOf, placeOn } from './histogram-scale.ts';
import type { CountScale } from './histogram-scale.ts';
import styles from './histogram.module.css';

/** All that stays while a handle moves: drawn once. */
export const HistogramBars = memo(function HistogramBars(props: Omit<HistogramDrawing, 'label'>) {
  const { axisFrom, scale, bins, series } = props;
  const axis = { from: axisFrom };
  const top = highestOf(bins, series);
  return (
    <div className={styles.bars} aria-hidden>
      {countTicks(top, scale).map((count) => (
        <span
          key={count}
          className={styles.countTick}
          style={{ '--height': heightOf(count, top, scale) } as CSSProperties}
        >
          {count.toLocaleString('en')}
        </span>
      ))}
      {bins.map((bin) =>
        bin.to <= axisFrom || totalOf(bin, series) === 0 ? null : (
          <div
            key={bin.from}
            className={styles.bar}
            title={binWords(bin, series)}
            style={
              {
                '--from': placeOn(axis, bin.from),
                '--to': placeOn(axis, bin.to),
              } as CSSProperties
            }
          >
            {stackOf(bin, series, top, scale).map(({ id, fill, bottom, height }) => (
              <span
                key={id}
                className={styles.part}
                data-fill={fill}
                style={{ '--bottom': bottom, '--height': height } as CSSProperties}
              />
            ))}
          </div>
        ),
      )}
    </div>
  );
});

/** Each border stands where the axis has the sum up to it, so that it can be read off on either scale. */
function stackOf(bin: HistogramBin, series: readonly HistogramSeries[], top: number, scale: CountScale) {
  let below = 0;
  return series.flatMap(({ id, fill }) => {
    const count = bin.counts[id] ?? 0;
    if (count === 0) return [];
    const bottom = heightOf(below, top, scale);
    below += count;
    return [{ id, fill, bottom, height: heightOf(below, top, scale) - bottom }];
  });
}
