import { useEffect, useId, useRef, useState } from 'react';
import type { FormEvent, RefObject } from 'react';
import { deviceName, groupedAccount } from '#shared/domain/formatting.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { EnvironmentChip } from '#renderer/ui/chip.tsx';
import { Dialog, DialogBody, DialogDescription, DialogFoot } from '#renderer/ui/dialog.tsx';
import { pageStop } from '#renderer/ui/focus.ts';
import { TextField } from '#renderer/ui/field.tsx';
import { codeProblem, typedCode } from './sign-in-note.tsx';
import { useSession } from './use-session.ts';
import { messages } from '../messages.ts';

interface Asked {
  readonly promptId: string;
  readonly device: string;
  readonly again: string | null;
}

/**
 * Asks for the code of a sign-in over the open page, which stays as it is. The dialog stays open while a code
 * is checked, since the service may ask for another one.
 */
export function CodePrompt() {
  const { connection, signIn } = useSession();
  const aws = signIn?.aws;
  const [last, setLast] = useState<Asked | null>(null);
  const [sent, setSent] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const giveUp = useCommand('connections.giveUpSignIn');
  if (aws?.state === 'code-wanted' && aws.promptId !== last?.promptId) setLast(aws);
  const isLookedAt = aws?.state === 'in-progress' && sent !== null && sent === last?.promptId;

  return (
    <Dialog
      open={aws?.state === 'code-wanted' || isLookedAt}
      onClose={() => {
        if (last !== null) void giveUp.run({ promptId: last.promptId });
      }}
      title={messages.session.codeTitle}
      aside={<EnvironmentChip environment={connection.environment} />}
      size="sm"
      sticky
      initialFocus={field}
      focusAfter={pageStop}
    >
      {last === null ? null : (
        <CodeForm
          key={last.promptId}
          asked={last}
          account={connection.accountId === null ? 'AWS' : groupedAccount(connection.accountId)}
          field={field}
          isLookedAt={isLookedAt}
          onSent={() => setSent(last.promptId)}
          onGiveUp={() => void giveUp.run({ promptId: last.promptId })}
        />
      )}
    </Dialog>
  );
}

interface CodeFormProps {
  readonly asked: Asked;
  readonly account: string;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly isLookedAt: boolean;
  readonly onSent: () => void;
  readonly onGiveUp: () => void;
}

/** The form is new for each question, because a code can be used only once. */
function CodeForm({ asked, account, field, isLookedAt, onSent, onGiveUp }: CodeFormProps) {
  const formId = useId();
  const [code, setCode] = useState('');
  const [isTried, setTried] = useState(false);
  const answer = useCommand('connections.answerCode');
  useFocusInField(field);
  const problem = isTried ? codeProblem(code) : undefined;
  const again = code === '' && !isTried ? (asked.again ?? undefined) : undefined;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isLookedAt) return;
    setTried(true);
    if (codeProblem(code) === undefined) {
      onSent();
      void answer.run({ promptId: asked.promptId, code });
    } else field.current?.focus();
  }

  return (
    <>
      <DialogBody>
        <DialogDescription>
          AWS requires a code to sign you in to <span style={{ whiteSpace: 'nowrap' }}>{account}</span>.
          Nothing is read until then, and what you have typed on the page stays there.
        </DialogDescription>
        <form id={formId} onSubmit={submit}>
          <TextField
            ref={field}
            label={messages.session.codeLabel(deviceName(asked.device))}
            mono
            inputMode="numeric"
            autoComplete="one-time-code"
            readOnly={isLookedAt}
            value={code}
            error={problem ?? again}
            onChange={(event) => setCode(typedCode(event.currentTarget.value))}
          />
        </form>
      </DialogBody>
      <DialogFoot start={asked.device === deviceName(asked.device) ? undefined : asked.device}>
        <Button variant="ghost" onClick={onGiveUp}>
          Not now
        </Button>
        <Button type="submit" form={formId} variant="primary" loading={isLookedAt}>
          Sign in
        </Button>
      </DialogFoot>
    </>
  );
}

/**
 * When the focus would be lost or go to the dialog itself, for example as the previous field is removed, it
 * moves to this field.
 */
function useFocusInField(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const popup = field.current?.closest<HTMLElement>('[data-modal]');
    if (popup === undefined || popup === null) return undefined;
    const hand = (): void => field.current?.focus();
    if (document.activeElement === popup || document.activeElement === document.body) hand();
    popup.addEventListener('focus', hand);
    return () => popup.removeEventListener('focus', hand);
  }, [field]);
}
