import { useState } from 'react';
import type { TableDeclaration } from '#shared/catalogue/declaration.ts';
import type { ReadItem } from '#shared/contract/explorer.ts';
import { jsonText } from '#renderer/ui/json-lines.ts';
import { OpenedPane } from '#renderer/ui/pane.tsx';
import { TabPanel, Tabs } from '#renderer/ui/tabs.tsx';
import { getItemName } from '../answer/result-columns.ts';
import { toItemJson, describeMask, formatSize, type ItemPaneProps } from './item-json.ts';
import { ItemKeys, ItemTab } from './item-tab.tsx';
import styles from './item-pane.module.css';
import { listKeysInOrder } from '../key-roles.tsx';
import { messages } from '../messages.ts';

export function ItemPane(props: ItemPaneProps) {
  const { system, located, item, onClose } = props;
  const [tab, setTab] = useState<'item' | 'keys'>('item');
  const name = getItemName(system.declaration, located, item);
  return (
    <OpenedPane
      label="Item"
      title={name}
      copyText={describeMasked(located.table, item)}
      copyLabel={messages.item.copy}
      closeLabel={messages.item.close}
      onClose={onClose}
    >
      <div className={styles.tabs}>
        <Tabs
          label="Item"
          value={tab}
          onChange={setTab}
          className={styles.fill}
          tabs={[
            { value: 'item', label: 'Item' },
            { value: 'keys', label: 'Keys' },
          ]}
        >
          <TabPanel value="item" className={styles.panel ?? ''}>
            {/* The key forgets revealed values when another item is opened. */}
            <ItemTab key={item.handle} {...props} />
          </TabPanel>
          <TabPanel value="keys" className={styles.panel ?? ''}>
            <ItemKeys {...props} />
          </TabPanel>
        </Tabs>
        <span className={styles.size}>{formatSize(item.bytes)}</span>
      </div>
    </OpenedPane>
  );
}

function describeMasked(table: TableDeclaration, { attributes }: ReadItem): string {
  const { value, masks } = toItemJson(attributes, listKeysInOrder(table));
  return jsonText(value, new Map([...masks].map(([path, mask]) => [path, describeMask(mask)])));
}
