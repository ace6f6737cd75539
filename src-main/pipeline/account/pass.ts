import type { HttpRequest } from '../transport.ts';

/** What lets requests in at an API. It stays in the memory of the main process. */
export interface Pass {
  /** Milliseconds since 1970; null where it does not say. */
  readonly expiresAt: number | null;
  /** What this very request carries: a token, or its signature. */
  readonly headersFor: (request: Sent) => Promise<Readonly<Record<string, string>>>;
}

export type Sent = Omit<HttpRequest, 'signal'>;

export interface Fetching {
  /** A person has asked for it and looks on: they may be asked, and what was kept is left aside. */
  readonly isAsked: boolean;
  /** The API does not take this one any more. */
  readonly refused: Pass | undefined;
  readonly signal: AbortSignal;
  /** From here on it waits for a person in the system's browser. */
  readonly inBrowser: (issuer: string) => void;
}

/** One of the ways to a pass. */
export interface PassSource {
  /** Whether another can be had without a person. */
  readonly renewsItself: () => boolean;
  /** Rejects with `NoPass`. */
  readonly fetch: (how: Fetching) => Promise<Pass>;
}

/** Why there is none, in a sentence for people that quotes no secret. */
export class NoPass extends Error {
  override readonly name = 'NoPass';
  readonly because: 'not-asked' | 'not-had' | 'not-taken';

  /** `not-asked`: only a person can get one. `not-taken`: the API itself says that this is nobody it knows. */
  constructor(why: string, because: NoPass['because'] = 'not-had') {
    super(why);
    this.because = because;
  }
}

export function tokenPass(token: string, expiresAt: number | null): Pass {
  const headers = { authorization: `Bearer ${token}` };
  return { expiresAt, headersFor: () => Promise.resolve(headers) };
}

/** What fits into the header of a request, and is one word. */
export function isToken(text: string): boolean {
  return /^[!-~]{1,16384}$/.test(text);
}
