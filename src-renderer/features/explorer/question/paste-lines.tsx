import { useState } from 'react';
import { Button } from '#renderer/ui/button/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '#renderer/ui/dialog/dialog.tsx';
import { TextArea } from '#renderer/ui/input/text-area.tsx';
import type { Field } from './fields.ts';
import { mostLines, parseLines } from './parse-lines.ts';
import type { Values } from './values.ts';

export interface PasteLinesProps {
  readonly fields: readonly Field[];
  readonly onPaste: (sets: readonly Values[]) => void;
}

export function PasteLines({ fields, onPaste }: PasteLinesProps) {
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
        Paste lines
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Paste the items to ask for" sticky>
        <DialogBody>
          <TextArea
            label="One item a line"
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
            Take them
          </Button>
        </DialogFoot>
      </Dialog>
    </>
  );
}
