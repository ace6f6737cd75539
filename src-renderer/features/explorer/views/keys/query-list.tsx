import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import { queryTable } from '#shared/catalogue/questions/query-table.ts';
import { makeScrollReachable } from '#renderer/ui/scroll/make-scroll-reachable.ts';
import { indexRole } from '../../item/key-roles.ts';
import { IndexBadge } from '../../systems/index-badge.tsx';
import plain from '#renderer/ui/plain-table/plain-table.module.css';
import { ViewPart } from '#renderer/ui/view-frame/view-frame.tsx';
import styles from './query-list.module.css';
import { TemplateText } from './template-text.tsx';

export interface QueryListProps {
  readonly system: SystemDeclaration;
  readonly onAsk: ((pattern: string) => void) | undefined;
}

/** Each question beside the one request that answers it. */
export function QueryList({ system, onAsk }: QueryListProps) {
  const rows = queryTable(system);
  return (
    <ViewPart title="Questions and their requests" hint="one request a page, never a scan">
      <div ref={makeScrollReachable} className={plain.scrolls}>
        <table className={plain.table} aria-label="Questions and their requests">
          <thead>
            <tr>
              <th scope="col">No.</th>
              <th scope="col">Question</th>
              <th scope="col">Request</th>
              <th scope="col">Key condition</th>
              <th scope="col">Gives</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ pattern, number, asks, operation, condition, order, gives }) => {
              const { table, indexName } = locate(system, pattern);
              return (
                <tr key={pattern}>
                  <td className={plain.number}>{number}</td>
                  <th scope="row" className={styles.question}>
                    {onAsk === undefined ? (
                      asks
                    ) : (
                      <button type="button" className={styles.ask} onClick={() => onAsk(pattern)}>
                        {asks}
                      </button>
                    )}
                  </th>
                  <td className={styles.request}>
                    {operation} <IndexBadge table={table} index={indexName} />
                  </td>
                  <td className={styles.condition}>
                    <TemplateText template={condition} role={indexRole(table, indexName)} />
                  </td>
                  <td className={styles.gives}>
                    {gives}
                    {order === null ? null : <span className={plain.quiet}>, {order}</span>}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </ViewPart>
  );
}
