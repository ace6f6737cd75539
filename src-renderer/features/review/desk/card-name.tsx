import styles from './desk-strip.module.css';

/** Files of one sender differ in their last characters, so these are never cut off; what kind of file it is, is. */
export function CardName({ name }: { readonly name: string }) {
  const short = name.replace(/\.[a-z]{2,4}$/i, '');
  return (
    <span className={styles.name} title={name}>
      <span className={styles.start}>{short.slice(0, -tail)}</span>
      <span>{short.slice(-tail)}</span>
    </span>
  );
}

const tail = 5;
