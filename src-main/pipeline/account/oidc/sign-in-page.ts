import { isHttpsOrLoopback } from '#shared/domain/connection.ts';

/** Where a person signs in, for the system's browser. */
export interface SignInPage {
  readonly address: string;
  /** As the issuer's own metadata names it; many keep their pages under another name than the issuer's. */
  readonly endpoint: string;
}

/** Rejects where no browser could be opened. */
export type OpenSignInPage = (page: SignInPage) => Promise<void>;

/** The issuer's authorization endpoint with a question, and nothing else: the system runs what an address tells it to. */
export function isSignInPage({ address, endpoint }: SignInPage): boolean {
  if (address.length > 8_192 || !printable.test(address) || !isHttpsOrLoopback(address)) return false;
  if (!URL.canParse(endpoint)) return false;
  const [asked, known] = [new URL(address), new URL(endpoint)];
  const isPlain = asked.username === '' && asked.password === '' && asked.hash === '';
  return isPlain && asked.origin === known.origin && asked.pathname === known.pathname;
}

const printable = /^[!-[\]-~]+$/;
