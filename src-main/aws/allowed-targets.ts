/**
 * A client that refuses by itself whatever is not on its list. Nobody in the console sends anything else; should
 * somebody begin to, it ends here and nothing leaves the machine.
 */
export function allowedTargets(allowed: ReadonlySet<string>, words: string) {
  return <Args extends { readonly request: unknown }, Output>(next: (args: Args) => Output) =>
    (args: Args): Output => {
      const target = targetOf(args.request);
      if (!allowed.has(target)) throw new ForbiddenCommand(`${words}; ${target} was not sent.`);
      return next(args);
    };
}

export const whereTargetsAre = { step: 'build', name: 'allowedTargets', override: true } as const;

export class ForbiddenCommand extends Error {
  override readonly name = 'ForbiddenCommand';
}

/** What the request itself says it is, which is what the service goes by. */
function targetOf(request: unknown): string {
  if (typeof request !== 'object' || request === null || !('headers' in request)) return 'an unknown request';
  const headers = new Headers(request.headers as Record<string, string>);
  return headers.get('x-amz-target') ?? 'an unknown request';
}
