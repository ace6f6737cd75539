import { IconButton } from '#renderer/ui/icon-button/icon-button.tsx';
import { Popover } from '#renderer/ui/popover/popover.tsx';
import { Select } from '#renderer/ui/select/select.tsx';
import { Switch } from '#renderer/ui/switch/switch.tsx';
import styles from './question-form.module.css';

export interface QuestionOptionsProps {
  /** Null where an answer has no pages. */
  readonly pageSize: number | null;
  readonly onPageSize: (size: number) => void;
  readonly consistent: boolean;
  /** Null where an index is read, which DynamoDB does not do consistently. */
  readonly onConsistent: ((consistent: boolean) => void) | null;
}

export function QuestionOptions({ pageSize, onPageSize, consistent, onConsistent }: QuestionOptionsProps) {
  if (pageSize === null && onConsistent === null) return null;
  return (
    <Popover
      title="How it is read"
      align="end"
      trigger={<IconButton icon="settings" label="How it is read" />}
    >
      <div className={styles.options}>
        {pageSize === null ? null : (
          <Select
            label="Items a page"
            hint="A page is one request; you pay for what it reads."
            value={String(pageSize)}
            onChange={(size) => onPageSize(Number(size))}
            options={sizesWith(pageSize)}
          />
        )}
        {onConsistent === null ? (
          <p className={styles.explain}>
            An index is always read as it was a moment ago; only the table itself can be read consistently.
          </p>
        ) : (
          <>
            <Switch label="Consistent read" checked={consistent} onChange={onConsistent} />
            <p className={styles.explain}>Sees every write that ended before it, at twice the price.</p>
          </>
        )}
      </div>
    </Popover>
  );
}

function sizesWith(size: number) {
  return [...new Set([10, 25, 50, 100, 250, 1_000, size])]
    .toSorted((a, b) => a - b)
    .map((each) => ({ value: String(each), label: String(each) }));
}
