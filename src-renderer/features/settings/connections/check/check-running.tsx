import { ProgressBar } from '#renderer/ui/progress/progress-bar.tsx';
import { useNow } from '#renderer/ui/relative-time/use-now.ts';
import styles from './check-part.module.css';

/** Nobody knows how far it is before it is done, so only the time is told. */
export function CheckRunning({ since }: { readonly since: number }) {
  const now = useNow(1_000);
  const seconds = Math.max(0, Math.floor((now - since) / 1_000));
  return (
    <div className={styles.running}>
      <ProgressBar label="Asking" value={null} max={1} thin figure={`${String(seconds)} s so far`} />
    </div>
  );
}
