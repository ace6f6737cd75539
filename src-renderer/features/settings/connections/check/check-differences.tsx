import type { Check } from '#shared/contract/connections/check.ts';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import table from '#renderer/ui/plain-table/plain-table.module.css';
import { makeScrollReachable } from '#renderer/ui/scroll/make-scroll-reachable.ts';
import styles from './check-part.module.css';

interface CheckDifferencesProps {
  readonly of: string;
  readonly differences: Check['differences'];
}

/** Those that matter first. */
export function CheckDifferences({ of, differences }: CheckDifferencesProps) {
  const sorted = differences.toSorted((left, right) => Number(right.matters) - Number(left.matters));
  return (
    <div className={styles.differences} ref={makeScrollReachable}>
      <table className={table.table} aria-label={`Differences of ${of}`}>
        <thead>
          <tr>
            <th scope="col">Where</th>
            <th scope="col">Expected</th>
            <th scope="col">Found</th>
            <th scope="col">What it means</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map(({ where, expected, found, means, matters }) => (
            <tr key={`${where} ${expected} ${found}`}>
              <th scope="row">{where}</th>
              <td className={table.mono}>{expected}</td>
              <td className={table.mono}>{found}</td>
              <td className={matters ? undefined : table.quiet}>
                <span className={styles.means}>
                  <Icon name={matters ? 'warning' : 'info'} size={12} />
                  <span>{means}</span>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
