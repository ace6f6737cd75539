import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { useCloseWhenCovered } from './close-when-covered.ts';
import floating from './floating.module.css';
import { Icon } from './icon.tsx';
import { Kbd } from './kbd.tsx';
import { useAriaKeys } from './keys.ts';
import type { IconName } from './product-icons.ts';
import { usePortalContainer } from './theme-scope.tsx';

interface MenuProps {
  /** The trigger is a Button or an IconButton. */
  readonly trigger: ReactElement;
  readonly side?: 'top' | 'bottom' | 'left' | 'right' | undefined;
  readonly align?: 'start' | 'center' | 'end' | undefined;
  readonly open?: boolean | undefined;
  readonly defaultOpen?: boolean | undefined;
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
  /** The children are MenuItem, MenuCheckItem, MenuRadioGroup, MenuGroup or MenuSeparator. */
  readonly children: ReactNode;
}

export function Menu(props: MenuProps) {
  const { trigger, side = 'bottom', align = 'start', open, defaultOpen, onOpenChange, children } = props;
  const actions = useCloseWhenCovered();
  return (
    <Base.Root
      modal={false}
      actionsRef={actions}
      open={open}
      defaultOpen={defaultOpen}
      onOpenChange={(next) => onOpenChange?.(next)}
    >
      <Base.Trigger render={trigger} />
      <Base.Portal container={usePortalContainer()}>
        <Base.Positioner
          className={floating.positioner}
          side={side}
          align={align}
          sideOffset={4}
          collisionPadding={8}
        >
          <Base.Popup className={classNames(floating.sheet, floating.list)}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function MenuSeparator() {
  return <Base.Separator className={floating.separator} />;
}

export function MenuGroup({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className={floating.groupLabel}>{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  );
}

interface MenuItemProps {
  readonly icon?: IconName | undefined;
  readonly shortcut?: string | undefined;
  /** Short text at the end of the row gives a count or the reason why the item is disabled. */
  readonly hint?: ReactNode;
  readonly danger?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

export function MenuItem({ icon, shortcut, hint, danger, disabled, onSelect, children }: MenuItemProps) {
  const ariaKeys = useAriaKeys(shortcut);
  return (
    <Base.Item
      className={classNames(floating.item, danger && !disabled && floating.danger)}
      disabled={disabled}
      onClick={onSelect}
      aria-keyshortcuts={ariaKeys}
    >
      {icon === undefined ? null : <Icon name={icon} size={14} />}
      <span className={floating.itemText}>{children}</span>
      {hint === undefined && shortcut === undefined ? null : (
        <span className={floating.itemEnd}>
          {hint}
          {shortcut === undefined ? null : <Kbd keys={shortcut} decorative />}
        </span>
      )}
    </Base.Item>
  );
}

interface MenuCheckItemProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean | undefined;
  readonly hint?: ReactNode;
  readonly children: ReactNode;
}

/** The menu stays open, so that several items can be checked in a row. */
export function MenuCheckItem({ checked, onChange, disabled, hint, children }: MenuCheckItemProps) {
  return (
    <Base.CheckboxItem
      className={floating.item}
      checked={checked}
      onCheckedChange={(next) => onChange(next)}
      disabled={disabled}
    >
      <span className={floating.mark}>{checked ? <Icon name="check" size={14} /> : null}</span>
      <span className={floating.itemText}>{children}</span>
      {hint === undefined ? null : <span className={floating.itemEnd}>{hint}</span>}
    </Base.CheckboxItem>
  );
}

interface MenuRadioGroupProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly hint?: ReactNode }[];
}

export function MenuRadioGroup<Value extends string>(props: MenuRadioGroupProps<Value>) {
  const { label, value, onChange, options } = props;
  return (
    <Base.Group>
      <Base.GroupLabel className={floating.groupLabel}>{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={(next: Value) => onChange(next)}>
        {options.map((option) => (
          <Base.RadioItem key={option.value} value={option.value} className={floating.item} closeOnClick>
            <span className={floating.mark}>
              {option.value === value ? <Icon name="check" size={14} /> : null}
            </span>
            <span className={floating.itemText}>{option.label}</span>
            {option.hint === undefined ? null : <span className={floating.itemEnd}>{option.hint}</span>}
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}
