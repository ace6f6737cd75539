import type { AnsweredFrom, Kept } from '#shared/contract/fleet.ts';
import { counted } from '#shared/domain/formatting.ts';

/** How far the pipeline has followed its table for lists of all tenants. */
export type Followed = Omit<Extract<Kept, { readonly state: 'kept' }>, 'state'>;

/** "as of 14:02:11 UTC", with its day if that is more than a day away. */
export function formatUpTo({ upTo }: Pick<Followed, 'upTo'>, now = Date.now()): string {
  const at = Date.parse(upTo ?? '');
  if (Number.isNaN(at)) return 'as of an unknown time';
  const time =
    Math.abs(now - at) < dayMs
      ? `${new Date(at).toISOString().slice(11, 19)} UTC`
      : `${moments.format(at)} UTC`;
  return `as of ${time}`;
}

const dayMs = 86_400_000;
const moments = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** Says which batches are missing from lists of all tenants, and how they are added; null if none are. */
export function describeMissing({ wholeSince, keptSince }: Followed): readonly [string, string] | null {
  if (wholeSince !== null) return null;
  const since = Date.parse(keptSince ?? '');
  const before = Number.isNaN(since) ? 'for some time' : `since ${moments.format(since)} UTC`;
  return [
    `Batches that have not changed ${before} are missing.`,
    'The pipeline began to keep lists of all tenants then. Its rebuild command adds the earlier batches.',
  ];
}

/** Says how lists of all tenants are obtained where the pipeline keeps none. */
export const howToKeep =
  'To see all tenants at once, deploy the function keep-attention and run its rebuild command.';

/**
 * Says how many tenants were asked instead; null if lists of all tenants were used, or if the person asked for one
 * tenant or is held to some.
 */
export function describeAsked(answer: AnsweredFrom): readonly [string, string] | null {
  if (answer.from === 'attention' || answer.whyNotAttention === null) return null;
  const { asked, areAll, whyNotAttention } = answer;
  const tenants = counted(asked, 'tenant');
  const only = areAll ? `${asked > 1 ? 'All ' : ''}${tenants}` : `Only ${tenants}`;
  return [`${only} ${asked === 1 ? 'was' : 'were'} asked, one by one.`, `${whyNotAttention} ${howToKeep}`];
}
