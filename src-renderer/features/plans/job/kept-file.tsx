import { CopyButton } from '#renderer/ui/copy-button/copy-button.tsx';
import styles from './kept-file.module.css';

/** What was deleted is whole in here, and nowhere else any more. */
export function KeptFile({ file }: { readonly file: string }) {
  return (
    <div className={styles.kept}>
      <span className={styles.label}>
        Kept whole, for you alone, in
        <CopyButton text={file} label="Copy the path of the file" />
      </span>
      <code className={styles.path}>{file}</code>
    </div>
  );
}
