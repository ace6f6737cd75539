import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';
import styles from './time-chart.module.css';

/** As high as what will stand there, so that nothing jumps. */
export function TimeChartSkeleton({ label }: { readonly label: string }) {
  return (
    <div className={styles.skeleton}>
      <VisuallyHidden>
        <output>{label}</output>
      </VisuallyHidden>
    </div>
  );
}
