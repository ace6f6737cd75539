import { Fragment } from 'react';
import { findDeclared, type SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { keyValues } from '#shared/catalogue/items/sample-attributes.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import type { ReadItem } from '#shared/contract/explorer.ts';
import { IndexBadge, listKeyGroups, type KeyGroup } from '../key-roles.tsx';
import type { Values } from '../question/fields.ts';
import type { ItemPaneProps } from './item-json.ts';
import { messages } from '../messages.ts';
import styles from '../explorer.module.css';

/** Lists the questions that find this item by index; each opens with its values filled in. */
export function HowFound({ system, located, item, onAsk }: ItemPaneProps) {
  const { table } = located;
  const ways = listWaysToFind(system.declaration, located.tableKey, item);
  return (
    <section className={styles.found} aria-label={messages.item.found}>
      <h3 className={styles.foundTitle}>{messages.item.found}</h3>
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
                <span className={styles.quiet}>{explainNone(way, item.entity)}</span>
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

function explainNone({ has, sparse }: WayToFind, entity: string | null): string {
  if (has === 'no keys')
    return sparse === undefined ? messages.item.noKeysWritten : `no keys written; ${sparse}`;
  if (entity === null) return messages.item.noEntity;
  return messages.item.noQuestion;
}

/** A way to reach an item by one key of its table. */
interface WayToFind extends KeyGroup {
  readonly has: 'keys' | 'no keys' | 'masked keys';
  /** Says when the keys exist: "only while PROCESSING, FAILED or REVIEW_REQUIRED". */
  readonly sparse: string | undefined;
  readonly patterns: readonly FindingPattern[];
}

interface FindingPattern {
  readonly key: string;
  readonly number: string;
  readonly title: string;
  /** The values of the question; undefined if a part of the key is masked. */
  readonly values: Values | undefined;
}

export function listWaysToFind(
  system: SystemDeclaration,
  tableKey: string,
  { entity, attributes }: Pick<ReadItem, 'entity' | 'attributes'>,
): readonly WayToFind[] {
  const table = findDeclared(system.tables, tableKey);
  if (table === undefined) return [];
  const declared = entity === null ? undefined : findDeclared(system.entities, entity);
  return listKeyGroups(table).map((group) => {
    const names = group.sort === undefined ? [group.partition] : [group.partition, group.sort];
    const keys = names.map((name) => findDeclared(attributes, name));
    const has = keys.includes(undefined)
      ? ('no keys' as const)
      : keys.some((key) => key !== undefined && 'MASKED' in key)
        ? ('masked keys' as const)
        : ('keys' as const);
    const patterns =
      has === 'no keys' || entity === null ? [] : patternsOn(group.index, has === 'masked keys');
    return { ...group, has, sparse: findDeclared(declared?.sparse, group.index ?? ''), patterns };
  });

  function patternsOn(index: string | null, masked: boolean): readonly FindingPattern[] {
    return Object.entries(system.patterns).flatMap(([key, { number, title, returns }]) => {
      const located = locate(system, key);
      if (located.tableKey !== tableKey || located.indexName !== index) return [];
      if (entity === null || !returns.includes(entity)) return [];
      const values = keyValues(located, attributes);
      return values === undefined && !masked ? [] : [{ key, number, title, values }];
    });
  }
}
