import type { AccessStopped, ConnectionAccessDraft } from '#shared/contract/connections.ts';
import type { Network } from '../../network/open-network.ts';
import { explainStop } from '../../network/explain-stop.ts';
import {
  findCause,
  CodeNotTaken,
  describeAnswer,
  isPassing,
  NotSignedIn,
  toTrouble,
} from '../aws-trouble.ts';
import type { AwsPlace } from '../client-config.ts';
import type { AwsKeys } from './account-credentials.ts';
import { readProfileSetting } from './aws-configuration.ts';
import { findAwsCli, stopped } from './run-aws-cli.ts';

/** The keys stay in the main process; a page only hears whose they are. */
export interface KnownAccess {
  readonly state: 'known';
  readonly accountId: string;
  readonly arn: string;
  readonly keys: AwsKeys;
}

export interface DraftAccess {
  /** Fetches the keys of a profile and asks STS whose they are. A code is used once. */
  identify(aws: ConnectionAccessDraft, code?: string): Promise<KnownAccess | AccessStopped>;
  /** Returns an AWS for the SDK's clients, by keys that STS has confirmed. */
  placeOf(aws: ConnectionAccessDraft, known: KnownAccess): AwsPlace;
}

interface Parts {
  readonly network: Pick<Network, 'requestHandler' | 'trusting'>;
  readonly environment: NodeJS.ProcessEnv;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
}

/** A person who has entered a code is not asked for another one at each step of the form. */
const keptMs = 15 * 60_000;

/** Signs in to accounts that are not in connections.json yet. Nothing but STS is asked. */
export function openDraftAccess({ network, environment, now }: Parts): DraftAccess {
  const networkFor = ({ profile }: ConnectionAccessDraft): Pick<Network, 'requestHandler'> =>
    network.trusting(() =>
      typeof profile === 'string'
        ? readProfileSetting(profile, 'ca_bundle', environment)
        : Promise.resolve(undefined),
    );
  const byCode = new Map<string, { readonly keys: AwsKeys; readonly until: number }>();

  return {
    async identify(aws, code) {
      const id = JSON.stringify(aws);
      const kept = code === undefined ? byCode.get(id) : undefined;
      try {
        const keys = kept !== undefined && kept.until > now() ? kept.keys : await fetchKeys(aws, code);
        // The code is used up now, even if STS does not answer next.
        if (code !== undefined) {
          const expires = keys.expiration?.getTime() ?? Number.POSITIVE_INFINITY;
          byCode.set(id, { keys, until: Math.min(now() + keptMs, expires - 60_000) });
        }
        const { askCaller } = await import('./caller-identity.ts');
        const { Account, Arn } = await askCaller(
          keys,
          { region: aws.region, accountId: '', requestHandler: networkFor(aws).requestHandler() },
          ofAccount(aws),
        );
        if (Account === undefined || Arn === undefined) return wrongAddress('It returned no account.');
        return { state: 'known', accountId: Account, arn: Arn, keys };
      } catch (error) {
        const why = explain(error, aws);
        // Only a refusal says something about the keys.
        if (!isPassing(toTrouble(error))) byCode.delete(id);
        return why;
      }
    },
    placeOf: (aws, { accountId, keys }) => ({
      region: aws.region,
      accountId,
      requestHandler: networkFor(aws).requestHandler(),
      account: {
        ...ofAccount(aws),
        credentials: { get: () => Promise.resolve(keys), renew: () => Promise.resolve(false) },
      },
    }),
  };

  async function fetchKeys(aws: ConnectionAccessDraft, code: string | undefined): Promise<AwsKeys> {
    const { profileKeys } = await import('./profile-keys.ts');
    let isUsed = false;
    return profileKeys({
      aws: { ...aws, accountId: '' },
      network: networkFor(aws),
      askCode: (device) => {
        if (code === undefined || isUsed) return Promise.reject(new CodeWanted(device));
        isUsed = true;
        return Promise.resolve(code);
      },
    });
  }

  function explain(error: unknown, aws: ConnectionAccessDraft): AccessStopped {
    if (error instanceof CodeWanted) {
      const happened = `The profile needs the code of ${error.device}, so AWS was not asked.`;
      return stopped('code-wanted', happened, 'Enter the 6 digits that the device shows now.');
    }
    if (error instanceof CodeNotTaken) {
      return stopped(
        'code-rejected',
        'AWS rejected that code.',
        'Wait for the next code on the device, then enter it.',
      );
    }
    const cause = error instanceof NotSignedIn ? (findCause(error) ?? error) : error;
    const isOfProfile = error instanceof NotSignedIn;
    const stop = explainStop(cause, { to: isOfProfile ? 'AWS' : 'STS', region: aws.region, now });
    // A sign-in that needs a person is explained by its own sentence, which names the profile.
    if (stop !== null && !(isOfProfile && ofPerson.has(error.reason))) {
      return stopped(stop.trouble, stop.happened, stop.next);
    }
    if (isOfProfile) return explainProfile(error);
    const trouble = toTrouble(error);
    if (trouble.why !== undefined) return stopped('refused', trouble.why, checkSettings);
    // Its message repeats what was signed.
    if (/^(?:SignatureDoesNotMatch|InvalidSignatureException|IncompleteSignature)/.test(trouble.name)) {
      const happened = `STS refused the signature (${trouble.name}): the secret key does not belong to this access key.`;
      return stopped('unknown-keys', happened, 'Put the keys into the profile again, then ask again.');
    }
    const answered = `STS GetCallerIdentity was answered ${describeAnswer(trouble)}.`;
    if (trouble.kind === 'throttled' || isPassing(trouble))
      return stopped('throttled', answered, 'Try again in a minute.');
    if (
      trouble.name.startsWith('HTTP ') ||
      trouble.status === 501 ||
      /^(?:InvalidAction|UnknownOperation)/.test(trouble.name)
    ) {
      return wrongAddress(answered);
    }
    return stopped('refused', answered, checkSettings);
  }

  function explainProfile({ reason, message, run }: NotSignedIn): AccessStopped {
    const needs =
      run !== null && / login /.test(run) ? 'sign-in' : reason === 'no-profile' ? 'no-profile' : null;
    if (needs === 'sign-in') {
      const canRunHere = findAwsCli(environment) !== null;
      const next = canRunHere
        ? 'Sign in here, or run the command in a terminal.'
        : 'Run the command in a terminal, then ask again.';
      return { ...stopped('sign-in', message, next), run, canRunHere };
    }
    if (needs === 'no-profile') {
      return { ...stopped('no-profile', message, 'Choose another profile, or set this one up.'), run };
    }
    if (reason === 'expired') {
      return stopped(
        'expired',
        message,
        'Put new keys in the profile or the environment, then ask again. New keys in the environment need a restart.',
      );
    }
    if (reason === 'unreachable')
      return stopped('unreachable', message, 'Check the network, then try again.');
    return stopped(/may not assume/.test(message) ? 'denied' : 'refused', message, checkProfile);
  }
}

/** A sign-in at these reasons is up to the person, whatever the SDK reported. */
const ofPerson: ReadonlySet<NotSignedIn['reason']> = new Set(['no-profile', 'expired', 'given-up']);

function ofAccount({ endpoints = {}, profile }: ConnectionAccessDraft) {
  return { endpoints, profile: typeof profile === 'string' ? profile : undefined };
}

class CodeWanted extends NotSignedIn {
  readonly device: string;

  constructor(device: string) {
    super('code-wanted', 'A code is wanted.');
    this.device = device;
  }
}

function wrongAddress(answered: string): AccessStopped {
  return stopped(
    'wrong-address',
    `${answered} The account of these keys is unknown, so nothing was read.`,
    'Set an address that answers GetCallerIdentity in aws.endpoints.sts.',
  );
}

const checkSettings = 'Check the region, the profile and the addresses.';
const checkProfile = 'Check the profile, or choose another one.';
