import type { CSSProperties } from 'react';
import { classNames } from './class-names.ts';
import { VisuallyHidden } from './visually-hidden.tsx';
import inline from './inline.module.css';
import bar from './stacked-status-bar.module.css';
import { glyphOf, StatusGlyph, formatStatus, type StatusName } from './status.tsx';
import { messages } from './messages.ts';
import status from './status.module.css';

/** Null means that the count is unknown. */
type StatusCounts = Partial<Record<StatusName, number | null>>;

/** This counts a status that the console does not know. */
interface OtherCount {
  readonly status: string;
  readonly count: number | null;
}

interface StackedStatusBarProps {
  readonly counts: StatusCounts;
  readonly others?: readonly OtherCount[] | undefined;
  /** The label reads for example "Documents of batch-01JC9Q4V8M7T"; the counts are read out after it. */
  readonly label: string;
  readonly size?: 'sm' | 'md' | 'lg' | undefined;
}

const noOthers: readonly OtherCount[] = [];

export function StackedStatusBar({ counts, others = noOthers, label, size = 'md' }: StackedStatusBarProps) {
  const shown = present(counts);
  const more = others.filter(({ count }) => count !== 0);
  const words = [
    ...shown.map(([name, count]) => `${count.toLocaleString('en')} ${formatStatus(name)}`),
    ...more.map(formatOther),
    ...(isKnown(counts) ? [] : ['not counted']),
  ].join(', ');
  return (
    <div className={bar.frame}>
      <VisuallyHidden>{`${label}: ${words === '' ? 'none' : words}`}</VisuallyHidden>
      <div className={classNames(bar.stack, size !== 'md' && bar[size])} aria-hidden>
        {shown.length === 0 && more.length === 0 ? (
          <span className={classNames(bar.segment, bar.none)} />
        ) : null}
        {shown.map(([name, count]) => (
          <span
            key={name}
            className={classNames(bar.segment, status[glyphOf[name]], name === 'FAILED' && bar.hatched)}
            style={{ '--share': count } as CSSProperties}
          />
        ))}
        {more.map(({ status: name, count }) => (
          <span
            key={name}
            className={classNames(bar.segment, status.unknown)}
            style={{ '--share': count ?? 0 } as CSSProperties}
          />
        ))}
      </div>
    </div>
  );
}

export function StatusLegend({
  counts,
  others = noOthers,
}: Pick<StackedStatusBarProps, 'counts' | 'others'>) {
  return (
    <ul className={inline.legend}>
      {present(counts).map(([name, count]) => (
        <li key={name} className={inline.entry}>
          <StatusGlyph glyph={glyphOf[name]} />
          <span className={bar.code}>{name}</span> <b>{count.toLocaleString('en')}</b>
        </li>
      ))}
      {others.map(({ status: name, count }) => (
        <li key={name} className={inline.entry} title={messages.parts.unknownStatus}>
          <span className={bar.code}>{name}</span> <b>{count === null ? '?' : count.toLocaleString('en')}</b>
        </li>
      ))}
      {isKnown(counts) ? null : <li className={inline.entry}>{messages.parts.notCounted}</li>}
    </ul>
  );
}

function present(counts: StatusCounts): readonly (readonly [StatusName, number])[] {
  return order.map((name) => [name, counts[name] ?? 0] as const).filter(([, count]) => count > 0);
}

function isKnown(counts: StatusCounts): boolean {
  return !Object.values(counts).includes(null);
}

function formatOther({ status: name, count }: OtherCount): string {
  return `${count === null ? messages.parts.anUnknownNumber : count.toLocaleString('en')} ${name}`;
}

/** The order is finished documents first, then those that need a person, then those still under way. */
const order: readonly StatusName[] = [
  'SUCCEEDED',
  'REVIEW_REQUIRED',
  'FAILED',
  'TIMEOUT',
  'REJECTED',
  'PROCESSING',
  'QUEUED',
];
