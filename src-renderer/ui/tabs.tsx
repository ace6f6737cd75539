import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import inline from './inline.module.css';
import styles from './tabs.module.css';

interface TabDefinition<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly count?: number | string | undefined;
  readonly disabled?: boolean | undefined;
}

interface TabsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly tabs: readonly TabDefinition<Value>[];
  readonly className?: string | undefined;
  /** The tabs take the height of the page, and the open panel lays its content out from top to bottom. */
  readonly fills?: boolean | undefined;
  /** The children are one TabPanel for each tab. */
  readonly children: ReactNode;
}

export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, value, onChange, tabs, className, fills = false, children } = props;
  return (
    <Base.Root
      className={classNames(styles.tabs, fills && styles.fills, className)}
      value={value}
      onValueChange={(next: Value) => onChange(next)}
    >
      <Base.List className={styles.list} aria-label={label} activateOnFocus>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} disabled={tab.disabled} className={styles.tab}>
            <span className={inline.word} data-word={tab.label}>
              <span>{tab.label}</span>
            </span>
            {tab.count === undefined ? null : <span className={styles.count}>{tab.count}</span>}
          </Base.Tab>
        ))}
        <Base.Indicator className={styles.indicator} />
      </Base.List>
      {children}
    </Base.Root>
  );
}

export function TabPanel(props: {
  readonly value: string;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <Base.Panel value={props.value} className={classNames(styles.panel, props.className)}>
      {props.children}
    </Base.Panel>
  );
}
