import { useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Button } from '#renderer/ui/button/button.tsx';
import { DialogFoot } from '#renderer/ui/dialog/dialog.tsx';
import { isFocusLost } from '#renderer/ui/focus/page-stop.ts';
import { TextArea } from '#renderer/ui/input/text-area.tsx';
import { Note } from '#renderer/ui/note/note.tsx';
import { readJson } from '#shared/domain/dead-letters/read-json.ts';
import { cameFrom } from '../message/message-facts.ts';
import { usePerson } from '../queues/use-person.ts';
import { BodyChanges } from './body-changes.tsx';
import type { EditContentProps } from './edit-content.tsx';
import { editedBody } from './edited-body.ts';
import styles from './edit.module.css';
import { laidOutJson } from './laid-out-json.ts';

export interface EditFormProps extends EditContentProps {
  readonly original: string;
}

/** The body on one side, what is different on the other. */
export function EditForm(props: EditFormProps) {
  const { queue, row, original, draft, onDraft, onClose, onPlan } = props;
  const laidOut = useMemo(() => laidOutJson(original), [original]);
  const [text, setText] = useState(draft ?? laidOut);
  // A body may have a mebibyte: the diff comes after the key.
  const settled = useDeferredValue(text);
  const edited = useMemo(() => editedBody(original, settled), [original, settled]);
  const { connection, whyNotAct } = usePerson();
  const off = connection?.editAndRedrive === true ? null : offWords;
  const whyNot = whyNotAct ?? off ?? (settled === text ? edited.whyNot : 'Being compared.');
  const isProduction = connection?.environment === 'production';
  const areaRef = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    // The button that had it went with what was shown before there was a body.
    if (isFocusLost()) areaRef.current?.focus({ preventScroll: true });
  }, []);

  function change(next: string): void {
    setText(next);
    onDraft(next);
  }

  function plan(): void {
    onPlan({
      kind: 'redrive-messages',
      queue: queue.name,
      messageIds: [row.messageId],
      fingerprint: row.fingerprint,
      editedBody: edited.sent,
    });
  }

  return (
    <>
      <Note flat>
        The edited one goes to {cameFrom(row, queue) ?? 'the queue that it came from'} as a new message that
        names this one. This one is deleted only after SQS has accepted it. Its attributes are kept. The body
        is shown whole here, masks off, and that is in the audit trail.
      </Note>
      <div className={styles.columns}>
        <div className={styles.editor}>
          <TextArea
            ref={areaRef}
            label={readJson(original) === undefined ? 'Body, which is no JSON' : 'Body'}
            className={styles.area}
            mono
            spellCheck={false}
            value={text}
            onChange={(event) => change(event.currentTarget.value)}
          />
          <div>
            <Button size="sm" icon="undo" disabled={text === laidOut} onClick={() => change(laidOut)}>
              Back to the original
            </Button>
          </div>
        </div>
        <BodyChanges edited={edited} />
      </div>
      <DialogFoot start="Nothing is sent yet: the plan comes first.">
        <Button variant="ghost" shortcut="Escape" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant={isProduction ? 'production' : 'primary'}
          icon="play"
          disabled={whyNot ?? false}
          onClick={plan}
        >
          Plan the redrive
        </Button>
      </DialogFoot>
    </>
  );
}

const offWords =
  'Edit and redrive is off on this connection: SQS cannot swap a body, so for a moment both copies exist.';
