import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import { Select } from '#renderer/ui/select/select.tsx';
import { TextField } from '#renderer/ui/input/text-field.tsx';
import type { Field } from './fields.ts';
import styles from './question-form.module.css';
import { statusMark } from './status-option.tsx';
import { ValueMenu } from './value-menu.tsx';

export interface ParameterFieldProps {
  readonly field: Field;
  readonly value: string;
  readonly problem: string | undefined;
  readonly recent: readonly string[];
  readonly examples: readonly string[];
  /** Where the field above it is the same of another item. */
  readonly labelHidden: boolean;
  readonly onType: (value: string) => void;
  readonly onLeave: () => void;
}

export function ParameterField(props: ParameterFieldProps) {
  const { field, value, problem, recent, examples, labelHidden, onType, onLeave } = props;
  // To be seen it stands under the form, where it moves no field out of its row.
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
        options={optionsOf(field.options, value)}
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
      // What it is like, in the form of the value itself; the label says what it is.
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

/** A value from an address that is not among the options is still shown as what will be asked. */
function optionsOf(options: readonly string[], value: string) {
  const all = value === '' || options.includes(value) ? options : [...options, value];
  return all.map((option) => ({ value: option, label: option, mark: statusMark(option) }));
}

const numberKinds: ReadonlySet<string> = new Set(['number', 'epochMs', 'epochSeconds']);

const kindExamples: Partial<Readonly<Record<Field['kind'], string>>> = {
  ulid: '01JC9Q4V8M7T2N5K3H6G1F0E9D',
  date: '2026-11-20',
  time: '2026-11-20T14:20:17.402Z',
  epochMs: '1795184417402',
  epochSeconds: '1795184417',
};
