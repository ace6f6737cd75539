/** What AWS says that it refused. https://docs.aws.amazon.com/IAM/latest/UserGuide/troubleshoot_access-denied.html */
export interface Denial {
  /** It may be another than the one that was asked: the key of what is encrypted, the list of what is not there. */
  readonly action: string | null;
  readonly resource: string | null;
  /** What denies it outright, where it is no missing statement: no further one would allow it. */
  readonly outright: string | null;
}

export function denialOf({ message }: Pick<Error, 'message'>): Denial {
  const [, action] = /not authorized to perform: ([a-z0-9-]+:[A-Za-z]+)/.exec(message) ?? [];
  const [, resource] = /on resource: "?(arn:[a-z-]+:[^\s"']+?)[.,]?"?(?:\s|$)/.exec(message) ?? [];
  return { action: action ?? null, resource: resource ?? null, outright: outrightIn(message) };
}

function outrightIn(message: string): string | null {
  if (!/explicit deny/i.test(message)) return null;
  const kind = kinds.find((one) => message.includes(one));
  return kind === undefined ? 'A policy' : `${/^[aeiou]/.test(kind) ? 'An' : 'A'} ${kind}`;
}

const kinds = [
  'service control policy',
  'resource control policy',
  'permissions boundary',
  'session policy',
  'VPC endpoint policy',
  'identity-based policy',
  'resource-based policy',
];
