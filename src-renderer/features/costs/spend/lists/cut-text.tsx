import styles from './cut-text.module.css';

/** A name that is longer than its column, and says so. */
export function CutText({ text, title = text }: { readonly text: string; readonly title?: string }) {
  return (
    <span className={styles.cut} title={title}>
      {text}
    </span>
  );
}
