import { tokenPass, type Fetching, type Pass, type PassSource } from '#main/pipeline/account/pass-sources.ts';

interface Fetched {
  readonly how: Fetching;
  give(token: string, expiresAt?: number | null): void;
  refuse(why: Error): void;
}

/** Returns a source that gives the test's tokens when the test says so. */
export function aPassSource(renewsItself = true) {
  const fetched: Fetched[] = [];
  const source: PassSource = {
    renewsItself: () => renewsItself,
    fetch: (how) =>
      new Promise<Pass>((resolve, reject) => {
        fetched.push({
          how,
          give: (token, expiresAt = null) => resolve(tokenPass(token, expiresAt)),
          refuse: reject,
        });
      }),
  };
  return { source, fetched, last: () => fetched.at(-1) as Fetched };
}

export const anExchange = {
  method: 'GET',
  path: '/me',
  headers: {},
  body: undefined,
  signal: new AbortController().signal,
};

export async function readToken(pass: Pass): Promise<string | undefined> {
  return (await pass.headersFor(anExchange))['authorization'];
}
