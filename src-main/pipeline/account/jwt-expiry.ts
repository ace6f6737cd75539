/** When a token says that it ends, in milliseconds. Nothing is trusted to it: it only says how long to keep it. */
export function jwtExpiry(token: string): number | null {
  const [, payload, signature] = token.split('.');
  if (payload === undefined || signature === undefined) return null;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    if (typeof claims !== 'object' || claims === null || !('exp' in claims)) return null;
    const { exp } = claims;
    return typeof exp === 'number' && Number.isFinite(exp) && exp > 0 && exp < farthest ? exp * 1_000 : null;
  } catch {
    return null;
  }
}

/** The last second that a date can be of. */
const farthest = 8.64e12;
