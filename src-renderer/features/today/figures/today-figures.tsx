import { Figure, FigureStrip } from '#renderer/ui/figure/figure.tsx';
import { SparkBars } from '#renderer/ui/figure/spark-bars.tsx';
import { opensElsewhere } from '../lead/lead.tsx';
import { useLeads } from '../lead/lead-context.ts';
import type { FigureFacts } from './figure-facts.ts';
import styles from './today-figures.module.css';

/** Each is a link to the list that it counts. */
export function TodayFigures({ figures }: { readonly figures: readonly FigureFacts[] }) {
  const { hrefOf, follow } = useLeads();
  return (
    <FigureStrip label="What needs you">
      {figures.map(({ id, label, value, unit, sub, isPressing, lead, spark }) => (
        <Figure
          key={id}
          label={label}
          value={value}
          unit={unit}
          sub={
            <span className={isPressing ? styles.pressing : undefined} title={sub}>
              {sub}
            </span>
          }
          spark={spark && <SparkBars label={spark.label} values={spark.values} tone={spark.tone} />}
          href={hrefOf(lead)}
          onOpen={(event) => {
            if (opensElsewhere(event)) return;
            event.preventDefault();
            follow(lead);
          }}
        />
      ))}
    </FigureStrip>
  );
}
