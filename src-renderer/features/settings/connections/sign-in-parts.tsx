import { useCommand } from '#renderer/contract/use-operation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Chip } from '#renderer/ui/chip.tsx';
import type { IconName } from '#renderer/ui/product-icons.ts';
import { KeyValueList, type KeyValueItem } from '#renderer/ui/key-value-list.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { PaneHead } from '#renderer/ui/pane.tsx';
import { RelativeTime, useNow } from '#renderer/ui/relative-time.tsx';
import type { ConnectionDetails, ConnectionSummary, Session } from '#shared/contract/session.ts';
import type { AwsSignIn, PipelineSignIn } from '#shared/contract/sign-in.ts';
import { arnName, groupedAccount } from '#shared/domain/formatting.ts';
import { explainAccess, describeTenants, messages } from '../messages.ts';
import styles from './connections.module.css';
import { describeAwsStanding, describePipelineStanding, type Standing } from './sign-in-standing.ts';

interface IdentityPartProps {
  readonly connection: ConnectionSummary;
  readonly details: ConnectionDetails | undefined;
  readonly session: Session | undefined;
}

/** Shows the account, and the identity that STS reports in it. */
export function IdentityPart({ connection, details, session }: IdentityPartProps) {
  const signIn = session?.signIn?.aws;
  const standing = signIn === undefined ? undefined : describeAwsStanding(signIn);
  return (
    <section className={styles.part} aria-label="AWS account">
      <PaneHead
        title="AWS account"
        level={3}
        actions={standing === undefined ? undefined : <SignInAction to="aws" standing={standing} />}
      />
      <div className={styles.padded}>
        <KeyValueList
          items={[
            ...placeItems(connection, details),
            ...(standing === undefined
              ? []
              : [{ label: 'Sign-in', value: <StandingChip standing={standing} /> }]),
            ...(signIn?.state === 'signed-in' ? listAwsItems(signIn) : []),
          ]}
        />
      </div>
    </section>
  );
}

function placeItems(connection: ConnectionSummary, details: ConnectionDetails | undefined): KeyValueItem[] {
  const { id, kind, accountId, region } = connection;
  const items: KeyValueItem[] = [
    { label: 'Id', value: <span title={id}>{id}</span>, mono: true, copy: id },
    { label: 'Access', value: explainAccess(connection) },
  ];
  if (kind === 'sandbox' || accountId === null) {
    items.push({ label: 'Account', value: messages.signIn.noneNeeded });
  } else {
    items.push(
      { label: 'Account', value: groupedAccount(accountId), mono: true, copy: accountId },
      { label: 'Region', value: region, mono: true },
    );
  }
  if (details === undefined) return items;
  const { stage, credentials } = details;
  items.push(
    stage === null
      ? {
          label: 'Stage',
          value: <span className={styles.wraps}>{messages.signIn.noStage}</span>,
        }
      : { label: 'Stage', value: <span title={stage}>{stage}</span>, mono: true },
  );
  if (credentials !== null) {
    items.push({
      label: messages.signIn.signsInBy,
      value: <span className={styles.wraps}>{credentials}</span>,
    });
  }
  return items;
}

function listAwsItems(signIn: Extract<AwsSignIn, { readonly state: 'signed-in' }>): KeyValueItem[] {
  const { arn, expiresAt } = signIn;
  return [
    { label: 'You are', value: <span title={arn}>{arnName(arn)}</span>, copy: arn },
    { label: 'Expires', value: expiresAt === null ? messages.signIn.noExpiry : <Expiry at={expiresAt} /> },
  ];
}

interface PipelinePartProps {
  readonly connection: ConnectionSummary;
  readonly details: ConnectionDetails | undefined;
  readonly session: Session | undefined;
}

/** Shows where actions are sent and as whom. The role comes only from there. */
export function PipelinePart({ connection, details, session }: PipelinePartProps) {
  const signIn = session?.signIn?.pipeline;
  const standing = signIn === undefined ? undefined : describePipelineStanding(signIn);
  const isNowhere = signIn?.state === 'no-api';
  return (
    <section className={styles.part} aria-label="Pipeline API">
      <PaneHead
        title="Pipeline API"
        level={3}
        actions={standing === undefined ? undefined : <SignInAction to="pipeline" standing={standing} />}
      />
      <div className={styles.padded}>
        <KeyValueList
          items={[
            ...listApiItems(connection, details),
            ...(standing === undefined || isNowhere
              ? []
              : [{ label: 'Sign-in', value: <StandingChip standing={standing} /> }]),
            ...(signIn?.state === 'signed-in' ? listExpiryItems(signIn) : []),
            ...(isNowhere ? [] : listPersonItems(session)),
          ]}
        />
        {standing === undefined ? null : <SignInFailure standing={standing} />}
        {session === undefined ? (
          <p className={styles.connectionPaneQuiet}>{messages.signIn.openToSee}</p>
        ) : null}
      </div>
    </section>
  );
}

function listApiItems({ kind }: ConnectionSummary, details: ConnectionDetails | undefined): KeyValueItem[] {
  if (kind === 'sandbox') return [{ label: 'Address', value: messages.signIn.embedded }];
  if (details === undefined) return [];
  if (details.pipelineApi === null) return [{ label: 'Address', value: messages.signIn.noAddress }];
  const { baseUrl, from } = details.pipelineApi;
  return [
    { label: 'Address', value: <span title={baseUrl}>{baseUrl}</span>, mono: true, copy: baseUrl },
    { label: messages.signIn.signsInBy, value: <span className={styles.wraps}>{from}</span> },
  ];
}

function listExpiryItems({
  expiresAt,
}: Extract<PipelineSignIn, { readonly state: 'signed-in' }>): KeyValueItem[] {
  return expiresAt === null ? [] : [{ label: 'Expires', value: <Expiry at={expiresAt} /> }];
}

function listPersonItems(session: Session | undefined): KeyValueItem[] {
  if (session === undefined) return [];
  const { who } = session;
  if (who === null) return [{ label: 'You are', value: messages.signIn.roleUnknown }];
  const tenants = describeTenants(who.tenants);
  return [
    { label: 'You are', value: <span title={who.id}>{who.name}</span> },
    { label: 'Role', value: who.role },
    {
      label: 'Tenants',
      value: <span title={who.tenants === '*' ? tenants : who.tenants.join(', ')}>{tenants}</span>,
    },
  ];
}

function StandingChip({ standing: { tone, words } }: { readonly standing: Standing }) {
  return (
    <Chip tone={tone} icon={icons[tone]}>
      <span title={words}>{words}</span>
    </Chip>
  );
}

/** The session reports the outcome of a sign-in. Only a sign-in that could not be started fails here. */
function SignInAction(props: { readonly to: 'aws' | 'pipeline'; readonly standing: Standing }) {
  const { to, standing } = props;
  const signIn = useCommand('connections.signIn');
  if (standing.button === null) return null;
  return (
    <Button
      size="sm"
      icon="key"
      variant={standing.tone === 'succeeded' ? 'ghost' : 'default'}
      loading={signIn.isRunning || standing.busy}
      aria-label={`${standing.button} to ${to === 'aws' ? 'AWS' : 'the pipeline API'}`}
      onClick={() => void signIn.run({ to })}
    >
      {standing.button}
    </Button>
  );
}

function Expiry({ at }: { readonly at: string }) {
  return <RelativeTime at={Date.parse(at)} now={useNow(15_000)} />;
}

function SignInFailure({ standing: { tone, why } }: { readonly standing: Standing }) {
  if (why === null) return null;
  return <Note tone={tone === 'failed' ? 'bad' : 'info'}>{why}</Note>;
}

const icons: Readonly<Record<Standing['tone'], IconName>> = {
  succeeded: 'check',
  review: 'clock',
  failed: 'warning',
  default: 'key',
};
