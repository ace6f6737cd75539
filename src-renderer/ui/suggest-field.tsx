import { Autocomplete as Base } from '@base-ui/react/autocomplete';
import { CSPProvider } from '@base-ui/react/csp-provider';
import type { FocusEvent, FocusEventHandler, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { useCloseWhenCovered } from './close-when-covered.ts';
import { Field, type FieldWords } from './field.tsx';
import fieldStyles from './field.module.css';
import floating from './floating.module.css';
import { Icon } from './icon.tsx';
import { usePortalContainer } from './theme-scope.tsx';
import styles from './suggest-field.module.css';

export interface Suggestion {
  readonly value: string;
  /** Short text at the end of the row says what the value is, such as a region's place. */
  readonly hint?: ReactNode;
  /** The row is also found by these words. */
  readonly keywords?: string | undefined;
}

interface SuggestFieldProps extends FieldWords {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly suggestions: readonly Suggestion[];
  readonly placeholder?: string | undefined;
  readonly mono?: boolean | undefined;
  readonly size?: 'sm' | 'md' | undefined;
  readonly disabled?: boolean | undefined;
  readonly className?: string | undefined;
  readonly onBlur?: FocusEventHandler<HTMLInputElement> | undefined;
}

/** Offers known values for a text that may also be another one. Escape closes the list and keeps the text. */
export function SuggestField(props: SuggestFieldProps) {
  const { label, labelHidden, hint, error, className, value, onChange, suggestions, size, mono } = props;
  const actions = useCloseWhenCovered();
  const isSuggested = suggestions.some((one) => one.value === value);
  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} error={error} className={className}>
      {(wiring) => (
        // The popup would add a <style> element, which the content security policy refuses.
        <CSPProvider disableStyleElements>
          <Base.Root
            actionsRef={actions}
            items={suggestions}
            value={value}
            itemToStringValue={({ value: text }: Suggestion) => text}
            // A chosen value leaves the others in sight, so that they can be compared.
            filter={(one: Suggestion, typed) => isSuggested || matches(one, typed)}
            onValueChange={(next, { reason }) => reason !== 'escape-key' && onChange(next)}
            openOnInputClick
            disabled={props.disabled}
          >
            <Base.InputGroup
              className={classNames(fieldStyles.box, size === 'sm' && fieldStyles.sm)}
              data-bad={error === undefined ? undefined : ''}
              data-off={props.disabled ? '' : undefined}
            >
              <Base.Input
                {...wiring}
                className={classNames(fieldStyles.control, mono && fieldStyles.mono)}
                placeholder={props.placeholder}
                spellCheck={false}
                autoComplete="off"
                onBlur={(event) => {
                  if (goesToAnotherField(event)) actions.current?.close();
                  props.onBlur?.(event);
                }}
              />
              {suggestions.length === 0 ? null : (
                <Base.Trigger
                  className={styles.arrow}
                  aria-label={`Suggestions for ${label}`}
                  disabled={props.disabled}
                  tabIndex={-1}
                >
                  <Icon name="down" size={12} />
                </Base.Trigger>
              )}
            </Base.InputGroup>
            {suggestions.length === 0 ? null : <SuggestionList label={label} />}
          </Base.Root>
        </CSPProvider>
      )}
    </Field>
  );
}

/**
 * Base UI closes a list that is drawn when its field is left. Suggestions that arrive later would open over the next
 * field.
 */
function goesToAnotherField({ currentTarget, relatedTarget }: FocusEvent<HTMLInputElement>): boolean {
  const group = currentTarget.closest('[role=group]');
  return (
    relatedTarget instanceof Element &&
    relatedTarget.closest('[role=listbox]') === null &&
    group?.contains(relatedTarget) !== true
  );
}

function SuggestionList({ label }: { readonly label: string }) {
  return (
    <Base.Portal container={usePortalContainer()}>
      <Base.Positioner className={floating.positioner} sideOffset={4} collisionPadding={8}>
        <Base.Popup className={classNames(floating.sheet, styles.sheet)}>
          <Base.List className={floating.list} aria-label={`Suggestions for ${label}`}>
            {(one: Suggestion) => (
              <Base.Item key={one.value} value={one} className={floating.item}>
                <span className={floating.itemText}>{one.value}</span>
                {one.hint === undefined ? null : <span className={floating.itemEnd}>{one.hint}</span>}
              </Base.Item>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

function matches({ value, keywords = '' }: Suggestion, typed: string): boolean {
  return `${value} ${keywords}`.toLowerCase().includes(typed.trim().toLowerCase());
}
