import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { makeScrollReachable } from './make-scroll-reachable.ts';
import plain from './plain-table.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface PlainHeading {
  readonly title: string;
  /** Numbers stand at the end of their column. */
  readonly end?: boolean;
  /** The title is read aloud and not shown, because the cells explain themselves. */
  readonly hidden?: boolean;
}

interface PlainTableProps {
  /** Names the table for screen readers. */
  readonly label: string;
  readonly headings: readonly PlainHeading[];
  /** Limits the height or the width of the area that scrolls. */
  readonly className?: string | undefined;
  /** The rows of the body. */
  readonly children: ReactNode;
}

/** Shows a table that is read as a whole. Where it is wider than its place, it scrolls by keyboard too. */
export function PlainTable({ label, headings, className, children }: PlainTableProps) {
  return (
    <div ref={makeScrollReachable} className={classNames(plain.scrolls, className)}>
      <table className={plain.table} aria-label={label}>
        <thead>
          <tr>
            {headings.map(({ title, end, hidden }) => (
              <th key={title} scope="col" className={end === true ? plain.end : undefined}>
                {hidden === true ? <VisuallyHidden>{title}</VisuallyHidden> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
