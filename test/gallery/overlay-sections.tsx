import { useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { EnvironmentChip } from '#renderer/ui/chip.tsx';
import dialog from '#renderer/ui/dialog.module.css';
import { Dialog, DialogBody, DialogDescription, DialogFoot } from '#renderer/ui/dialog.tsx';
import { TypedConfirmationDialog } from '#renderer/ui/typed-confirmation-dialog.tsx';
import { Drawer } from '#renderer/ui/drawer.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { Caption, Example, noAction, Row, type GallerySection } from './example.tsx';
import { MenuExamples, PopoverExamples, ToastExamples, TooltipExamples } from './popup-examples.tsx';

export const overlaySections: readonly GallerySection[] = [
  { id: 'tooltips', title: 'Tooltips', note: 'never the only place', Section: TooltipExamples },
  { id: 'menus', title: 'Menus', note: 'the key beside the action', Section: MenuExamples },
  { id: 'popovers', title: 'Popovers', note: 'a closer look', Section: PopoverExamples },
  { id: 'toasts', title: 'Toasts', note: 'bottom left, 8 s, undo first', span: 2, Section: ToastExamples },
  { id: 'dialogs', title: 'Dialogs', note: 'typed, signed, expiring', Section: DialogExamples },
  { id: 'drawers', title: 'Drawers', note: 'the list stays in sight', Section: DrawerExamples },
];

const prod = <EnvironmentChip environment="production" access="write" name="prod" />;

function DialogExamples() {
  const [open, setOpen] = useState<'plain' | 'typed' | 'long' | null>(null);
  const close = () => setOpen(null);
  return (
    <Example>
      <DialogPicture />
      <Row>
        <Button onClick={() => setOpen('plain')}>Plain</Button>
        <Button onClick={() => setOpen('typed')}>Typed</Button>
        <Button onClick={() => setOpen('long')}>Long</Button>
      </Row>
      <Dialog open={open === 'plain'} onClose={close} title="Unlock writing" aside={prod}>
        <DialogBody>
          <DialogDescription>
            Writing locks itself again after 30 minutes, running plans excepted.
          </DialogDescription>
          <TextField label="Reason or ticket" placeholder="OPS-1234" />
        </DialogBody>
        <DialogFoot start="Kept in the audit trail.">
          <Button variant="ghost" onClick={close}>
            Cancel
          </Button>
          <Button variant="production" onClick={close}>
            Unlock for 30 min
          </Button>
        </DialogFoot>
      </Dialog>
      <TypedConfirmationDialog
        open={open === 'typed'}
        onClose={close}
        title="Discard 4 messages"
        aside={prod}
        expected="4"
        prompt="Type 4 to go on"
        confirmLabel="Discard 4"
        tone="danger"
        onConfirm={close}
      >
        <DialogDescription>
          They are copied to the case first, then deleted. This cannot be undone.
        </DialogDescription>
      </TypedConfirmationDialog>
      <Dialog
        open={open === 'long'}
        onClose={close}
        size="lg"
        title="A plan with a title that is much longer than a dialog is wide, so that it has to end in an ellipsis"
      >
        <DialogBody>
          {Array.from({ length: 40 }, (_, index) => (
            <Caption key={index}>Item {index + 1} of 40, re-read before it is sent.</Caption>
          ))}
        </DialogBody>
        <DialogFoot>
          <Button variant="primary" onClick={close}>
            Done
          </Button>
        </DialogFoot>
      </Dialog>
    </Example>
  );
}

/** Applies the dialog's own classes on the page, so that its look can be seen without opening it. */
function DialogPicture() {
  return (
    <div className={dialog.dialog}>
      <div className={dialog.head}>
        <p className={dialog.title}>
          <b>Discard 4 messages</b>
        </p>
        <div className={dialog.headEnd}>{prod}</div>
      </div>
      <DialogBody>
        <p className={dialog.description}>
          They are copied to the case first, then deleted. This cannot be undone.
        </p>
        <TextField label="Type 4 to go on" mono defaultValue="4" shown="focus" />
      </DialogBody>
      <DialogFoot>
        <Button variant="ghost">Cancel</Button>
        <Button variant="danger">Discard 4</Button>
      </DialogFoot>
    </div>
  );
}

function DrawerExamples() {
  const [open, setOpen] = useState<'narrow' | 'wide' | null>(null);
  const close = () => setOpen(null);
  return (
    <Example>
      <Row>
        <Button icon="panel" onClick={() => setOpen('narrow')}>
          Message
        </Button>
        <Button onClick={() => setOpen('wide')}>Wide</Button>
      </Row>
      <Drawer
        open={open !== null}
        wide={open === 'wide'}
        onClose={close}
        title="Message 7c41e9-0409"
        aside={prod}
      >
        <DialogBody>
          <Caption>Received 4 times, last at 14:06. The body is masked until it is opened.</Caption>
        </DialogBody>
        <DialogFoot>
          <Button variant="ghost" onClick={noAction}>
            Discard…
          </Button>
          <Button variant="primary" onClick={close}>
            Redrive
          </Button>
        </DialogFoot>
      </Drawer>
    </Example>
  );
}
