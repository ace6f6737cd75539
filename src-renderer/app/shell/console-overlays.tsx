import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useId, useState, type FormEvent, type RefObject } from 'react';
import { availableCommands } from '../commands/all-commands.ts';
import type { Command } from '../commands/command.ts';
import { ResetSandboxDialog } from '#renderer/features/settings/reset-sandbox-dialog.tsx';
import { Palette } from '../palette/palette.tsx';
import { UnlockDialog } from '../session/unlock-dialog.tsx';
import { useShortcuts } from '../shortcuts/use-shortcuts.ts';
import { useConsole } from './console-context.ts';
import type { Panel, SetPanel } from './use-panel.ts';
import { Dialog, DialogBody, DialogDescription, DialogFoot } from '#renderer/ui/dialog.tsx';
import { Kbd } from '#renderer/ui/kbd.tsx';
import styles from '../shortcuts/shortcut-list.module.css';
import { ShortcutList } from '../shortcuts/shortcut-list.tsx';
import { deviceName, groupedAccount } from '#shared/domain/formatting.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { EnvironmentChip } from '#renderer/ui/chip.tsx';
import { pageStop } from '#renderer/ui/focus.ts';
import { SearchField, TextField } from '#renderer/ui/field.tsx';
import { codeProblem, typedCode } from '../session/sign-in-note.tsx';
import { useSession } from '../session/use-session.ts';
import { messages } from '../messages.ts';

interface ConsoleOverlaysProps {
  readonly panel: Panel;
  readonly setPanel: SetPanel;
  readonly page: RefObject<HTMLElement | null>;
}

/** Holds the dialogs that cover every page and the listener for shortcuts. */
export function ConsoleOverlays({ panel, setPanel, page }: ConsoleOverlaysProps) {
  const { commands, context, run } = useConsole();
  const available = availableCommands(context);
  const leftForPage = useRef(false);
  const pending = useShortcuts(
    available.flatMap((command) =>
      command.shortcut === undefined
        ? []
        : [
            {
              shortcut: command.shortcut,
              inDialogs:
                (command.id === 'shortcuts' || command.id === 'guide') && panel?.kind === 'shortcuts',
              run: () => run(command),
            },
          ],
    ),
  );

  function close(): void {
    leftForPage.current = false;
    setPanel(null);
  }

  function runAndClose(command: Command): void {
    leftForPage.current = command.opensPage === true;
    setPanel(null);
    run(command);
  }

  // The focus moves at once and not after the panel has faded out, so that a key pressed meanwhile reaches
  // the new page.
  useEffect(() => {
    if (panel !== null) leftForPage.current = false;
    else if (leftForPage.current) page.current?.focus();
  }, [panel, page]);

  /** After a navigation the focus belongs to the new page and not to the element that had it before. */
  function focusAfterwards(): boolean {
    const isOnPage = page.current?.contains(document.activeElement) === true;
    if (isOnPage || !leftForPage.current) return !isOnPage;
    // The dialog would focus the first control of the page instead of the page itself.
    queueMicrotask(() => page.current?.focus());
    return false;
  }

  return (
    <>
      <Palette
        open={panel?.kind === 'palette'}
        initialQuery={panel?.kind === 'palette' ? panel.query : ''}
        commands={available}
        onClose={close}
        onRun={runAndClose}
        finalFocus={focusAfterwards}
      />
      <ShortcutSheet
        open={panel?.kind === 'shortcuts'}
        commands={commands}
        onClose={close}
        onRun={runAndClose}
      />
      <ResetSandboxDialog open={panel?.kind === 'reset sandbox'} onClose={close} />
      <UnlockDialog open={panel?.kind === 'unlock'} onClose={close} />
      <CodePrompt />
      <PendingKeys pending={pending} commands={available} />
    </>
  );
}

interface ShortcutSheetProps {
  readonly open: boolean;
  readonly commands: readonly Command[];
  readonly onClose: () => void;
  readonly onRun: (command: Command) => void;
}

function ShortcutSheet({ open, commands, onClose, onRun }: ShortcutSheetProps) {
  const guide = commands.find(({ id }) => id === 'guide');
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState('');
  const pathname = useLocation({ select: (location) => location.pathname });
  /** The list takes the focus so that the arrow keys scroll it, but it stays at its beginning. */
  function focusList(): false {
    list.current?.focus({ preventScroll: true });
    return false;
  }

  return (
    <Dialog
      open={open}
      onClose={() => {
        setSearch('');
        onClose();
      }}
      title="Keyboard shortcuts"
      size="lg"
      initialFocus={focusList}
    >
      <DialogBody>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a key of the whole sheet, as on a page */}
        <div
          ref={list}
          tabIndex={-1}
          className={styles.sheet}
          onKeyDown={(event) => {
            if (event.key !== '/' || event.target === field.current) return;
            event.preventDefault();
            field.current?.focus();
          }}
        >
          <SearchField
            label={messages.shortcuts.search}
            placeholder={messages.shortcuts.search}
            className={styles.search}
            shortcut="/"
            size="sm"
            value={search}
            onChange={setSearch}
            inputRef={field}
          />
          <ShortcutList commands={commands} pathname={pathname} search={search} />
        </div>
      </DialogBody>
      <DialogFoot>
        {guide === undefined ? null : (
          <Button icon={guide.icon} shortcut={guide.shortcut} onClick={() => onRun(guide)}>
            {guide.title}
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  );
}

interface PendingKeysProps {
  readonly pending: readonly string[];
  readonly commands: readonly Command[];
}

/** Shows after the first key of a sequence that it was heard and which keys may follow. */
function PendingKeys({ pending, commands }: PendingKeysProps) {
  if (pending.length === 0) return null;
  const begun = `${pending.join(' ')} `;
  const next = commands.filter((command) => command.shortcut?.startsWith(begun));
  return (
    <output className={styles.hint}>
      <span className={styles.begun}>
        <Kbd keys={pending.join(' ')} /> then
      </span>
      <ul className={styles.next}>
        {next.map((command) => (
          <li key={command.id}>
            <Kbd keys={command.shortcut?.slice(begun.length) ?? ''} /> {command.title}
          </li>
        ))}
      </ul>
    </output>
  );
}

interface Asked {
  readonly promptId: string;
  readonly device: string;
  readonly again: string | null;
}

/**
 * Asks for the code of a sign-in over the open page, which stays as it is. The dialog stays open while a code
 * is checked, since the service may ask for another one.
 */
function CodePrompt() {
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
