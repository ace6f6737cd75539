import { ApiProblem, type ApiCall } from '../../api/call.ts';

/** That the caller has seen what it is about to change. */
export function requireVersion(
  { ifMatch }: ApiCall,
  version: string,
  current: Readonly<Record<string, unknown>>,
): void {
  if (ifMatch === '') {
    throw new ApiProblem(
      'version-required',
      'Send the version that you have seen as If-Match. Nothing was done.',
    );
  }
  if (ifMatch !== version) throw stale(current);
}

export function stale(current: Readonly<Record<string, unknown>>): ApiProblem {
  return new ApiProblem(
    'stale-version',
    'Somebody or something has changed it since you have seen it. Nothing was done; look at it as it is now.',
    current,
  );
}
