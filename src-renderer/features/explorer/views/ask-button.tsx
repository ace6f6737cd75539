import styles from './ask-button.module.css';

export interface AskButtonProps {
  readonly number: string;
  readonly title: string;
  /** Without it the question is only named. */
  readonly onAsk?: (() => void) | undefined;
}

/** A question by its number and title; it leads to its form. */
export function AskButton({ number, title, onAsk }: AskButtonProps) {
  const words = (
    <>
      <span className={styles.number}>{number}</span> {title}
    </>
  );
  if (onAsk === undefined) return <span className={styles.ask}>{words}</span>;
  return (
    <button type="button" className={styles.ask} onClick={onAsk}>
      {words}
    </button>
  );
}
