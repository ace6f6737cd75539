import { HistogramLegend } from '#renderer/ui/histogram/histogram-legend.tsx';
import type { CountScale } from '#renderer/ui/histogram/histogram-scale.ts';
import { PaneTitle } from '#renderer/ui/pane/pane.tsx';
import { Segmented } from '#renderer/ui/segmented/segmented.tsx';
import { scoreSeries } from './score-histogram.tsx';
import styles from './threshold-editor.module.css';

interface EditorHeadProps {
  readonly scale: CountScale;
  readonly onScale: (scale: CountScale) => void;
}

export function EditorHead({ scale, onScale }: EditorHeadProps) {
  return (
    <div className={styles.head}>
      <PaneTitle title="Document confidence" />
      <div className={styles.tools}>
        <HistogramLegend series={scoreSeries.toReversed()} />
        <Segmented label="Scale of counts" size="sm" value={scale} onChange={onScale} options={scales} />
      </div>
    </div>
  );
}

const scales = [
  { value: 'linear', label: 'Linear' },
  { value: 'square-root', label: 'Square root' },
] as const;
