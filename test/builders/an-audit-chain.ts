import { createHash } from 'node:crypto';
import { genesis, type Anchor } from '#shared/audit/verify-chain.ts';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Returns lines as the audit trail writes them. The other content of a body makes no difference to the chain.
 */
export function aChain(bodies: readonly Readonly<Record<string, unknown>>[]): string[] {
  const lines: string[] = [];
  let previous = genesis;
  for (const [sequence, more] of bodies.entries()) {
    const body = JSON.stringify({ sequence, at: '2026-11-20T12:00:00.000Z', ...more, previous });
    previous = sha256(body);
    lines.push(`${body.slice(0, -1)},"hash":"${previous}"}`);
  }
  return lines;
}

export function buildAnchor(lines: readonly string[], sequence: number): Anchor {
  const { hash } = JSON.parse(lines[sequence] ?? '{}') as { readonly hash: string };
  return { sequence, hash, anchoredAt: '2026-11-20T12:00:30.000Z' };
}
