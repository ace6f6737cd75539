import { Fragment } from 'react';
import type { ConnectionDetails } from '#shared/contract/connections/details.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import { PaneHead } from '#renderer/ui/pane/pane.tsx';
import table from '#renderer/ui/plain-table/plain-table.module.css';
import styles from './connection-pane.module.css';

/** What this deployment calls its parts, and who says so. */
export function NamesPart({ details: { systems } }: { readonly details: ConnectionDetails }) {
  const shown = systems.filter(({ names }) => names.length > 0);
  const left = systems.filter(({ names }) => names.length === 0).map(({ label }) => label);
  return (
    <section className={classNames(styles.part, styles.below)} aria-label="Names">
      <PaneHead
        title="Names"
        level={3}
        hint={left.length === 0 ? undefined : `left out by the file, so not shown: ${left.join(', ')}`}
      />
      <table className={classNames(table.table, styles.names)} aria-label="Names of its parts">
        <thead>
          <tr>
            <th scope="col">System</th>
            <th scope="col">Part</th>
            <th scope="col">Name</th>
            <th scope="col">Said</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ system, label, names }) => (
            <Fragment key={system}>
              {names.map(({ part, name, from }, index) => (
                <tr key={part}>
                  {index === 0 ? (
                    <th scope="rowgroup" rowSpan={names.length} className={styles.system}>
                      {label}
                    </th>
                  ) : null}
                  <td>{part}</td>
                  <td className={name === null ? table.quiet : table.mono}>{name ?? 'has no name'}</td>
                  <td className={from === 'file' ? undefined : table.quiet}>{fromWords[from]}</td>
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const fromWords = {
  file: 'in the file',
  convention: 'by the convention',
  nobody: 'by nobody',
} as const;
