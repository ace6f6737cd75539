import type { CSSProperties } from 'react';
import type { JobKind } from '#shared/domain/job-kinds/job-kinds.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import { StatusGlyph } from '#renderer/ui/status.tsx';
import status from '#renderer/ui/status.module.css';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import { itemGlyphs } from '../marks.tsx';
import { messages } from '../messages.ts';
import { toSegments, describeStepOutcome, formatStepTitle, describeStep, type JobStep } from './job-rules.ts';
import styles from './job-steps.module.css';

interface JobStepsProps {
  readonly kind: JobKind;
  readonly steps: readonly JobStep[];
}

/** Shows the steps of the ramp (one, ten, the rest), with a box for each item. */
export function JobSteps({ kind, steps }: JobStepsProps) {
  return (
    <ol className={styles.steps} aria-label={messages.plan.steps}>
      {steps.map((step, place) => (
        <li
          // oxlint-disable-next-line react/no-array-index-key -- a step is its place
          key={place}
          className={styles.step}
          style={{ '--share': Math.sqrt(step.size) } as CSSProperties}
        >
          <VisuallyHidden>{describeStepOutcome(step, place, kind)}</VisuallyHidden>
          <div className={styles.head} aria-hidden>
            <StatusGlyph glyph={pickStepGlyph(step)} />
            <b className={styles.title}>{formatStepTitle(step, place)}</b>
            <span className={styles.words}>{describeStep(step, kind)}</span>
          </div>
          <div className={styles.boxes} aria-hidden>
            {toSegments(step).map(({ state, count }, index) => (
              <span
                // oxlint-disable-next-line react/no-array-index-key -- a box is its place in the plan
                key={index}
                className={classNames(styles.box, status[itemGlyphs[state]])}
                data-state={state}
                style={{ '--share': count } as CSSProperties}
              />
            ))}
          </div>
        </li>
      ))}
    </ol>
  );
}

function pickStepGlyph({ state, counts }: JobStep) {
  if (state === 'waiting') return 'queued';
  if (counts['failed-again'] + counts.refused > 0) return 'failed';
  if (counts.uncertain > 0) return 'review';
  if (counts.unconfirmed > 0 && state !== 'running') return 'unconfirmed';
  return state === 'running' ? 'processing' : 'succeeded';
}
