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

const targetHeader = 'x-amz-target';

/** What the request itself says it is, which is what the service goes by. */
function targetOf(request: unknown): string {
  if (typeof request !== 'object' || request === null || !('headers' in request)) return 'an unknown request';
  // Should there be several, what they say together is on no list.
  const targets = Object.entries(request.headers as Record<string, string>)
    .filter(([name]) => name.toLowerCase() === targetHeader)
    .map(([, value]) => value);
  return targets.length === 0 ? 'an unknown request' : targets.join(', ');
}
