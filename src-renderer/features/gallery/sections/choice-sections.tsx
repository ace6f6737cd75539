import { useState } from 'react';
import { Checkbox } from '#renderer/ui/checkbox/checkbox.tsx';
import { Segmented } from '#renderer/ui/segmented/segmented.tsx';
import { Switch } from '#renderer/ui/switch/switch.tsx';
import type { GallerySection } from '../gallery-section.ts';
import { Example, noAction, Row } from './example.tsx';

export const choiceSections: readonly GallerySection[] = [
  { id: 'checkboxes', title: 'Checkboxes', note: 'on, some, off', Section: Checkboxes },
  { id: 'switches', title: 'Switches', note: 'take effect at once', Section: Switches },
  { id: 'segmented', title: 'Segmented', note: 'one of a few, all in sight', Section: SegmentedControls },
];

function Checkboxes() {
  const [chosen, setChosen] = useState<readonly string[]>(['errors']);
  const all = ['errors', 'timeouts'];
  const some = chosen.length > 0 && chosen.length < all.length;
  return (
    <Example>
      <Checkbox
        label="Everything that failed"
        checked={some ? 'mixed' : chosen.length > 0}
        onChange={(on) => setChosen(on ? all : [])}
      />
      {all.map((name) => (
        <Checkbox
          key={name}
          label={name === 'errors' ? 'Provider errors' : 'Timeouts'}
          hint={name === 'errors' ? '28 documents, last seen 14:06' : undefined}
          checked={chosen.includes(name)}
          onChange={(on) => setChosen(on ? [...chosen, name] : chosen.filter((other) => other !== name))}
        />
      ))}
      <Checkbox label="Off" checked={false} onChange={noAction} disabled />
      <Checkbox label="On and off limits" checked onChange={noAction} disabled />
      <Row>
        <Checkbox label="Select row 1" labelHidden checked onChange={noAction} />
        <Checkbox label="Select some rows" labelHidden checked="mixed" onChange={noAction} />
        <Checkbox label="Select row 2" labelHidden checked={false} onChange={noAction} />
      </Row>
    </Example>
  );
}

function Switches() {
  const [live, setLive] = useState(true);
  const [alerts, setAlerts] = useState(false);
  return (
    <Example>
      <Switch label="Live traffic" checked={live} onChange={setLive} />
      <Switch label="Desktop notifications" checked={alerts} onChange={setAlerts} />
      <Switch label="Edit and redrive" checked={false} onChange={noAction} disabled />
      <Switch label="Set by the connection" checked onChange={noAction} disabled />
      <Row>
        <Switch label="Live traffic, short" labelHidden checked={live} onChange={setLive} />
        <Switch label="Notifications, short" labelHidden checked={alerts} onChange={setAlerts} />
      </Row>
    </Example>
  );
}

function SegmentedControls() {
  const [load, setLoad] = useState<'1' | '10'>('1');
  const [view, setView] = useState<'list' | 'lanes' | 'raw'>('list');
  return (
    <Example>
      <Row>
        <Segmented
          label="Load"
          value={load}
          onChange={setLoad}
          options={[
            { value: '1', label: '1×' },
            { value: '10', label: '10×' },
          ]}
        />
      </Row>
      <Row>
        <Segmented
          label="View"
          value={view}
          onChange={setView}
          options={[
            { value: 'list', label: 'Documents', icon: 'document' },
            { value: 'lanes', label: 'Lanes', icon: 'activity' },
            { value: 'raw', label: 'Raw', disabled: true },
          ]}
        />
      </Row>
      <Row>
        <Segmented
          label="Range"
          size="sm"
          value={load}
          onChange={setLoad}
          options={[
            { value: '1', label: '1 h' },
            { value: '10', label: '24 h' },
          ]}
        />
      </Row>
    </Example>
  );
}
