import type { Iteration } from '#shared/domain/timeline/iteration-track.ts';
import { StatusGlyph } from '#renderer/ui/status/status-glyph.tsx';
import { glyphOf } from './bars.ts';
import {
  durationText,
  iterationName,
  spanText,
  stageName,
  stateWords,
  troubleText,
} from './iteration-words.ts';
import styles from './timeline-tip.module.css';

export type TipPlace = { readonly left: number } & ({ readonly top: number } | { readonly bottom: number });

export interface TimelineTipProps {
  readonly iteration: Iteration;
  /** When the run began. */
  readonly start: number;
  readonly style: TipPlace;
}

/** What a bar is. All of it is in the name of the option and in the table, too. */
export function TimelineTip({ iteration, start, style }: TimelineTipProps) {
  const { slot, startedAt, endedAt, state, stages } = iteration;
  return (
    <div className={styles.tip} style={style} aria-hidden>
      <p className={styles.tipTitle}>
        <StatusGlyph glyph={glyphOf(iteration)} />
        {iterationName(iteration)} <span>lane {slot + 1}</span>
      </p>
      <p>
        {capital(stateWords[state])}, after {durationText(startedAt - start)}
      </p>
      {stages.map((span) => (
        <p key={`${span.state} ${span.from}`} className={styles.tipRow} data-stage={span.stage ?? 'other'}>
          {stageName(span)} <i>{troubleText(span)}</i> <b>{spanText(span)}</b>
        </p>
      ))}
      {endedAt === null ? null : (
        <p className={styles.tipRow} data-stage="none">
          Together <b>{durationText(endedAt - startedAt)}</b>
        </p>
      )}
    </div>
  );
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
