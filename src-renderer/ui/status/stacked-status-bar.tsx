import type { CSSProperties } from 'react';
import { classNames } from '../class-names.ts';
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';
import bar from './stacked-status-bar.module.css';
import { StatusGlyph } from './status-glyph.tsx';
import { glyphOf, statusWords, type StatusName } from './status-names.ts';
import status from './status.module.css';

export type StatusCounts = Partial<Record<StatusName, number>>;

export interface StackedStatusBarProps {
  readonly counts: StatusCounts;
  /** "Documents of batch-01JC9Q4V8M7T"; the counts are read out after it. */
  readonly label: string;
  readonly size?: 'sm' | 'md' | 'lg' | undefined;
}

export function StackedStatusBar({ counts, label, size = 'md' }: StackedStatusBarProps) {
  const shown = present(counts);
  const words = shown.map(([name, count]) => `${count.toLocaleString('en')} ${statusWords(name)}`).join(', ');
  return (
    <div className={bar.frame}>
      <VisuallyHidden>{`${label}: ${words === '' ? 'none' : words}`}</VisuallyHidden>
      <div className={classNames(bar.stack, size !== 'md' && bar[size])} aria-hidden>
        {shown.length === 0 ? <span className={classNames(bar.segment, bar.none)} /> : null}
        {shown.map(([name, count]) => (
          <span
            key={name}
            className={classNames(bar.segment, status[glyphOf[name]], name === 'FAILED' && bar.hatched)}
            style={{ '--share': count } as CSSProperties}
          />
        ))}
      </div>
    </div>
  );
}

export function StatusLegend({ counts }: { readonly counts: StatusCounts }) {
  return (
    <ul className={bar.legend}>
      {present(counts).map(([name, count]) => (
        <li key={name} className={bar.entry}>
          <StatusGlyph glyph={glyphOf[name]} />
          <span className={bar.code}>{name}</span> <b>{count.toLocaleString('en')}</b>
        </li>
      ))}
    </ul>
  );
}

function present(counts: StatusCounts): readonly (readonly [StatusName, number])[] {
  return order.map((name) => [name, counts[name] ?? 0] as const).filter(([, count]) => count > 0);
}

/** What is done first, then what needs somebody, then what is still on its way. */
const order: readonly StatusName[] = [
  'SUCCEEDED',
  'REVIEW_REQUIRED',
  'FAILED',
  'TIMEOUT',
  'REJECTED',
  'PROCESSING',
  'QUEUED',
];
