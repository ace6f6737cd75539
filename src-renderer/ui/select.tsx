import { CSPProvider } from '@base-ui/react/csp-provider';
import { Select as Base } from '@base-ui/react/select';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { useCloseWhenCovered } from './close-when-covered.ts';
import floating from './floating.module.css';
import { Icon } from './icon.tsx';
import { Field, type FieldWords } from './field.tsx';
import { usePortalContainer } from './theme-scope.tsx';
import styles from './select.module.css';

export interface SelectOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** The mark stands before the label, such as a status's shape, but the label must be clear without it. */
  readonly mark?: ReactNode;
  readonly hint?: ReactNode;
  readonly disabled?: boolean | undefined;
}

interface SelectProps<Value extends string> extends FieldWords {
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
  readonly options: readonly SelectOption<Value>[];
  readonly placeholder?: string | undefined;
  readonly size?: 'sm' | 'md' | undefined;
  readonly disabled?: boolean | undefined;
  readonly defaultOpen?: boolean | undefined;
  readonly className?: string | undefined;
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, labelHidden, hint, error, className, value, onChange, options, placeholder, size } = props;
  const actions = useCloseWhenCovered();
  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} error={error} className={className}>
      {(wiring) => (
        // The popup would add a <style> element, which the content security policy refuses.
        <CSPProvider disableStyleElements>
          <Base.Root
            modal={false}
            actionsRef={actions}
            value={value}
            onValueChange={(next) => next !== null && onChange(next)}
            items={options}
            disabled={props.disabled}
            defaultOpen={props.defaultOpen}
          >
            <Base.Trigger {...wiring} className={classNames(styles.trigger, size === 'sm' && styles.sm)}>
              <Base.Value className={styles.value} placeholder={placeholder ?? 'Choose'}>
                {options.some(({ mark }) => mark !== undefined)
                  ? (chosen: Value | null) => marked(options, chosen) ?? placeholder ?? 'Choose'
                  : undefined}
              </Base.Value>
              <span className={styles.arrow}>
                <Icon name="down" size={12} />
              </span>
            </Base.Trigger>
            <SelectList options={options} />
          </Base.Root>
        </CSPProvider>
      )}
    </Field>
  );
}

function marked<Value extends string>(options: readonly SelectOption<Value>[], chosen: Value | null) {
  const option = options.find(({ value }) => value === chosen);
  if (option === undefined) return undefined;
  return (
    <span className={styles.marked}>
      {option.mark}
      {option.label}
    </span>
  );
}

function SelectList<Value extends string>({ options }: { readonly options: readonly SelectOption<Value>[] }) {
  return (
    <Base.Portal container={usePortalContainer()}>
      <Base.Positioner
        className={floating.positioner}
        alignItemWithTrigger={false}
        sideOffset={4}
        collisionPadding={8}
      >
        <Base.Popup className={floating.sheet}>
          <Base.List className={floating.list}>
            {options.map((option) => (
              <Base.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled}
                className={floating.item}
              >
                {option.mark}
                <Base.ItemText className={floating.itemText}>{option.label}</Base.ItemText>
                {option.hint === undefined ? null : <span className={floating.itemEnd}>{option.hint}</span>}
                <span className={floating.mark}>
                  <Base.ItemIndicator>
                    <Icon name="check" size={14} />
                  </Base.ItemIndicator>
                </span>
              </Base.Item>
            ))}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}
