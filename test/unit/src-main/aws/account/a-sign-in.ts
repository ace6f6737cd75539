import { accountCredentials, type AwsKeys } from '#main/aws/account/account-credentials.ts';
import type { AwsSignIn } from '#shared/contract/sign-in.ts';

export const start = Date.UTC(2026, 0, 5, 9, 0, 0);

export function someKeys(accessKeyId: string, minutes?: number): AwsKeys {
  return {
    accessKeyId,
    secretAccessKey: 'secret',
    ...(minutes !== undefined && { expiration: new Date(start + minutes * 60_000) }),
  };
}

interface Told {
  /** Are called one after the other. The last is used for all further fetches. */
  readonly fetch: readonly ((askCode: (device: string) => Promise<string>) => Promise<AwsKeys>)[];
  readonly verify?: (keys: AwsKeys) => Promise<{ accountId: string; arn: string }>;
}

/** Opens the sign-in of a connection, with a profile and an STS that the test plays. */
export function aSignIn({ fetch, verify = isOurs }: Told) {
  let time = start;
  let prompts = 0;
  const fetched: number[] = [];
  const states: AwsSignIn['state'][] = [];
  const waits = new Set<() => void>();
  const credentials = accountCredentials({
    fetch: (askCode) => {
      fetched.push(time);
      return (fetch[fetched.length - 1] ?? fetch.at(-1))!(askCode);
    },
    verify,
    now: () => time,
    newId: () => `prompt-${(prompts += 1)}`,
    after: (_ms, work) => {
      waits.add(work);
      return () => void waits.delete(work);
    },
  });
  credentials.onChange(() => states.push(credentials.standing().state));
  return {
    credentials,
    states,
    fetches: () => fetched.length,
    prompts: () => prompts,
    /** Lets more time pass than a request may wait. Returns how many requests waited. */
    takeLong: (): number => {
      const many = waits.size;
      for (const work of waits) work();
      return many;
    },
    pass: (minutes: number) => void (time += minutes * 60_000),
    promptId: () => {
      const standing = credentials.standing();
      return standing.state === 'code-wanted' ? standing.promptId : 'none';
    },
  };
}

const isOurs = ({ accessKeyId }: AwsKeys) =>
  Promise.resolve({
    accountId: '111122223333',
    arn: `arn:aws:sts::111122223333:assumed-role/Ops/${accessKeyId}`,
  });

/** Resolves when everything due in this turn has happened. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
