import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Icon } from './icon.tsx';
import { messages } from './messages.ts';
import { Note } from './note.tsx';
import styles from './states.module.css';

type Told =
  | {
      readonly kind: 'no-permission';
      readonly title: string;
      readonly message: string;
      /** The text tells an administrator which permission to grant; without it there is no retry. */
      readonly forAdmin?: string;
    }
  | {
      readonly kind: 'error';
      readonly title: string;
      readonly message: string;
      readonly next: string;
      readonly reference?: string | undefined;
    };

export interface FailureStateProps {
  readonly told: Told;
  /** Says what is missing because of the failure, and what is safe. */
  readonly notDone: string;
  readonly onRetry?: (() => void) | undefined;
  readonly retrying?: boolean | undefined;
}

/** Shows why a part of a page is missing, what was not done, and the next step. */
export function FailureState({ told, notDone, onRetry, retrying }: FailureStateProps) {
  if (told.kind === 'no-permission') {
    return (
      <NoPermissionState
        title={told.title}
        forAdmin={told.forAdmin}
        onRetry={told.forAdmin === undefined ? undefined : onRetry}
      >
        {told.message}
      </NoPermissionState>
    );
  }
  return (
    <ErrorState
      title={told.title}
      happened={told.message}
      notDone={notDone}
      next={told.next}
      reference={told.reference}
      onRetry={onRetry}
      retrying={retrying}
    />
  );
}

interface ErrorStateProps {
  readonly title: string;
  readonly happened: string;
  /** Says what the error prevented, so that the person does not have to guess or look. */
  readonly notDone: string;
  readonly next: string;
  /** The reference finds the failure in the log. */
  readonly reference?: string | undefined;
  readonly onRetry?: (() => void) | undefined;
  readonly retrying?: boolean | undefined;
  readonly actions?: ReactNode;
}

export function ErrorState(props: ErrorStateProps) {
  const { title, happened, notDone, next, reference, onRetry, retrying, actions } = props;
  return (
    <StateCard
      art={<StateArt name="stopped" />}
      title={title}
      role="alert"
      actions={
        <>
          {onRetry === undefined ? null : (
            <Button size="sm" icon="retry" loading={retrying} onClick={onRetry}>
              {messages.parts.tryAgain}
            </Button>
          )}
          {actions}
        </>
      }
    >
      <p>{happened}</p>
      <p>{notDone}</p>
      <p>
        <strong>{next}</strong>
      </p>
      {reference === undefined || reference === '' ? null : (
        <p className={styles.reference}>
          Reference <code>{reference}</code>
          <CopyButton text={reference} label={messages.parts.copyReference} />
        </p>
      )}
    </StateCard>
  );
}

interface EmptyStateProps {
  /** The title names what is empty, as in "No failed batches for Kestrel Foods". */
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

export function EmptyState({ title, children, actions }: EmptyStateProps) {
  return (
    <StateCard art={<StateArt name="calm" />} title={title} actions={actions}>
      {children}
    </StateCard>
  );
}

interface StaleNoteProps {
  /** The reason says why the data is old, as in "Sign-in expired at 14:02." */
  readonly reason: string;
  /** This says what is shown instead, as in "Showing 14:01. Drafts are kept." */
  readonly showing: string;
  readonly action?: ReactNode;
  readonly flat?: boolean | undefined;
}

/** Marks old data that stays on the screen as old. */
export function StaleNote({ reason, showing, action, flat }: StaleNoteProps) {
  return (
    <Note tone="warn" live flat={flat} action={action}>
      <b>{reason}</b> {showing}
    </Note>
  );
}

interface StateCardProps {
  readonly art: ReactNode;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  readonly role?: 'alert' | 'status' | undefined;
}

/** Every state that replaces a view's content shares this layout. */
export function StateCard({ art, title, children, actions, role }: StateCardProps) {
  return (
    <div className={styles.card} role={role}>
      {art}
      <p className={styles.title}>
        <b>{title}</b>
      </p>
      {children === undefined ? null : <div className={styles.text}>{children}</div>}
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

interface NoPermissionStateProps {
  /** The title reads for example "This role may not read GSI2". */
  readonly title: string;
  readonly children: ReactNode;
  /** This text for an administrator is ready to paste. */
  readonly forAdmin?: string | undefined;
  readonly onRetry?: (() => void) | undefined;
}

export function NoPermissionState({ title, children, forAdmin, onRetry }: NoPermissionStateProps) {
  return (
    <StateCard
      art={<StateArt name="locked" />}
      title={title}
      role="alert"
      actions={
        <>
          {forAdmin === undefined ? null : (
            <CopyButton
              text={forAdmin}
              label={messages.parts.copyPermission}
              visibleLabel={messages.parts.forAdmin}
            />
          )}
          {onRetry === undefined ? null : (
            <Button size="sm" variant="ghost" icon="retry" onClick={onRetry}>
              {messages.parts.tryAgain}
            </Button>
          )}
        </>
      }
    >
      <p>{children}</p>
    </StateCard>
  );
}

interface ExpiredLoginStateProps {
  /** The time is given in words, as in "at 14:02". */
  readonly when: string;
  /** This says what is safe meanwhile, as in "Drafts and running plans are kept." */
  readonly kept: string;
  readonly onSignIn: () => void;
  readonly signingIn?: boolean | undefined;
}

export function ExpiredLoginState({ when, kept, onSignIn, signingIn }: ExpiredLoginStateProps) {
  return (
    <StateCard
      art={<StateArt name="expired" />}
      title={`Sign-in expired ${when}`}
      role="alert"
      actions={
        <Button size="sm" icon="key" onClick={onSignIn} loading={signingIn}>
          {messages.parts.signInAgain}
        </Button>
      }
    >
      <p>
        {messages.parts.nothingAfter} {kept}
      </p>
    </StateCard>
  );
}

interface NotForYouStateProps {
  readonly title: string;
  /** It is null where the pipeline API has not said who this person is. */
  readonly me: object | null;
  /** Says what the page needs, for a person whose role is unknown. */
  readonly needs: string;
  /** The personas of the sandbox who see the page. */
  readonly others: WorkAsProps['persons'];
  readonly onActAs: ((personaId: string) => void) | undefined;
  readonly children: ReactNode;
  /** The next step where no other person can be chosen here. */
  readonly next: string;
}

/** Says why a page shows nothing to this person, and in the sandbox how to switch to one who sees it. */
export function NotForYouState({ title, me, needs, others, onActAs, children, next }: NotForYouStateProps) {
  if (me === null) return <NoPermissionState title={messages.parts.unknownRole}>{needs}</NoPermissionState>;
  return (
    <StateCard
      art={<StateArt name="locked" />}
      title={title}
      actions={onActAs === undefined ? undefined : <WorkAs persons={others} onActAs={onActAs} />}
    >
      <p>{children}</p>
      <p>{others.length > 0 ? messages.parts.switchUser : next}</p>
    </StateCard>
  );
}

interface WorkAsProps {
  readonly persons: readonly { readonly id: string; readonly name: string; readonly role: string }[];
  readonly onActAs: (personaId: string) => void;
}

/** Offers other sandbox users on a page that the current person may not use. */
export function WorkAs({ persons, onActAs }: WorkAsProps) {
  return persons.map(({ id, name, role }) => (
    <Button key={id} size="sm" icon="person" onClick={() => onActAs(id)}>
      {`Work as ${name}, ${role}`}
    </Button>
  ));
}

interface RefusalCardProps {
  /** The question is shown as it was asked. */
  readonly question: string;
  /** Names the index that the question would need, as a sentence or by its keys. */
  readonly needs: ReactNode;
  /** Shows the closest question that can be answered. */
  readonly nearest?: ReactNode;
  /** The cost reads for example "about $0.21 a day in extra writes". */
  readonly costs?: ReactNode;
  readonly asked?: number | undefined;
  readonly people?: number | undefined;
  /** The place on the list of refused questions counts from 1. */
  readonly place?: number | undefined;
  readonly actions?: ReactNode;
}

/** A question that no index can answer is refused by name instead of being answered with a scan. */
export function RefusalCard(props: RefusalCardProps) {
  const { question, needs, nearest, costs, asked, people, place, actions } = props;
  return (
    <section className={styles.refusal} aria-label={messages.parts.noIndex}>
      <div className={styles.head}>
        <span className={styles.mark}>
          <Icon name="ban" />
        </span>
        <h3 className={styles.refusalTitle}>{messages.parts.noIndex}</h3>
        <span className={styles.spent}>{messages.parts.noScanSpent}</span>
      </div>
      <p className={styles.question}>“{question}”</p>
      <dl className={styles.facts}>
        {nearest === undefined ? null : <Fact term="Nearest">{nearest}</Fact>}
        <Fact term="Would need">{needs}</Fact>
        {costs === undefined ? null : <Fact term="Would cost">{costs}</Fact>}
        {asked === undefined ? null : <Fact term="Asked">{describeAsked(asked, people, place)}</Fact>}
      </dl>
      {actions === undefined ? null : <div className={styles.refusalActions}>{actions}</div>}
    </section>
  );
}

function Fact({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </>
  );
}

export function describeAsked(asked: number, people?: number, place?: number): string {
  if (asked === 0) return 'not yet';
  const times = asked === 1 ? 'once' : `${String(asked)} times`;
  const by = people === undefined ? '' : ` by ${people === 1 ? '1 person' : `${String(people)} people`}`;
  return `${times}${by}${place === undefined ? '' : `, ${ordinal(place)} on the list`}`;
}

function ordinal(place: number): string {
  return ordinals[place - 1] ?? `number ${String(place)}`;
}

const ordinals = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];

type StateArtName = 'calm' | 'stopped' | 'locked' | 'expired';

/** These are small line drawings of water, gates and keys, after the product's name. */
export function StateArt({ name }: { readonly name: StateArtName }) {
  return (
    <svg className={styles.art} viewBox="0 0 56 40" aria-hidden>
      {drawings[name]}
    </svg>
  );
}

const waves = (
  <path d="M6 28c5 0 5-3.5 10-3.5s5 3.5 10 3.5 5-3.5 10-3.5 5 3.5 10 3.5M6 35c5 0 5-3.5 10-3.5s5 3.5 10 3.5 5-3.5 10-3.5 5 3.5 10 3.5" />
);

const drawings = {
  calm: (
    <>
      {waves}
      <path className={styles.accent} d="M18 18V6h20v12M18 10h20" />
    </>
  ),
  stopped: (
    <g className={styles.failed}>
      <path d="M22 6h12l8 8v12l-8 8H22l-8-8V14Z" />
      <path d="M23.5 15.5l9 9M32.5 15.5l-9 9" />
    </g>
  ),
  locked: (
    <>
      <path d="M14 34V8h28v26M10 34h36" />
      <path className={styles.review} d="M22 20h12v9H22zM24.500 20v-3.500a3.500 3.500 0 0 1 7 0V20" />
    </>
  ),
  expired: (
    <>
      <circle cx="28" cy="20" r="14" />
      <path className={styles.review} d="M28 12v8l5 4" />
      <path d="M42 10l4-4M10 30l-4 4" />
    </>
  ),
} as const;
