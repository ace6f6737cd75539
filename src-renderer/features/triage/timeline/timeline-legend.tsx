import type { Timeline } from '#shared/domain/execution-timeline.ts';
import styles from './timeline-legend.module.css';

/** Names only what is drawn, but the three stages always. */
export function TimelineLegend({ timeline }: { readonly timeline: Timeline }) {
  const { iterations, attempts } = timeline;
  const entries = [
    { mark: 'textract', title: 'Textract', isThere: true },
    { mark: 'gap-fill', title: 'Gap-fill', isThere: true },
    { mark: 'verify', title: 'Verify', isThere: true },
    { mark: 'retry', title: 'Retry', isThere: iterations.some(({ retries }) => retries > 0) },
    {
      mark: 'failing',
      title: 'Failed',
      isThere: iterations.some(({ state }) => state !== 'succeeded' && state !== 'running'),
    },
    { mark: 'redrive', title: 'Redriven', isThere: attempts.some(({ isRedrive }) => isRedrive) },
  ];
  return (
    <ul className={styles.legend}>
      {entries
        .filter(({ isThere }) => isThere)
        .map(({ mark, title }) => (
          <li key={mark}>
            <span className={styles.swatch} data-mark={mark} />
            {title}
          </li>
        ))}
    </ul>
  );
}
