import { Button } from '#renderer/ui/button/button.tsx';
import { CopyButton } from '#renderer/ui/copy-button/copy-button.tsx';
import styles from './document.module.css';
import type { RevealedValue } from './use-revealed.ts';

interface FieldValueProps {
  readonly field: string;
  readonly value: RevealedValue | undefined;
  readonly isAsked: boolean;
  readonly onShow: () => void;
}

export function FieldValue({ field, value, isAsked, onShow }: FieldValueProps) {
  if (value === undefined) {
    return (
      <span className={styles.value}>
        <span className={styles.well}>masked</span>
        <Button
          size="sm"
          variant="ghost"
          icon="reveal"
          tabIndex={-1}
          loading={isAsked}
          aria-label={`Show the value of ${field}`}
          onClick={onShow}
        >
          Show
        </Button>
      </span>
    );
  }
  const others = value.readings.filter((reading) => reading.value !== value.value);
  const othersText = others.map((reading) => `${reading.reader}: ${reading.value}`).join(', ');
  return (
    <span className={styles.value}>
      <span className={styles.shown} title={value.value}>
        {value.value}
      </span>
      {others.length === 0 ? null : (
        <span className={styles.others} title={othersText}>
          {othersText}
        </span>
      )}
      <CopyButton text={value.value} label={`Copy the value of ${field}`} />
    </span>
  );
}
