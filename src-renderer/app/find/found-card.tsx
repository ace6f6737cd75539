import type { ReactNode } from 'react';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import type { IconName } from '#renderer/ui/icon/product-icons.ts';
import { KeyValueList } from '#renderer/ui/key-value-list/key-value-list.tsx';
import type { KeyValueItem } from '#renderer/ui/key-value-list/key-value-list.tsx';
import styles from './find.module.css';

interface FoundCardProps {
  readonly icon: IconName;
  readonly title: string;
  readonly items: readonly KeyValueItem[];
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** What has no page of its own yet. */
export function FoundCard({ icon, title, items, actions, children }: FoundCardProps) {
  return (
    <section className={styles.card} aria-label={title}>
      <h2 className={styles.title}>
        <Icon name={icon} size={16} />
        {title}
      </h2>
      {children}
      <KeyValueList items={items} />
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </section>
  );
}
