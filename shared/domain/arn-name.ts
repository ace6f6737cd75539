/** "mira as Support" of a role that was taken on, "user mira", "root": the end of an ARN in words. */
export function arnName(arn: string): string {
  const resource = arn.split(':').slice(5).join(':');
  const [kind = '', ...rest] = resource.split('/');
  const name = rest.at(-1);
  if (name === undefined) return resource === '' ? arn : resource;
  if (kind === 'assumed-role' && rest.length > 1) return `${name} as ${rest.slice(0, -1).join('/')}`;
  return kind === 'user' ? `user ${name}` : `${kind} ${rest.join('/')}`;
}
