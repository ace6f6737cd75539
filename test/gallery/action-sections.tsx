import { useState } from 'react';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { Caption, Example, Row, type GallerySection } from './example.tsx';
import styles from './example.module.css';

export const actionSections: readonly GallerySection[] = [
  { id: 'buttons', title: 'Buttons', note: 'aqua looks, copper writes to prod', Section: Buttons },
  { id: 'button-states', title: 'Button states', note: 'nothing moves', Section: ButtonStates },
  { id: 'icon-buttons', title: 'Icon buttons', note: 'named, with a tooltip', Section: IconButtons },
  { id: 'keys', title: 'Keys', note: 'in the way of the platform', Section: Keys },
];

function Buttons() {
  return (
    <Example>
      <Row>
        <Button variant="primary">Reprocess 31…</Button>
        <Button variant="production" icon="play">
          Start with 1
        </Button>
      </Row>
      <Row>
        <Button>Execution</Button>
        <Button variant="danger" icon="brake">
          Brake now
        </Button>
        <Button variant="ghost" shortcut="Escape">
          Cancel
        </Button>
      </Row>
      <Row>
        <Button variant="primary" shortcut="Mod+Enter">
          Approve
        </Button>
        <Button shortcut="U" icon="undo">
          Undo
        </Button>
      </Row>
      <Row>
        <Button size="sm">Small</Button>
        <Button size="sm" variant="primary">
          Small
        </Button>
        <Button size="sm" variant="ghost" icon="retry">
          Try again
        </Button>
      </Row>
    </Example>
  );
}

function ButtonStates() {
  const [running, setRunning] = useState(true);
  return (
    <Example>
      <Row>
        <Button shown="hover">Hover</Button>
        <Button shown="focus">Focus</Button>
        <Button disabled>Disabled</Button>
      </Row>
      <Row>
        <Button disabled="Editing is off in production" icon="edit">
          Off, with a reason
        </Button>
        <Button variant="primary" disabled>
          Disabled
        </Button>
      </Row>
      <Row>
        <Button variant="primary" loading={running} onClick={() => setRunning(true)}>
          Reprocess 31
        </Button>
        <Button loading icon="refresh">
          Reading
        </Button>
        <Button size="sm" variant="ghost" onClick={() => setRunning((before) => !before)}>
          Toggle
        </Button>
      </Row>
      <Row>
        <Button className={styles.narrow} icon="document">
          A label that is longer than its room
        </Button>
      </Row>
    </Example>
  );
}

function IconButtons() {
  return (
    <Example>
      <Row>
        <IconButton icon="refresh" label="Read again" shortcut="R" />
        <IconButton icon="filter" label="Filter" shortcut="/" />
        <IconButton icon="columns" label="Choose columns" variant="default" />
        <IconButton icon="trash" label="Discard" variant="danger" />
        <IconButton icon="more" label="More" disabled />
      </Row>
      <Row>
        <IconButton icon="refresh" label="Read again, small" size="sm" />
        <IconButton icon="filter" label="Filter, small" size="sm" />
        <IconButton icon="columns" label="Choose columns, small" size="sm" variant="default" />
        <CopyButton text="batch-01JC9Q4V8M7T" label="Copy the batch id" />
      </Row>
      <Row>
        <CopyButton text="dynamodb:Query on index/GSI2" label="Copy" visibleLabel="Copy for admin" />
      </Row>
    </Example>
  );
}

function Keys() {
  return (
    <Example>
      <Row>
        <Kbd keys="J" />
        <Kbd keys="K" />
        <Kbd keys="Enter" />
        <Kbd keys="Space" />
        <Kbd keys="?" />
        <Kbd keys="G T" />
      </Row>
      <Row>
        <Kbd keys="Mod+K" apple />
        <Kbd keys="Mod+Enter" apple />
        <Kbd keys="Shift+X" apple />
        <Caption>on Apple</Caption>
      </Row>
      <Row>
        <Kbd keys="Mod+K" apple={false} />
        <Kbd keys="Mod+Enter" apple={false} />
        <Kbd keys="Shift+X" apple={false} />
        <Caption>elsewhere</Caption>
      </Row>
    </Example>
  );
}
