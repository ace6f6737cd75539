import type { CSSProperties } from 'react';
import { StatusBadge } from '../status/status-badge.tsx';
import type { HistogramZone } from './histogram-data.ts';
import styles from './histogram.module.css';

export interface HistogramZonesProps {
  readonly zones: readonly HistogramZone[];
  /** Where they part, 0 to 1; one fewer than zones. */
  readonly borders: readonly number[];
}

/** What lies between the handles becomes what: the ground, and the name above the bars. */
export function HistogramZones({ zones, borders }: HistogramZonesProps) {
  return zones.map((zone, place) => (
    <div
      key={zone.status}
      className={styles.zone}
      data-status={zone.status}
      style={
        {
          '--from': borders[place - 1] ?? 0,
          '--to': borders[place] ?? 1,
        } as CSSProperties
      }
    >
      <div className={styles.zoneWords}>
        <span className={styles.zoneName}>
          <StatusBadge status={zone.status} />
        </span>
        <span className={styles.zoneDetail}>
          <span className={styles.zoneRange}>
            {zone.range}
            {zone.share === undefined ? null : ', '}
          </span>
          {zone.share}
        </span>
      </div>
    </div>
  ));
}
