import { useState } from 'react';
import { Icon } from '../icon/icon.tsx';
import { IconButton } from '../icon-button/icon-button.tsx';
import { Popover } from '../popover/popover.tsx';
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';
import { inWords } from './time-summary.ts';
import { TimeLegend } from './time-legend.tsx';
import { TimePlot, type TimePlotProps } from './time-plot.tsx';
import { TimeTable } from './time-table.tsx';
import styles from './time-chart.module.css';

export interface TimeChartProps extends Omit<TimePlotProps, 'height' | 'axisFormat'> {
  readonly title: string;
  /** What one figure is: "messages, most in the period". */
  readonly hint: string;
  readonly height?: number | undefined;
  readonly format: (value: number) => string;
  /** Shorter, for the three figures of the axis. */
  readonly axisFormat?: ((value: number) => string) | undefined;
  /** Above the drawing, in place of what it would say by itself. */
  readonly note?: string | undefined;
}

/** One of several over the same time: what is read on one is read on all of them. */
export function TimeChart(props: TimeChartProps) {
  const { title, hint, height = 96, format, axisFormat = format, note, kind, lines, span, cursor } = props;
  const problems = [...new Set(lines.flatMap(({ problem }) => problem ?? []))];
  return (
    <figure className={styles.chart} aria-label={title}>
      <div className={styles.head}>
        <h4 className={styles.title}>{title}</h4>
        <span className={styles.hint} title={hint}>
          {hint}
        </span>
        <Figures title={title} lines={lines} span={span} format={format} />
      </div>
      <TimeLegend kind={kind} lines={lines} span={span} cursor={cursor} format={format} limit={props.limit} />
      {note === undefined ? null : <p className={styles.note}>{note}</p>}
      {problems.map((problem) => (
        <p key={problem} className={styles.problem}>
          <Icon name="warning" size={12} /> {problem}
        </p>
      ))}
      <TimePlot {...props} height={height} axisFormat={axisFormat} />
      <VisuallyHidden>
        <p>{inWords(lines, format)}</p>
      </VisuallyHidden>
    </figure>
  );
}

type FiguresProps = Pick<TimeChartProps, 'title' | 'lines' | 'span' | 'format'>;

/** Every figure, for whoever cannot or would rather not read a drawing; made when it is asked for. */
function Figures(props: FiguresProps) {
  const [open, setOpen] = useState(false);
  return (
    <span className={styles.tools}>
      <Popover
        title={props.title}
        align="end"
        open={open}
        onOpenChange={setOpen}
        className={styles.sheet}
        trigger={<IconButton icon="columns" size="sm" label={`Figures of ${props.title}`} />}
      >
        {open ? <TimeTable {...props} /> : null}
      </Popover>
    </span>
  );
}
