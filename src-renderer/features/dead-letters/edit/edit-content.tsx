import { useEffect, useEffectEvent, useState } from 'react';
import type { Result } from '#shared/contract/result.ts';
import { useCommand } from '#renderer/contract/use-command.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { DialogFoot } from '#renderer/ui/dialog/dialog.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';
import { MessageFailure } from '../message/message-failure.tsx';
import type { EditDialogProps } from './edit-dialog.tsx';
import { EditForm } from './edit-form.tsx';
import styles from './edit.module.css';

export interface EditContentProps extends Omit<EditDialogProps, 'open'> {
  /** What was typed before; null where nothing was. */
  readonly draft: string | null;
  readonly onDraft: (text: string) => void;
}

/** The body is brought whole, masks off: nobody can edit what they do not see. */
export function EditContent(props: EditContentProps) {
  const { queue, row, onClose } = props;
  const reveal = useCommand('dead-letters.reveal', { toldInPlace: true });
  const [round, setRound] = useState(0);
  const [answer, setAnswer] = useState<{
    readonly round: number;
    readonly result: Result<{ value: string }>;
  }>();
  const bring = useEffectEvent(() =>
    reveal.run({ queue: queue.name, messageId: row.messageId, path: wholeBody }),
  );
  useEffect(() => {
    let current = true;
    const ask = async () => {
      const result = await bring();
      if (current) setAnswer({ round, result });
    };
    void ask();
    return () => {
      current = false;
    };
  }, [round]);

  const result = answer?.round === round ? answer.result : undefined;
  if (result?.ok === true) return <EditForm {...props} original={result.value.value} />;
  return (
    <>
      <div className={styles.state}>
        {result === undefined ? (
          <SkeletonRows label="Bringing the whole body" labelVisible rows={8} />
        ) : (
          <MessageFailure failure={result.failure} onRetry={() => setRound(round + 1)} />
        )}
      </div>
      <DialogFoot>
        <Button variant="ghost" shortcut="Escape" onClick={onClose}>
          Close
        </Button>
      </DialogFoot>
    </>
  );
}

/** As main names it. */
const wholeBody = '';
