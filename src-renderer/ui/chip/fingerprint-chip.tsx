import styles from './fingerprint-chip.module.css';

/** The short name of a failure's cause: the same six characters wherever that cause turns up. */
export function FingerprintChip({ fingerprint }: { readonly fingerprint: string }) {
  return <code className={styles.fingerprint}>{fingerprint}</code>;
}
