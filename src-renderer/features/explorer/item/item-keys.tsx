import { parseTemplate } from '#shared/catalogue/templates/fill-template.ts';
import { findDeclared } from '#shared/catalogue/find-declared.ts';
import { plainText } from '#shared/catalogue/results/plain-value.ts';
import { keyText } from '#shared/catalogue/items/values-of-item.ts';
import { KeyValueList } from '#renderer/ui/key-value-list/key-value-list.tsx';
import { IndexBadge } from '../systems/index-badge.tsx';
import type { ItemPaneProps } from './item-pane-props.ts';
import styles from './item-pane.module.css';
import { keyGroups } from './key-roles.ts';

/** Each key attribute with the template it was written from, and the parts that can be read out of it. */
export function ItemKeys({ system, located, item }: ItemPaneProps) {
  const { table } = located;
  const entity = findDeclared(system.declaration.entities, item.entity ?? '');
  /** An index that this kind is never in, and is not in, has nothing to explain. */
  const names = (partition: string, sort: string | undefined) =>
    [partition, ...(sort === undefined ? [] : [sort])].filter(
      (name) =>
        findDeclared(entity?.keys, name) !== undefined || findDeclared(item.attributes, name) !== undefined,
    );
  return (
    <div className={styles.body}>
      {entity?.about === undefined ? null : <p className={styles.about}>{entity.about}</p>}
      {keyGroups(table).map(({ index, partition, sort }) => (
        <section key={index ?? ''} className={styles.group} aria-label={index ?? "The table's own key"}>
          <h3 className={styles.groupTitle}>
            <IndexBadge table={table} index={index} text={index ?? (sort === undefined ? 'PK' : 'PK + SK')} />
          </h3>
          {names(partition, sort).length === 0 ? <span className={styles.quiet}>no keys written</span> : null}
          {names(partition, sort).map((name) => {
            const template = findDeclared(entity?.keys, name);
            const value = findDeclared(item.attributes, name);
            const text = keyText(item.attributes, name);
            const parts =
              template === undefined || text === undefined ? undefined : parseTemplate(template, text);
            return (
              <div key={name} className={styles.keyAttribute}>
                <div className={styles.keyName}>{name}</div>
                <code className={styles.template}>{template ?? 'no template declared'}</code>
                <code className={styles.keyValue}>
                  {value === undefined ? 'not written' : plainText(value)}
                </code>
                {parts === undefined || Object.keys(parts).length === 0 ? null : (
                  <KeyValueList
                    size="small"
                    items={Object.entries(parts).map(([label, part]) => ({
                      label,
                      value: part,
                      mono: true,
                      copy: part,
                    }))}
                  />
                )}
                {text !== undefined && template !== undefined && parts === undefined ? (
                  <span className={styles.quiet}>The value is not of this template.</span>
                ) : null}
              </div>
            );
          })}
        </section>
      ))}
    </div>
  );
}
