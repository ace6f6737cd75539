import { ApiProblem, maySee, type Caller } from '../call.ts';

/** The same words for what is not there and for what is another tenant's. */
export function notFound(what: 'batch' | 'document' | 'workflow'): ApiProblem {
  return new ApiProblem('not-found', `There is no such ${what}, or none that you may see. Nothing was done.`);
}

export function requireTenant(
  caller: Caller,
  tenantId: string,
  what: 'batch' | 'document' | 'workflow',
): void {
  if (!maySee(caller, tenantId)) throw notFound(what);
}

/** Awkward items from long ago may have no version; theirs is 0. */
export function requireVersion(
  ifMatch: string,
  { version = 0 }: { readonly version?: number },
  current: Readonly<Record<string, unknown>>,
): void {
  if (ifMatch === String(version)) return;
  if (ifMatch === '') {
    const detail = 'Send the version that you have read as If-Match: "…", so that nobody’s change is lost.';
    throw new ApiProblem('version-required', `${detail} Nothing was done.`);
  }
  throw new ApiProblem(
    'stale-version',
    `It is at version ${version} now, and your request was made on ${ifMatch}. Nothing was done; look at what it is now.`,
    current,
  );
}
