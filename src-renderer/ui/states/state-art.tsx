import styles from './state-art.module.css';

export type StateArtName = 'calm' | 'stopped' | 'locked' | 'expired';

/** Small line drawings from the world of the name: water, gates, keys. */
export function StateArt({ name }: { readonly name: StateArtName }) {
  return (
    <svg className={styles.art} viewBox="0 0 56 40" aria-hidden>
      {drawings[name]}
    </svg>
  );
}

const waves = (
  <path d="M6 28c5 0 5-3.5 10-3.5s5 3.5 10 3.5 5-3.5 10-3.5 5 3.5 10 3.5M6 35c5 0 5-3.5 10-3.5s5 3.5 10 3.5 5-3.5 10-3.5 5 3.5 10 3.5" />
);

const drawings = {
  calm: (
    <>
      {waves}
      <path className={styles.accent} d="M18 18V6h20v12M18 10h20" />
    </>
  ),
  stopped: (
    <g className={styles.failed}>
      <path d="M22 6h12l8 8v12l-8 8H22l-8-8V14Z" />
      <path d="M23.5 15.5l9 9M32.5 15.5l-9 9" />
    </g>
  ),
  locked: (
    <>
      <path d="M14 34V8h28v26M10 34h36" />
      <path className={styles.review} d="M22 20h12v9H22zM24.500 20v-3.500a3.500 3.500 0 0 1 7 0V20" />
    </>
  ),
  expired: (
    <>
      <circle cx="28" cy="20" r="14" />
      <path className={styles.review} d="M28 12v8l5 4" />
      <path d="M42 10l4-4M10 30l-4 4" />
    </>
  ),
} as const;
