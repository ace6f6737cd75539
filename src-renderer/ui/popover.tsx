import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { useCloseWhenCovered } from './close-when-covered.ts';
import floating from './floating.module.css';
import { usePortalContainer } from './theme-scope.tsx';

interface PopoverProps {
  readonly trigger: ReactElement;
  readonly title: string;
  readonly side?: 'top' | 'bottom' | 'left' | 'right' | undefined;
  readonly align?: 'start' | 'center' | 'end' | undefined;
  readonly open?: boolean | undefined;
  readonly defaultOpen?: boolean | undefined;
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A popover shows details; a question that must be answered belongs in a dialog. */
export function Popover(props: PopoverProps) {
  const { trigger, title, side = 'bottom', align = 'start', className, children } = props;
  const actions = useCloseWhenCovered();
  return (
    <Base.Root
      actionsRef={actions}
      open={props.open}
      defaultOpen={props.defaultOpen}
      onOpenChange={(next) => props.onOpenChange?.(next)}
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
          <Base.Popup className={classNames(floating.sheet, floating.popover, className)}>
            <Base.Title className={floating.title}>{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
