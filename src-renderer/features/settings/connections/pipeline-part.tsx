import type { ConnectionDetails } from '#shared/contract/connections/details.ts';
import type { ConnectionSummary, Session } from '#shared/contract/session.ts';
import type { PipelineSignIn } from '#shared/contract/sign-in.ts';
import { KeyValueList, type KeyValueItem } from '#renderer/ui/key-value-list/key-value-list.tsx';
import { PaneHead } from '#renderer/ui/pane/pane.tsx';
import styles from './connection-pane.module.css';
import { tenantsWords } from './connection-words.ts';
import { Expiry, SignInAction, StandingChip, WhyNot } from './sign-in-parts.tsx';
import { pipelineStanding } from './sign-in-standing.ts';

interface PipelinePartProps {
  readonly connection: ConnectionSummary;
  readonly details: ConnectionDetails | undefined;
  readonly session: Session | undefined;
}

/** Where actions go, and as whom: a role comes from there and from nowhere else. */
export function PipelinePart({ connection, details, session }: PipelinePartProps) {
  const signIn = session?.signIn?.pipeline;
  const standing = signIn === undefined ? undefined : pipelineStanding(signIn);
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
            ...apiItems(connection, details),
            ...(standing === undefined || isNowhere
              ? []
              : [{ label: 'Sign-in', value: <StandingChip standing={standing} /> }]),
            ...(signIn?.state === 'signed-in' ? expiryItems(signIn) : []),
            ...(isNowhere ? [] : whoItems(session)),
          ]}
        />
        {standing === undefined ? null : <WhyNot standing={standing} />}
        {session === undefined ? (
          <p className={styles.quiet}>Who you are there is known once the connection is open.</p>
        ) : null}
      </div>
    </section>
  );
}

function apiItems({ kind }: ConnectionSummary, details: ConnectionDetails | undefined): KeyValueItem[] {
  if (kind === 'sandbox') return [{ label: 'Address', value: 'embedded, with the pipelines themselves' }];
  if (details === undefined) return [];
  if (details.pipelineApi === null) return [{ label: 'Address', value: 'none in the file' }];
  const { baseUrl, from } = details.pipelineApi;
  return [
    { label: 'Address', value: <span title={baseUrl}>{baseUrl}</span>, mono: true, copy: baseUrl },
    { label: 'Signs in by', value: <span className={styles.wraps}>{from}</span> },
  ];
}

function expiryItems({
  expiresAt,
}: Extract<PipelineSignIn, { readonly state: 'signed-in' }>): KeyValueItem[] {
  return expiresAt === null ? [] : [{ label: 'Expires', value: <Expiry at={expiresAt} /> }];
}

function whoItems(session: Session | undefined): KeyValueItem[] {
  if (session === undefined) return [];
  const { who } = session;
  if (who === null) return [{ label: 'You are', value: 'not known yet: the API has not said' }];
  const tenants = tenantsWords(who.tenants);
  return [
    { label: 'You are', value: <span title={who.id}>{who.name}</span> },
    { label: 'Role', value: who.role },
    {
      label: 'Tenants',
      value: <span title={who.tenants === '*' ? tenants : who.tenants.join(', ')}>{tenants}</span>,
    },
  ];
}
