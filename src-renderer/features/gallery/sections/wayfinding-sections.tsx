import { useState } from 'react';
import { Button } from '#renderer/ui/button/button.tsx';
import { Note } from '#renderer/ui/note/note.tsx';
import { RelativeTime } from '#renderer/ui/relative-time/relative-time.tsx';
import { TabPanel, Tabs } from '#renderer/ui/tabs/tabs.tsx';
import type { GallerySection } from '../gallery-section.ts';
import { Caption, Example, Row } from './example.tsx';
import styles from './example.module.css';

export const wayfindingSections: readonly GallerySection[] = [
  { id: 'tabs', title: 'Tabs', note: 'with counts', Section: TabsExample },
  { id: 'notes', title: 'Notes', note: 'info, warning, bad', Section: Notes },
  { id: 'times', title: 'Times', note: 'exact on hover and focus', Section: Times },
];

function TabsExample() {
  const [tab, setTab] = useState<'item' | 'keys' | 'lineage' | 'raw'>('item');
  return (
    <Tabs
      label="Item"
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'item', label: 'Item' },
        { value: 'keys', label: 'Keys' },
        { value: 'lineage', label: 'Lineage', count: 5 },
        { value: 'raw', label: 'Raw', disabled: true },
      ]}
    >
      {(['item', 'keys', 'lineage'] as const).map((value) => (
        <TabPanel key={value} value={value}>
          <TabText value={value} />
        </TabPanel>
      ))}
    </Tabs>
  );
}

function TabText({ value }: { readonly value: 'item' | 'keys' | 'lineage' }) {
  const words = {
    item: 'The item as it was read.',
    keys: 'Which part of each key says what.',
    lineage: 'Five things happened to it, newest first.',
  };
  return (
    <div className={styles.underTabs}>
      <Caption>{words[value]}</Caption>
    </div>
  );
}

function Notes() {
  return (
    <Example>
      <Note>Depths are SQS estimates.</Note>
      <Note tone="warn">
        <b>Sampling is a receive.</b> It raises the count and hides the messages for 30 s.
      </Note>
      <Note tone="bad" action={<Button size="sm">Show</Button>}>
        <b>Bedrock throttles</b> in ALARM, 16 min.
      </Note>
      <Note>arn:aws:states:eu-west-1:447108293316:execution:extraction:01JC9Q4V8M7TXN2R8K5</Note>
    </Example>
  );
}

function Times() {
  return (
    <Example>
      <Row>
        <RelativeTime at={now - 4000} now={now} />
        <RelativeTime at={now - 21 * 60_000} now={now} />
        <RelativeTime at={now - 130 * 60_000} now={now} />
      </Row>
      <Row>
        <RelativeTime at={now - 66 * 3_600_000} now={now} />
        <RelativeTime at={now + 9 * 3_600_000} now={now} />
        <RelativeTime at={now - 40 * 86_400_000} now={now} />
      </Row>
    </Example>
  );
}

const now = Date.UTC(2026, 10, 20, 14, 6, 52);
