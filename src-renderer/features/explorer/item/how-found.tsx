import { Fragment } from 'react';
import { IndexBadge } from '../systems/index-badge.tsx';
import type { ItemPaneProps } from './item-pane-props.ts';
import styles from './item-pane.module.css';
import { waysToFind } from './ways-to-find.ts';
import type { WayToFind } from './ways-to-find.ts';

/** By which index which question finds this item; each leads to that question, filled in. */
export function HowFound({ system, located, item, onAsk }: ItemPaneProps) {
  const { table } = located;
  const ways = waysToFind(system.declaration, located.tableKey, item);
  return (
    <section className={styles.found} aria-label="How this item is found">
      <h3 className={styles.foundTitle}>How this item is found</h3>
      <dl className={styles.ways}>
        {ways.map((way) => (
          <Fragment key={way.index ?? ''}>
            <dt>
              <IndexBadge
                table={table}
                index={way.index}
                text={way.index === null ? (way.sort === undefined ? 'PK' : 'PK + SK') : undefined}
                quiet={way.has === 'no keys'}
              />
            </dt>
            <dd>
              {way.patterns.length === 0 ? (
                <span className={styles.quiet}>{noneWords(way, item.entity)}</span>
              ) : null}
              {way.patterns.map(({ key, number, title, values }) => (
                <button key={key} type="button" className={styles.way} onClick={() => onAsk(key, values)}>
                  <span className={styles.wayNumber}>{number}</span> {title}
                </button>
              ))}
              {way.sparse === undefined || way.has === 'no keys' ? null : (
                <span className={styles.quiet}>{way.sparse}</span>
              )}
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}

function noneWords({ has, sparse }: WayToFind, entity: string | null): string {
  if (has === 'no keys') return sparse === undefined ? 'no keys written' : `no keys written; ${sparse}`;
  if (entity === null) return 'its keys are of no entity of this system';
  return 'no question asks for it here';
}
