import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { useCloseWhenCovered } from '../floating/close-when-covered.ts';
import floating from '../floating/floating.module.css';
import { usePortalContainer } from '../theme-scope/portal-container.ts';

export interface MenuProps {
  /** The button that opens it: a Button or an IconButton. */
  readonly trigger: ReactElement;
  readonly side?: 'top' | 'bottom' | 'left' | 'right' | undefined;
  readonly align?: 'start' | 'center' | 'end' | undefined;
  readonly open?: boolean | undefined;
  readonly defaultOpen?: boolean | undefined;
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
  /** MenuItem, MenuCheckItem, MenuRadioGroup, MenuGroup, MenuSeparator. */
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
