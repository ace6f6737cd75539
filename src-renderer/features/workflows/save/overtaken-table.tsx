import { shareWords, thresholdFields } from '../threshold-words.ts';
import styles from './save.module.css';
import type { Race } from './use-save.ts';

/** As it was seen, as it is now, as it would be. */
export function OvertakenTable({ race: { mine, theirs } }: { readonly race: Race }) {
  return (
    <table className={styles.diff}>
      <caption className={styles.caption}>Seen, theirs and yours</caption>
      <thead>
        <tr>
          <th scope="col">Threshold</th>
          <th scope="col">As you saw it</th>
          <th scope="col">Theirs, live now</th>
          <th scope="col">Yours</th>
        </tr>
      </thead>
      <tbody>
        {thresholdFields.map((field) => {
          const seen = mine.over[field];
          return (
            <tr key={field}>
              <th scope="row">{field}</th>
              <td>{shareWords(seen)}</td>
              <td>
                <Value value={theirs[field]} seen={seen} />
              </td>
              <td>
                <Value value={mine.thresholds[field]} seen={seen} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Value({ value, seen }: { readonly value: number | null; readonly seen: number | null }) {
  return value === seen ? (
    <span>{shareWords(value)}</span>
  ) : (
    <mark className={styles.differs}>{shareWords(value)}</mark>
  );
}
