import { useState, type SubmitEvent } from 'react';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '#renderer/ui/dialog.tsx';
import { TextArea, TextField } from '#renderer/ui/field.tsx';
import { Menu, MenuGroup, MenuItem } from '#renderer/ui/menu.tsx';
import { Popover } from '#renderer/ui/popover.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { Switch } from '#renderer/ui/switch.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import { readValue, type Field, type Values } from './fields.ts';
import styles from './question.module.css';
import { renderStatusMark } from './status-option.tsx';
import type { QuestionForm as Form, QuestionOptionsProps } from './use-question-form.ts';
import { messages } from '../messages.ts';

interface QuestionFormProps {
  readonly form: Form;
  readonly options: QuestionOptionsProps;
  readonly recent: (name: string) => readonly string[];
  readonly examples: readonly Values[];
  readonly asking: boolean;
  readonly onAsk: () => void;
}

export function QuestionForm({ form, options, recent, examples, asking, onAsk }: QuestionFormProps) {
  const { fields, sets, asksForMany } = form;

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    onAsk();
  }

  const askPart = (
    <div className={styles.ask}>
      <QuestionOptions {...options} />
      <Button type="submit" variant="primary" icon="play" loading={asking}>
        {messages.question.ask}
      </Button>
    </div>
  );

  return (
    // noValidate: the form shows errors itself, in the words of the system.
    <form className={styles.form} noValidate onSubmit={submit} aria-label="Parameters">
      <div className={styles.sets}>
        {sets.map((set, place) => (
          <div
            // oxlint-disable-next-line react/no-array-index-key -- a set is what stands in its place
            key={place}
            className={styles.set}
            role={asksForMany ? 'group' : undefined}
            aria-label={asksForMany ? `Item ${String(place + 1)}` : undefined}
          >
            {fields.map((field) => (
              <ParameterField
                key={field.name}
                field={field}
                value={readValue(set, field.name)}
                problem={form.problem(place, field.name)}
                recent={recent(field.name)}
                examples={listValues(examples, field.name)}
                labelHidden={place > 0}
                onType={(value) => form.type(place, field.name, value)}
                onLeave={() => form.leave(place, field.name)}
              />
            ))}
            {asksForMany && sets.length > 1 ? (
              <IconButton
                icon="remove"
                label={`Remove item ${String(place + 1)}`}
                className={styles.remove}
                onClick={() => form.replace(sets.filter((_, at) => at !== place))}
              />
            ) : null}
            {asksForMany ? null : askPart}
          </div>
        ))}
      </div>
      {fields.map(({ name, label, about }) =>
        about === undefined ? null : (
          <p key={name} className={styles.about} aria-hidden>
            <b>{label}</b> {about}
          </p>
        ),
      )}
      {asksForMany ? (
        <div className={styles.more}>
          <Button
            size="sm"
            variant="ghost"
            icon="add"
            disabled={sets.length >= mostSets ? `A question takes at most ${String(mostSets)} items` : false}
            onClick={() => form.replace([...sets, Object.fromEntries(fields.map(({ name }) => [name, '']))])}
          >
            {messages.question.addItem}
          </Button>
          <PasteLines fields={fields} onPaste={form.replace} />
          {askPart}
        </div>
      ) : null}
    </form>
  );
}

const mostSets = 100;

function listValues(examples: readonly Values[], name: string): readonly string[] {
  return [...new Set(examples.map((values) => readValue(values, name)).filter((value) => value !== ''))];
}

interface ParameterFieldProps {
  readonly field: Field;
  readonly value: string;
  readonly problem: string | undefined;
  readonly recent: readonly string[];
  readonly examples: readonly string[];
  /** The label is hidden if the field above is the same one of another item. */
  readonly labelHidden: boolean;
  readonly onType: (value: string) => void;
  readonly onLeave: () => void;
}

function ParameterField(props: ParameterFieldProps) {
  const { field, value, problem, recent, examples, labelHidden, onType, onLeave } = props;
  // The visible text is below the form, where it does not push fields out of their row.
  const about = field.about === undefined ? undefined : <VisuallyHidden>{field.about}</VisuallyHidden>;
  if (field.options !== undefined) {
    return (
      <Select
        label={field.label}
        labelHidden={labelHidden}
        hint={about}
        error={problem}
        className={styles.field}
        value={value === '' ? null : value}
        onChange={onType}
        options={toOptions(field.options, value)}
      />
    );
  }
  const example = examples[0] ?? field.example ?? kindExamples[field.kind];
  return (
    <TextField
      label={field.label}
      labelHidden={labelHidden}
      hint={about}
      error={problem}
      className={styles.field}
      mono
      type={field.kind === 'email' ? 'email' : 'text'}
      inputMode={numberKinds.has(field.kind) ? 'decimal' : undefined}
      // The placeholder shows the format of a value; the label says what it means.
      placeholder={example}
      value={value}
      onChange={(event) => onType(event.currentTarget.value)}
      onBlur={onLeave}
      end={
        recent.length + examples.length === 0 ? undefined : (
          <ValueMenu label={field.label} recent={recent} examples={examples} onChoose={onType} />
        )
      }
    />
  );
}

/** A value from an address stays visible even if it is not among the options. */
function toOptions(options: readonly string[], value: string) {
  const all = value === '' || options.includes(value) ? options : [...options, value];
  return all.map((option) => ({ value: option, label: option, mark: renderStatusMark(option) }));
}

const numberKinds: ReadonlySet<string> = new Set(['number', 'epochMs', 'epochSeconds']);

const kindExamples: Partial<Readonly<Record<Field['kind'], string>>> = {
  ulid: '01JC9Q4V8M7T2N5K3H6G1F0E9D',
  date: '2026-11-20',
  time: '2026-11-20T14:20:17.402Z',
  epochMs: '1795184417402',
  epochSeconds: '1795184417',
};

interface ValueMenuProps {
  readonly label: string;
  readonly recent: readonly string[];
  readonly examples: readonly string[];
  readonly onChoose: (value: string) => void;
}

/** Offers recent values and those of the system's samples. */
function ValueMenu({ label, recent, examples, onChoose }: ValueMenuProps) {
  const others = examples.filter((example) => !recent.includes(example));
  return (
    <Menu align="end" trigger={<IconButton icon="down" size="sm" label={`Values for ${label}`} />}>
      {recent.length === 0 ? null : (
        <ValueList title={messages.question.recent} values={recent} onChoose={onChoose} />
      )}
      {others.length === 0 ? null : (
        <ValueList title={messages.question.samples} values={others} onChoose={onChoose} />
      )}
    </Menu>
  );
}

interface ValueListProps extends Pick<ValueMenuProps, 'onChoose'> {
  readonly title: string;
  readonly values: readonly string[];
}

function ValueList({ title, values, onChoose }: ValueListProps) {
  return (
    <MenuGroup label={title}>
      {values.map((value) => (
        <MenuItem key={value} onSelect={() => onChoose(value)}>
          {value}
        </MenuItem>
      ))}
    </MenuGroup>
  );
}

interface PasteLinesProps {
  readonly fields: readonly Field[];
  readonly onPaste: (sets: readonly Values[]) => void;
}

function PasteLines({ fields, onPaste }: PasteLinesProps) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const names = fields.map(({ name }) => name);
  const sets = parseLines(text, names);
  const order = fields.map(({ label }) => label.toLowerCase()).join(', ');

  function take(): void {
    if (sets.length > 0) onPaste(sets);
    setOpen(false);
    setText('');
  }

  return (
    <>
      <Button size="sm" variant="ghost" icon="document" onClick={() => setOpen(true)}>
        {messages.question.pasteLines}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={messages.question.pasteItems} sticky>
        <DialogBody>
          <TextArea
            label={messages.question.onePerLine}
            hint={`In the order ${order}; up to ${String(mostLines)} lines.`}
            rows={8}
            mono
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </DialogBody>
        <DialogFoot start={sets.length === 1 ? '1 item' : `${String(sets.length)} items`}>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button variant="primary" onClick={take}>
            {messages.question.theseItems}
          </Button>
        </DialogFoot>
      </Dialog>
    </>
  );
}

const mostLines = 100;

/**
 * Parses one item a line, its values in the order of the fields, separated by a tab, comma, semicolon or
 * spaces.
 */
export function parseLines(text: string, names: readonly string[]): readonly Values[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, mostLines)
    .map((line) => {
      const parts = names.length === 1 ? [line] : line.split(/\s*[\t,;]\s*|\s+/);
      return Object.fromEntries(names.map((name, place) => [name, parts[place] ?? '']));
    });
}

function QuestionOptions({ pageSize, onPageSize, consistent, onConsistent }: QuestionOptionsProps) {
  if (pageSize === null && onConsistent === null) return null;
  return (
    <Popover
      title={messages.question.reading}
      align="end"
      trigger={<IconButton icon="settings" label={messages.question.reading} />}
    >
      <div className={styles.options}>
        {pageSize === null ? null : (
          <Select
            label={messages.question.pageSize}
            hint={messages.question.pageNote}
            value={String(pageSize)}
            onChange={(size) => onPageSize(Number(size))}
            options={listSizes(pageSize)}
          />
        )}
        {onConsistent === null ? (
          <p className={styles.explain}>{messages.question.indexNote}</p>
        ) : (
          <>
            <Switch label={messages.question.consistent} checked={consistent} onChange={onConsistent} />
            <p className={styles.explain}>{messages.question.consistentNote}</p>
          </>
        )}
      </div>
    </Popover>
  );
}

function listSizes(size: number) {
  return [...new Set([10, 25, 50, 100, 250, 1_000, size])]
    .toSorted((a, b) => a - b)
    .map((each) => ({ value: String(each), label: String(each) }));
}
