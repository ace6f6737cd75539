import {
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { DeadLetterQueue, MessageRow } from '#shared/contract/dead-letters.ts';
import type { PlanTarget } from '#shared/domain/job-kinds/job-kinds.ts';
import type { Result } from '#shared/contract/result.ts';
import { readJson, type JsonChange } from '#shared/domain/dead-letters/exact-json.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { EnvironmentChip, FingerprintChip } from '#renderer/ui/chip.tsx';
import { DialogFoot, DialogFrame, DialogHead } from '#renderer/ui/dialog.tsx';
import { isFocusLost } from '#renderer/ui/focus.ts';
import { TextArea } from '#renderer/ui/field.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { usePersonHere } from '#renderer/contract/use-person-here.ts';
import { whyNotChangeMessages } from '#shared/permissions.ts';
import { MessageFailure } from '../message/message-drawer.tsx';
import { findSource } from '../message/message-facts.ts';
import { messages } from '../messages.ts';
import styles from './actions.module.css';
import { compareBodies, formatJson, type EditedBody } from './edited-body.ts';
import { usePlanOnceClosed, WhenGone } from './plan-once-closed.tsx';

interface EditDialogProps {
  readonly open: boolean;
  readonly queue: DeadLetterQueue;
  readonly row: MessageRow;
  readonly onClose: () => void;
  readonly onPlan: (target: PlanTarget) => void;
}

/**
 * Replaces the body of a message. SQS cannot swap a body, so a new message is sent and then this one is
 * deleted.
 */
export function EditDialog({ open, queue, row, onClose, onPlan }: EditDialogProps) {
  const { connection } = usePersonHere();
  const { plan, whenGone } = usePlanOnceClosed(onClose, onPlan);
  // The typed text is kept, so that a person who closes the plan can go on editing.
  const [draft, setDraft] = useState<{ readonly messageId: string; readonly text: string } | null>(null);
  return (
    <DialogFrame open={open} onClose={onClose} size="xl" sticky>
      <DialogHead
        title={messages.edit.title}
        beside={
          <>
            <FingerprintChip fingerprint={row.fingerprint} />
            {connection === null ? null : (
              <EnvironmentChip environment={connection.environment} name={connection.name} />
            )}
          </>
        }
      />
      <EditContent
        key={row.messageId}
        queue={queue}
        row={row}
        draft={draft?.messageId === row.messageId ? draft.text : null}
        onDraft={(text) => setDraft({ messageId: row.messageId, text })}
        onClose={onClose}
        onPlan={plan}
      />
      <WhenGone run={whenGone} />
    </DialogFrame>
  );
}

interface EditContentProps extends Omit<EditDialogProps, 'open'> {
  /** The text typed before; null if there was none. */
  readonly draft: string | null;
  readonly onDraft: (text: string) => void;
}

/** The body is loaded unmasked, because a person cannot edit what they do not see. */
function EditContent(props: EditContentProps) {
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
          <SkeletonRows label={messages.edit.loading} labelVisible rows={8} />
        ) : (
          <MessageFailure failure={result.failure} onRetry={() => setRound(round + 1)} />
        )}
      </div>
      <DialogFoot>
        <Button variant="ghost" shortcut={pageKeys.everywhere.close} onClick={onClose}>
          {messages.common.close}
        </Button>
      </DialogFoot>
    </>
  );
}

/** Main uses this path for the whole body. */
const wholeBody = '';

interface EditFormProps extends EditContentProps {
  readonly original: string;
}

/** Shows the body on one side and the differences on the other. */
function EditForm(props: EditFormProps) {
  const { queue, row, original, draft, onDraft, onClose, onPlan } = props;
  const laidOut = useMemo(() => formatJson(original), [original]);
  const [text, setText] = useState(draft ?? laidOut);
  // A body may have a mebibyte, so the diff is computed after the key stroke.
  const settled = useDeferredValue(text);
  const edited = useMemo(() => compareBodies(original, settled), [original, settled]);
  const { me, connection } = usePersonHere();
  const off = connection?.editAndRedrive === true ? null : messages.edit.off;
  const whyNot =
    whyNotChangeMessages(me, connection) ??
    off ??
    (settled === text ? edited.whyNot : messages.edit.comparing);
  const isProduction = connection?.environment === 'production';
  const areaRef = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    // The button that had the focus was removed when the body appeared.
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
      <Note flat>{messages.edit.effect(findSource(row, queue))}</Note>
      <div className={styles.columns}>
        <div className={styles.editor}>
          <TextArea
            ref={areaRef}
            label={readJson(original) === undefined ? messages.edit.bodyNotJson : messages.message.body}
            className={styles.area}
            mono
            spellCheck={false}
            value={text}
            onChange={(event) => change(event.currentTarget.value)}
          />
          <div>
            <Button size="sm" icon="undo" disabled={text === laidOut} onClick={() => change(laidOut)}>
              {messages.edit.restore}
            </Button>
          </div>
        </div>
        <BodyChanges edited={edited} />
      </div>
      <DialogFoot start={messages.edit.step}>
        <Button variant="ghost" shortcut={pageKeys.everywhere.close} onClick={onClose}>
          {messages.common.cancel}
        </Button>
        <Button
          variant={isProduction ? 'production' : 'primary'}
          icon="play"
          disabled={whyNot ?? false}
          onClick={plan}
        >
          {messages.edit.plan}
        </Button>
      </DialogFoot>
    </>
  );
}

/**
 * Lists every value that differs by its path, and the changes of shape that a reader of the original may not
 * expect.
 */
function BodyChanges({ edited: { changes, otherShape } }: { readonly edited: EditedBody }) {
  return (
    <aside ref={makeScrollReachable} className={styles.side} aria-label={messages.edit.changes}>
      <h3 className={styles.editDialogTitle}>{formatTitle(changes.length)}</h3>
      {changes.length === 0 ? <p className={styles.quiet}>{messages.edit.same}</p> : null}
      <ul className={styles.changes}>
        {changes.slice(0, mostShown).map((change) => (
          <Change key={change.path} change={change} />
        ))}
      </ul>
      {changes.length <= mostShown ? null : (
        <p className={styles.quiet}>{messages.edit.more(grouped(changes.length - mostShown))}</p>
      )}
      {otherShape.length === 0 ? (
        changes.length === 0 ? null : (
          <p className={styles.quiet}>{messages.edit.sameStructure}</p>
        )
      ) : (
        <Note tone="warn" live>
          <b>{messages.edit.otherStructure}</b>
          <ul className={styles.shape}>
            {otherShape.slice(0, mostShown).map(({ path, says }) => (
              <li key={`${path} ${says}`}>
                {path === '' ? null : <code>{path.slice(1)}</code>} {says}
              </li>
            ))}
          </ul>
        </Note>
      )}
    </aside>
  );
}

function Change({ change: { path, before, after } }: { readonly change: JsonChange }) {
  return (
    <li className={styles.change}>
      <code className={styles.path}>{path === '' ? messages.edit.fullBody : path.replace(/^\./, '')}</code>
      {before === null ? null : (
        <del className={styles.before}>
          <span aria-hidden>− </span>
          {shortenText(before)}
        </del>
      )}
      {after === null ? null : (
        <ins className={styles.after}>
          <span aria-hidden>+ </span>
          {shortenText(after)}
        </ins>
      )}
    </li>
  );
}

function formatTitle(count: number): string {
  return count === 0 ? messages.edit.noChanges : messages.edit.changed(count);
}

function shortenText(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

const mostShown = 100;
const longest = 400;
