import { useLayoutEffect, useRef, type ComponentProps } from 'react';
import { Button } from '#renderer/ui/button/button.tsx';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import styles from './connection-pane.module.css';

interface OpenStateProps {
  readonly isOpen: boolean;
  readonly name: string;
  readonly onOpen: () => void;
}

/** The button that opened a connection goes away; who pressed it is left at the words that replaced it. */
export function OpenState({ isOpen, name, onOpen }: OpenStateProps) {
  const opened = useRef<HTMLSpanElement>(null);
  const wasPressed = useRef(false);
  useLayoutEffect(() => {
    if (!isOpen || !wasPressed.current) return;
    wasPressed.current = false;
    opened.current?.focus();
  }, [isOpen]);

  if (isOpen) return <OpenMark ref={opened} tabIndex={-1} />;
  return (
    <Button
      variant="primary"
      shortcut="O"
      onClick={() => {
        wasPressed.current = true;
        onOpen();
      }}
    >
      Open <VisuallyHidden>{name}</VisuallyHidden>
    </Button>
  );
}

export function OpenMark(props: Pick<ComponentProps<'span'>, 'ref' | 'tabIndex'>) {
  return (
    <span {...props} className={styles.open}>
      <Icon name="check" size={14} /> Open
    </span>
  );
}
