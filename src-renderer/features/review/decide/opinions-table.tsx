import type { ReviewDocument } from '#shared/contract/review/document.ts';
import { nameFirst } from './desk-words.ts';
import { opinionRows } from './opinion-rows.ts';
import styles from './side-by-side.module.css';

interface OpinionsTableProps {
  readonly document: ReviewDocument;
  readonly nameOf: (id: string) => string;
}

/** Both opinions where they differ, for the third person. */
export function OpinionsTable({ document, nameOf }: OpinionsTableProps) {
  const rows = opinionRows(document);
  const opinions = document.opinions.slice(0, 2);
  if (opinions.length === 0 || rows.length === 0) return null;
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>Where the two differ</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          {opinions.map(({ by }) => (
            <th key={by} scope="col">
              {nameFirst(by, nameOf)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ place, label, values }) => (
          <tr key={place}>
            <th scope="row">{label}</th>
            {values.map((value, at) => (
              <td key={opinions[at]?.by ?? at} className={styles.value}>
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
