import { useId, useRef, useState, type FormEvent, type ReactNode, type RefObject } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { View, ViewHead } from '#renderer/ui/pane.tsx';
import type { IconName } from '#renderer/ui/product-icons.ts';
import type { ConnectionSummary, Persona } from '#shared/contract/session.ts';
import { messages, roleTexts } from './messages.ts';
import { readLink, type ReadLink } from './read-link.ts';
import styles from './welcome.module.css';

interface WelcomePageProps {
  readonly connection: ConnectionSummary;
  /** Empty unless the sandbox is open. */
  readonly personas: readonly Persona[];
  /** The connections of the file. */
  readonly accounts: readonly ConnectionSummary[];
  readonly onOpenSandbox: () => void;
  readonly onBeginAs: (persona: Persona) => void;
  readonly onAddConnection: () => void;
  readonly onOpenAccount: (connectionId: string) => void;
  readonly onOpenLink: (link: Exclude<ReadLink, { readonly kind: 'problem' }>) => void;
  readonly onSkip: () => void;
  /** The link to the guide, which is the router's. */
  readonly guide: ReactNode;
}

/** Says what Sluice is, and offers three ways to begin. */
export function WelcomePage(props: WelcomePageProps) {
  const { connection, onSkip, guide } = props;
  const sandbox = useRef<HTMLButtonElement>(null);
  const account = useRef<HTMLButtonElement>(null);
  const link = useRef<HTMLInputElement>(null);
  usePageKeys(pageKeys.welcome, {
    sandbox: () => sandbox.current?.focus(),
    account: () => account.current?.focus(),
    link: () => link.current?.focus(),
    skip: onSkip,
  });

  return (
    <View
      body="scrolls"
      head={
        <ViewHead
          title={messages.page.title}
          sub={messages.page.sub}
          actions={
            <Button variant="ghost" shortcut={pageKeys.welcome.skip} onClick={onSkip}>
              {messages.page.skip}
            </Button>
          }
        />
      }
    >
      <div className={styles.welcome}>
        <div className={styles.what}>
          {messages.page.what.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
        <div className={styles.doors}>
          <SandboxDoor {...props} first={sandbox} />
          <AccountDoor {...props} first={account} />
          <LinkDoor connection={connection} onOpenLink={props.onOpenLink} field={link} />
        </div>
        <p className={styles.foot}>
          {messages.page.again} {guide}
        </p>
      </div>
    </View>
  );
}

interface SandboxDoorProps extends WelcomePageProps {
  readonly first: RefObject<HTMLButtonElement | null>;
}

function SandboxDoor({ connection, personas, onOpenSandbox, onBeginAs, first }: SandboxDoorProps) {
  const listId = useId();
  const shown = firstOfEachRole(personas);
  return (
    <Door icon="sandbox" title={messages.sandbox.title} shortcut={pageKeys.welcome.sandbox}>
      <p>{messages.sandbox.text}</p>
      {shown.length === 0 ? (
        <>
          <p>{messages.sandbox.openFirst(connection.name)}</p>
          <div className={styles.actions}>
            <Button ref={first} icon="sandbox" onClick={onOpenSandbox}>
              {messages.sandbox.open}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p id={listId} className={styles.label}>
            {messages.sandbox.begin}
          </p>
          <ul className={styles.people} aria-labelledby={listId}>
            {shown.map((persona, at) => (
              <li key={persona.id}>
                <button
                  ref={at === 0 ? first : undefined}
                  type="button"
                  className={styles.person}
                  onClick={() => onBeginAs(persona)}
                >
                  <span className={styles.name}>
                    {persona.name}, {roleTexts[persona.role].name}
                  </span>
                  <span className={styles.does}>{roleTexts[persona.role].does}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Door>
  );
}

function firstOfEachRole(personas: readonly Persona[]): readonly Persona[] {
  return personas.filter(({ role }, at) => personas.findIndex((one) => one.role === role) === at);
}

interface AccountDoorProps extends WelcomePageProps {
  readonly first: RefObject<HTMLButtonElement | null>;
}

function AccountDoor({ connection, accounts, onAddConnection, onOpenAccount, first }: AccountDoorProps) {
  const listId = useId();
  const others = accounts.filter(({ id, kind }) => kind === 'aws' && id !== connection.id);
  return (
    <Door icon="link" title={messages.account.title} shortcut={pageKeys.welcome.account}>
      <p>{messages.account.text}</p>
      <div className={styles.actions}>
        <Button ref={first} icon="add" onClick={onAddConnection}>
          {messages.account.add}
        </Button>
      </div>
      {others.length === 0 ? null : (
        <>
          <p id={listId} className={styles.label}>
            {messages.account.configured}
          </p>
          <ul className={styles.accounts} aria-labelledby={listId}>
            {others.map(({ id, name }) => (
              <li key={id}>
                <Button size="sm" onClick={() => onOpenAccount(id)}>
                  {messages.account.open(name)}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Door>
  );
}

interface LinkDoorProps extends Pick<WelcomePageProps, 'connection' | 'onOpenLink'> {
  readonly field: RefObject<HTMLInputElement | null>;
}

function LinkDoor({ connection, onOpenLink, field }: LinkDoorProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();

  function open(event: FormEvent): void {
    event.preventDefault();
    const link = readLink(text);
    if (link.kind !== 'problem') return onOpenLink(link);
    setProblem(link.problem);
    field.current?.focus();
  }

  return (
    <Door icon="search" title={messages.link.title} shortcut={pageKeys.welcome.link}>
      <p>{messages.link.text}</p>
      <form className={styles.form} onSubmit={open}>
        <TextField
          ref={field}
          label={messages.link.label}
          mono
          value={text}
          hint={messages.link.hint}
          error={problem}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setProblem(undefined);
          }}
          // Escape leaves the field first, and the page only then.
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur();
          }}
        />
        <div className={styles.actions}>
          <Button type="submit" icon="forward">
            {messages.link.open}
          </Button>
        </div>
      </form>
      <p>{messages.link.lookedUpIn(connection.name)}</p>
    </Door>
  );
}

interface DoorProps {
  readonly icon: IconName;
  readonly title: string;
  readonly shortcut: string;
  readonly children: ReactNode;
}

function Door({ icon, title, shortcut, children }: DoorProps) {
  const titleId = useId();
  return (
    <section className={styles.door} aria-labelledby={titleId}>
      <header className={styles.head}>
        <Icon name={icon} />
        <h2 id={titleId}>{title}</h2>
        <Kbd keys={shortcut} />
      </header>
      {children}
    </section>
  );
}
