import { useState } from 'react';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { Disclosure } from '#renderer/ui/disclosure.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { PaneBar, PaneBarTitle } from '#renderer/ui/pane.tsx';
import { RelativeTime } from '#renderer/ui/relative-time.tsx';
import { TabPanel, Tabs } from '#renderer/ui/tabs.tsx';
import { Caption, Example, Row, type GallerySection } from './example.tsx';
import styles from './example.module.css';

export const wayfindingSections: readonly GallerySection[] = [
  { id: 'tabs', title: 'Tabs', note: 'with counts', Section: TabsExample },
  { id: 'disclosures', title: 'Disclosures', note: 'a line, a heading', Section: Disclosures },
  { id: 'pane-bars', title: 'Bars of panes', note: 'high, low, with an id', Section: PaneBars },
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

function Disclosures() {
  const [open, setOpen] = useState<readonly string[]>(['Batch']);
  const parts = [
    { title: 'Document', hint: 'what was sent', end: '9 attributes', level: undefined },
    { title: 'Batch', hint: 'what it came in', end: '4 attributes', level: undefined },
    { title: 'Throughput', hint: 'documents a minute', end: 'collapsed, not read', level: 2 },
  ] as const;
  return (
    <div>
      {parts.map(({ title, ...rest }) => (
        <Disclosure
          key={title}
          title={title}
          {...rest}
          open={open.includes(title)}
          onOpen={(isOpen) => setOpen(isOpen ? [...open, title] : open.filter((one) => one !== title))}
        >
          <div className={styles.underTabs}>
            <Caption>What is under it.</Caption>
          </div>
        </Disclosure>
      ))}
    </div>
  );
}

function PaneBars() {
  return (
    <div>
      <PaneBar actions={<Button size="sm">Open</Button>}>
        <PaneBarTitle title="Staging">Staging</PaneBarTitle>
      </PaneBar>
      <PaneBar low snug actions={<IconButton icon="close" size="sm" label="Close the batch" />}>
        <PaneBarTitle of="id" title="batch-01JC9Q4V8M7T">
          batch-01JC9Q4V8M7T
        </PaneBarTitle>
      </PaneBar>
      <PaneBar low line={false}>
        <PaneBarTitle>With no line under it, and a name that has no room to end</PaneBarTitle>
      </PaneBar>
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
