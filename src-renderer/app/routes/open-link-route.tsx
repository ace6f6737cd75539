import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { answered, operationOptions } from '#renderer/contract/operation-options.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { EnvironmentChip } from '#renderer/ui/chip.tsx';
import { View, ViewHead } from '#renderer/ui/pane.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { EmptyState, NoPermissionState } from '#renderer/ui/states.tsx';
import type { ConnectionSummary, Session } from '#shared/contract/session.ts';
import {
  parseDeployment,
  readCaseSearch,
  sandboxDeployment,
  type CaseLink,
  type CasePlace,
} from '#shared/domain/case-link.ts';
import { groupedAccount } from '#shared/domain/formatting.ts';
import { maySeeTenant } from '#shared/permissions.ts';
import { findPage } from '../pages.ts';
import { connectionFormPlace } from '../place-address.ts';
import { writeSearch } from '../search-params.ts';
import { useSession } from '../session/use-session.ts';

/**
 * Follows a link of a case. It only ever leads to a screen, and asks before another connection is opened, which
 * every window of the console would show.
 */
export function OpenLinkRoute() {
  const search = useSearch({ from: '/console/open' });
  const link = readCaseSearch(search);
  return (
    <View head={<ViewHead title={messages.title} sub={link === null ? undefined : placeText(link.place)} />}>
      {link === null ? (
        <EmptyState title={messages.unreadable} actions={<ToToday />}>
          <p>{messages.unreadableWhy}</p>
        </EmptyState>
      ) : (
        <FollowLink key={JSON.stringify(link)} link={link} />
      )}
    </View>
  );
}

function FollowLink({ link }: { readonly link: CaseLink }) {
  const { history } = useRouter();
  const session = useSession();
  const connections = useQuery(operationOptions('connections.list', {})).data?.value.connections;
  const [isSkipped, setSkipped] = useState(false);
  const step = findStep(link, session, connections, isSkipped);
  const isThere = step.kind === 'open';
  const goOn = useEffectEvent(() => history.replace(addressOfPlace(link.place)));
  useEffect(() => {
    if (isThere) goOn();
  }, [isThere]);

  switch (step.kind) {
    case 'another-connection':
      return <AskToSwitch link={link} choices={step.connections} />;
    case 'unknown-connection':
      return <UnknownConnection deployment={link.deployment} />;
    case 'sign-in':
      return (
        <EmptyState
          title={step.isWaiting ? messages.signingIn(session.connection.name) : messages.signInFirst}
          actions={
            <>
              {step.isWaiting ? null : <SignInButton to={step.to} />}
              <Button size="sm" variant="ghost" onClick={() => setSkipped(true)}>
                {messages.openAnyway}
              </Button>
            </>
          }
        >
          <p>{step.isWaiting ? messages.opensThen : (step.why ?? messages.nothingReadYet)}</p>
        </EmptyState>
      );
    case 'other-tenants':
      return (
        <NoPermissionState title={messages.noTenant}>{messages.noTenantWhy(step.tenant)}</NoPermissionState>
      );
    default:
      return <SkeletonRows rows={3} label={messages.opening} />;
  }
}

export type LinkStep =
  | { readonly kind: 'reading' }
  | { readonly kind: 'unknown-connection' }
  | { readonly kind: 'another-connection'; readonly connections: readonly ConnectionSummary[] }
  | {
      readonly kind: 'sign-in';
      readonly to: 'aws' | 'pipeline';
      readonly isWaiting: boolean;
      readonly why: string | null;
    }
  | { readonly kind: 'other-tenants'; readonly tenant: string }
  | { readonly kind: 'open' };

/** Says what stands between a link and its screen. `isSkipped` means that the person does not wait for a sign-in. */
export function findStep(
  { deployment, place }: CaseLink,
  { connection, signIn, who }: Pick<Session, 'connection' | 'signIn' | 'who'>,
  connections: readonly ConnectionSummary[] | undefined,
  isSkipped: boolean,
): LinkStep {
  if (connection.deployment !== deployment) {
    if (connections === undefined) return { kind: 'reading' };
    const known = connections.filter((one) => one.deployment === deployment);
    return known.length === 0
      ? { kind: 'unknown-connection' }
      : { kind: 'another-connection', connections: known };
  }
  const missing = isSkipped ? null : findSignIn(signIn);
  if (missing !== null) return { kind: 'sign-in', ...missing };
  const tenant = place.search['tenant'];
  return tenant !== undefined && !maySeeTenant(who, tenant)
    ? { kind: 'other-tenants', tenant }
    : { kind: 'open' };
}

/** A connection signs in as it is opened, so that most of these only last a moment. */
function findSignIn(signIn: Session['signIn']) {
  if (signIn === null) return null;
  const { aws, pipeline } = signIn;
  if (aws.state !== 'signed-in') {
    const why = aws.state === 'failed' ? aws.why : null;
    return { to: 'aws', isWaiting: aws.state !== 'failed', why } as const;
  }
  if (pipeline.state === 'signed-in' || pipeline.state === 'no-api') return null;
  const why = pipeline.state === 'failed' ? pipeline.why : null;
  return { to: 'pipeline', isWaiting: pipeline.state !== 'failed', why } as const;
}

interface AskToSwitchProps {
  readonly link: CaseLink;
  /** Several entries may lead to one deployment, for example with different roles. */
  readonly choices: readonly ConnectionSummary[];
}

function AskToSwitch({ link, choices }: AskToSwitchProps) {
  const client = useQueryClient();
  const { connection, writing } = useSession();
  const open = useCommand('connections.open', {
    onSuccess: (session) =>
      client.setQueryData(operationOptions('session.current', {}).queryKey, answered(session)),
  });
  const [only] = choices;
  const name = choices.length === 1 && only !== undefined ? only.name : messages.severalEntries;
  return (
    <EmptyState
      title={messages.switchTo(name)}
      actions={
        <>
          {choices.map((choice) => (
            <Button
              key={choice.id}
              size="sm"
              variant="primary"
              loading={open.isRunning}
              onClick={() => void open.run({ connectionId: choice.id })}
            >
              {messages.openConnection(choice.name)}
            </Button>
          ))}
          <ToToday>{messages.stay(connection.name)}</ToToday>
        </>
      }
    >
      <p>
        {messages.isOf}{' '}
        {choices.map(({ id, environment }) => (
          <EnvironmentChip key={id} environment={environment} />
        ))}{' '}
        {describeDeployment(link.deployment)}. {messages.nowOpen(connection.name)}
      </p>
      {link.deployment === sandboxDeployment ? <p>{messages.ownSandbox}</p> : null}
      {writing === null ? null : <p>{messages.locks(connection.name)}</p>}
    </EmptyState>
  );
}

function UnknownConnection({ deployment }: { readonly deployment: string }) {
  const navigate = useNavigate();
  return (
    <EmptyState
      title={messages.unknown}
      actions={
        <>
          <Button size="sm" icon="add" onClick={() => void navigate(connectionFormPlace({ page: 'import' }))}>
            {messages.importEntry}
          </Button>
          <ToToday />
        </>
      }
    >
      <p>{messages.unknownWhy(describeDeployment(deployment))}</p>
      <p>{messages.unknownNext}</p>
    </EmptyState>
  );
}

function SignInButton({ to }: { readonly to: 'aws' | 'pipeline' }) {
  const signIn = useCommand('connections.signIn');
  return (
    <Button
      size="sm"
      variant="primary"
      icon="key"
      loading={signIn.isRunning}
      onClick={() => void signIn.run({ to })}
    >
      Sign in
    </Button>
  );
}

function ToToday({ children = 'Go to Today' }: { readonly children?: string }) {
  const navigate = useNavigate();
  return (
    <Button size="sm" variant="ghost" onClick={() => void navigate({ to: '/today' })}>
      {children}
    </Button>
  );
}

function describeDeployment(key: string): string {
  const parts = parseDeployment(key);
  if (parts === null) return 'the sandbox';
  const { accountId, region, table } = parts;
  const of = table === '' ? '' : ` with the table ${table}`;
  return `AWS account ${groupedAccount(accountId)} in ${region}${of}`;
}

/** Says what a link leads to, before anything of it is read. */
function placeText({ page, search }: CasePlace): string {
  const named = ['document', 'batch', 'job', 'cause', 'queue', 'alarm', 'workflow', 'tenant'] as const;
  const name = named.find((one) => search[one] !== undefined);
  const title = findPage(page)?.title ?? page;
  return name === undefined ? title : `${title}: ${name} ${search[name] ?? ''}`;
}

function addressOfPlace({ page, search }: CasePlace): string {
  return `${page}${writeSearch(search)}`;
}

const messages = {
  title: 'Open a link',
  opening: 'Opening the link',
  unreadable: 'This link cannot be opened',
  unreadableWhy:
    'It is incomplete, or it was made by another version of Sluice. Nothing was read. Ask for the link again, or paste the id of the batch or document.',
  switchTo: (name: string): string => `Switch to ${name}?`,
  severalEntries: 'another connection',
  isOf: 'This link belongs to',
  nowOpen: (name: string): string => `${name} is open now, in every window of Sluice.`,
  openConnection: (name: string): string => `Open ${name}`,
  stay: (name: string): string => `Stay in ${name}`,
  ownSandbox: 'Each machine has a sandbox of its own, so what the link names may not exist in yours.',
  locks: (name: string): string => `${name} is locked again when another connection opens.`,
  unknown: 'This machine does not know the connection of this link',
  unknownWhy: (deployment: string): string => `It belongs to ${deployment}. Nothing was opened or read.`,
  unknownNext:
    'Ask your colleague to export the entry of the connection, which contains no secret, and import it here. Then open the link again.',
  importEntry: 'Import connections',
  signingIn: (name: string): string => `Signing in to ${name}`,
  signInFirst: 'Sign in to open this link',
  opensThen: 'The link opens as soon as you are signed in.',
  nothingReadYet: 'Nothing was read. The link opens as soon as you are signed in.',
  openAnyway: 'Open without waiting',
  noTenant: "You don't have access to the tenant of this link",
  noTenantWhy: (tenant: string): string =>
    `It is about ${tenant}. Nothing was read. Ask a colleague who works for this tenant, or an administrator for access.`,
} as const;
