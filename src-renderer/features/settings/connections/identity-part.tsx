import { arnName } from '#shared/domain/arn-name.ts';
import type { ConnectionDetails } from '#shared/contract/connections/details.ts';
import type { ConnectionSummary, Session } from '#shared/contract/session.ts';
import type { AwsSignIn } from '#shared/contract/sign-in.ts';
import { groupedAccount } from '#shared/domain/grouped-account.ts';
import { KeyValueList, type KeyValueItem } from '#renderer/ui/key-value-list/key-value-list.tsx';
import { PaneHead } from '#renderer/ui/pane/pane.tsx';
import styles from './connection-pane.module.css';
import { accessSentence } from './connection-words.ts';
import { Expiry, SignInAction, StandingChip } from './sign-in-parts.tsx';
import { awsStanding } from './sign-in-standing.ts';

interface IdentityPartProps {
  readonly connection: ConnectionSummary;
  readonly details: ConnectionDetails | undefined;
  readonly session: Session | undefined;
}

/** Which account this is, and whom STS says the person here is in it. */
export function IdentityPart({ connection, details, session }: IdentityPartProps) {
  const signIn = session?.signIn?.aws;
  const standing = signIn === undefined ? undefined : awsStanding(signIn);
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
            ...(signIn?.state === 'signed-in' ? whoItems(signIn) : []),
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
    { label: 'Access', value: accessSentence(connection) },
  ];
  if (kind === 'sandbox' || accountId === null) {
    items.push({ label: 'Account', value: 'none needed: AWS is embedded' });
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
          value: <span className={styles.wraps}>none said: parts need a name in the file</span>,
        }
      : { label: 'Stage', value: <span title={stage}>{stage}</span>, mono: true },
  );
  if (credentials !== null) {
    items.push({ label: 'Signs in by', value: <span className={styles.wraps}>{credentials}</span> });
  }
  return items;
}

function whoItems(signIn: Extract<AwsSignIn, { readonly state: 'signed-in' }>): KeyValueItem[] {
  const { arn, expiresAt } = signIn;
  return [
    { label: 'You are', value: <span title={arn}>{arnName(arn)}</span>, copy: arn },
    { label: 'Expires', value: expiresAt === null ? 'not by itself' : <Expiry at={expiresAt} /> },
  ];
}
