import type { UserOfTenant } from '#shared/contract/triage/tenants.ts';

export interface Colleague {
  readonly userId: string;
  readonly name: string;
  readonly role: string;
}

/** Who else may review for this tenant, by name. */
export function colleaguesOf(people: readonly UserOfTenant[], me: string | null): readonly Colleague[] {
  return people
    .filter(({ userId, role, expired }) => userId !== me && !expired && role !== null && mayReview.has(role))
    .map(({ userId, name, role }) => ({ userId, name: name ?? userId, role: role ?? '' }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.userId.localeCompare(b.userId, 'en'));
}

/** Those whose name or id has every word of it, in any order; "ines h", "halvors". */
export function matching(colleagues: readonly Colleague[], query: string): readonly Colleague[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  return colleagues.filter(({ name, userId }) => {
    const text = plain(`${name} ${userId}`);
    return words.every((word) => text.includes(word));
  });
}

const mayReview: ReadonlySet<string> = new Set(['reviewer', 'admin']);

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}
