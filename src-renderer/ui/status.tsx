import { classNames } from './class-names.ts';
import { messages } from './messages.ts';
import styles from './status.module.css';

interface StatusBadgeProps {
  readonly status: StatusName;
  readonly pill?: boolean | undefined;
}

/** Shows a status as it is written if the console does not know its meaning. */
export function OtherStatusBadge({
  status,
  pill = false,
}: {
  readonly status: string;
  readonly pill?: boolean;
}) {
  return (
    <span
      className={classNames(styles.badge, styles.unknown, pill && styles.pill)}
      title={messages.parts.unknownStatus}
    >
      {status}
    </span>
  );
}

export function StatusBadge({ status, pill }: StatusBadgeProps) {
  return (
    <GlyphBadge glyph={glyphOf[status]} pill={pill}>
      {status}
    </GlyphBadge>
  );
}

interface GlyphBadgeProps {
  readonly glyph: GlyphName;
  readonly pill?: boolean | undefined;
  readonly title?: string | undefined;
  readonly children: string;
}

/** Shows the state of something other than a document, such as an alarm, in the look of a status. */
export function GlyphBadge({ glyph, pill = false, title, children }: GlyphBadgeProps) {
  return (
    <span className={classNames(styles.badge, styles[glyph], pill && styles.pill)} title={title}>
      <StatusGlyph glyph={glyph} />
      {children}
    </span>
  );
}

interface StatusGlyphProps {
  readonly glyph: GlyphName;
  readonly className?: string | undefined;
}

/** Shows shape and colour without the word, so the word must stand right beside it. */
export function StatusGlyph({ glyph, className }: StatusGlyphProps) {
  const path = glyphPaths[glyph];
  return (
    <svg className={classNames(styles.glyph, styles[glyph], className)} viewBox="0 0 12 12" aria-hidden>
      {path === null ? (
        <circle className={styles.dashed} cx="6" cy="6" r="4.6" strokeDasharray="2.2 1.92" />
      ) : (
        <path fillRule="evenodd" d={path} />
      )}
    </svg>
  );
}

export type StatusName =
  | 'QUEUED'
  | 'PROCESSING'
  | 'SUCCEEDED'
  | 'REVIEW_REQUIRED'
  | 'FAILED'
  | 'REJECTED'
  | 'TIMEOUT';

/** Each status has one shape and colour. */
export const glyphOf: Record<StatusName, GlyphName> = {
  QUEUED: 'queued',
  PROCESSING: 'processing',
  SUCCEEDED: 'succeeded',
  REVIEW_REQUIRED: 'review',
  FAILED: 'failed',
  REJECTED: 'rejected',
  TIMEOUT: 'timeout',
};

/** Returns the status for use in a sentence; the badge shows the code, because people search for that. */
export function formatStatus(status: StatusName): string {
  return status.toLowerCase().replaceAll('_', ' ');
}

/** The paths fit a 12 × 12 box with even-odd filling, and every status has its own outline. */
export const glyphPaths = {
  failed:
    'M3.7.5h4.6l3.2 3.2v4.6l-3.2 3.2H3.7L.5 8.3V3.7ZM4.3 3.4l-.9.9L5.1 6 3.4 7.7l.9.9L6 6.9l1.7 1.7.9-.9L6.9 6l1.7-1.7-.9-.9L6 5.1Z',
  processing:
    'M6 .5A5.5 5.5 0 1 0 11.5 6h-1.6A3.9 3.9 0 1 1 6 2.1ZM6 4.3a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4Z',
  queued: null,
  review: 'M6 .2 11.8 6 6 11.8.2 6ZM5.3 3.2h1.4v3.5H5.3Zm0 4.5h1.4v1.3H5.3Z',
  succeeded: 'M6 .5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11Zm2.7 3.3-3.5 3.7-1.7-1.6-.8.9 2.5 2.4 4.4-4.6Z',
  timeout:
    'M1.6.6h8.8v1.5c0 1.8-1.3 2.9-2.5 3.9 1.2 1 2.5 2.1 2.5 3.9v1.5H1.6V9.9C1.6 8.1 2.9 7 4.1 6 2.9 5 1.6 3.9 1.6 2.1Zm2 9.3h4.8C8.2 8.7 7.2 7.9 6 7c-1.2.9-2.2 1.7-2.4 2.9Z',
  unconfirmed:
    'M6 .5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11ZM6 2a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM3 5.3h1.4v1.4H3ZM5.3 5.3h1.4v1.4H5.3ZM7.6 5.3H9v1.4H7.6Z',
  rejected:
    'M1.7.6h8.6c.6 0 1.1.5 1.1 1.1v8.6c0 .6-.5 1.1-1.1 1.1H1.7c-.6 0-1.1-.5-1.1-1.1V1.7C.6 1.1 1.1.6 1.7.6ZM3 5.2v1.6h6V5.2Z',
  go: 'M6 .5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11ZM4.5 3.2v5.6L9 6Z',
  skip: 'M1 2.4 5.2 6 1 9.6ZM5.6 2.4 9.8 6 5.6 9.6ZM9.9 2.4h1.3v7.2H9.9Z',
  blocked:
    'M6 .5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11ZM2.9 3.9a3.8 3.8 0 0 0 5.2 5.2ZM3.9 2.9l5.2 5.2a3.8 3.8 0 0 0-5.2-5.2Z',
} as const;

export type GlyphName = keyof typeof glyphPaths;
