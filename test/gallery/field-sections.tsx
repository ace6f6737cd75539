import { useState } from 'react';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { CodeArea } from '#renderer/ui/code-area.tsx';
import { SearchField, TextArea, TextField } from '#renderer/ui/field.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { SuggestField } from '#renderer/ui/suggest-field.tsx';
import { Switch } from '#renderer/ui/switch.tsx';
import { Example, noAction, Row, type GallerySection } from './example.tsx';

export const fieldSections: readonly GallerySection[] = [
  { id: 'inputs', title: 'Inputs', note: 'errors sit under the field', Section: Inputs },
  { id: 'input-states', title: 'Input states', note: 'hint, unit, off, overflow', Section: InputStates },
  { id: 'search', title: 'Search', note: 'Escape empties, then leaves', Section: Search },
  { id: 'select', title: 'Select', note: 'one of many', Section: Selects },
  { id: 'suggest', title: 'Suggest', note: 'known values, or another text', Section: Suggests },
  { id: 'text-area', title: 'Text area', note: 'reasons and tickets', Section: TextAreas },
  { id: 'code-area', title: 'Code area', note: 'mistakes at their lines', Section: CodeAreas },
];

function Inputs() {
  const [batch, setBatch] = useState('01JC9Q4V8M7T');
  const [count, setCount] = useState('31');
  return (
    <Example>
      <TextField
        label="Batch"
        mono
        value={batch}
        shown="focus"
        onChange={(event) => setBatch(event.currentTarget.value)}
      />
      <TextField
        label="Type the count"
        mono
        value={count}
        error={count === '28' ? undefined : 'The plan has 28 to go. Type 28.'}
        onChange={(event) => setCount(event.currentTarget.value)}
      />
      <TextField label="Ticket" placeholder="OPS-1234" hint="Kept in the audit trail with the reason." />
    </Example>
  );
}

function InputStates() {
  return (
    <Example>
      <TextField label="Rate" defaultValue="20" end="messages a second" inputMode="numeric" />
      <TextField label="Region" defaultValue="Read-only" disabled />
      <TextField label="Key" icon="key" defaultValue="TENANT#kestrel#BATCH#01JC9Q4V8M7T#STATUS#FAILED" mono />
      <TextField label="Small" size="sm" defaultValue="Carrier invoices" />
    </Example>
  );
}

function Search() {
  const [empty, setEmpty] = useState('');
  const [filled, setFilled] = useState('kestrel');
  return (
    <Example>
      <SearchField
        label="Jump"
        placeholder="Search or run a command…"
        shortcut="Mod+K"
        value={empty}
        onChange={setEmpty}
      />
      <SearchField label="Filter what is loaded" value={filled} onChange={setFilled} />
      <SearchField
        label="Filter, small"
        placeholder="Filter"
        shortcut="/"
        size="sm"
        value={empty}
        onChange={setEmpty}
      />
      <SearchField label="Filter, off" placeholder="Nothing loaded" disabled value="" onChange={setEmpty} />
    </Example>
  );
}

function Selects() {
  const [tenant, setTenant] = useState<string | null>('northwind');
  const [none, setNone] = useState<string | null>(null);
  return (
    <Example>
      <Select label="Tenant" value={tenant} onChange={setTenant} options={tenants} />
      <Select
        label="Workflow"
        value={none}
        onChange={setNone}
        options={tenants}
        placeholder="Choose a workflow"
        error={none === null ? 'Choose one to go on.' : undefined}
      />
      <Select
        label="Scope, small"
        labelHidden
        size="sm"
        value={tenant}
        onChange={setTenant}
        options={tenants}
      />
      <Select label="Off" labelHidden disabled value={tenant} onChange={setTenant} options={tenants} />
    </Example>
  );
}

function Suggests() {
  const [region, setRegion] = useState('eu-west-1');
  const [table, setTable] = useState('');
  return (
    <Example>
      <SuggestField label="Region" mono value={region} onChange={setRegion} suggestions={regions} />
      <SuggestField
        label="Table, small"
        mono
        size="sm"
        value={table}
        placeholder="autowired-staging"
        onChange={setTable}
        suggestions={[{ value: 'documents-of-northern', hint: 'likely' }]}
      />
      <SuggestField
        label="Unknown region"
        mono
        value="eu-west"
        error='An AWS region, such as "eu-west-1".'
        onChange={noAction}
        suggestions={regions}
      />
      <SuggestField label="Off" disabled value="eu-west-1" onChange={noAction} suggestions={regions} />
    </Example>
  );
}

const regions = [
  { value: 'eu-west-1', hint: 'Ireland', keywords: 'Ireland' },
  { value: 'eu-central-1', hint: 'Frankfurt', keywords: 'Frankfurt' },
  { value: 'us-east-1', hint: 'N. Virginia', keywords: 'Virginia' },
];

function TextAreas() {
  return (
    <Example>
      <TextArea label="Reason" placeholder="Why is this document reprocessed a third time?" />
      <TextArea
        label="Edited body"
        mono
        defaultValue={'{"batchId": "01JC9Q4V8M7T"'}
        error="Not JSON: expected } at the end."
      />
      <TextArea label="Off" defaultValue="Locked by the plan." disabled rows={2} />
    </Example>
  );
}

function CodeAreas() {
  const [text, setText] = useState('{\n  "id": "parcels",\n  "tables": []\n}\n');
  return (
    <Example>
      <CodeArea
        label="Declaration"
        value={text}
        onChange={setText}
        marks={new Map([[3, 'expected an object']])}
      />
    </Example>
  );
}

const tenants = [
  { value: 'northwind', label: 'Northwind', hint: '12' },
  { value: 'kestrel', label: 'Kestrel Foods', hint: '7' },
  { value: 'harrow', label: 'Harrow & Pike, Freight Forwarders of the Northern Ports', hint: '184' },
  { value: 'retired', label: 'Retired tenant', disabled: true },
] as const;

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
