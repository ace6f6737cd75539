import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export interface Sessions {
  /** A fresh one-time token for the address that is handed to the browser. */
  issueToken(): string;
  /** The cookie's value, or undefined where the token is unknown or was exchanged before. */
  exchange(token: string): string | undefined;
  idOf(cookieHeader: string | undefined): string | undefined;
  readonly cookieName: string;
}

/**
 * The token stands in an address, and so may end up in a history or a screenshot: it works once.
 * The cookie it is exchanged for never reaches a script. Cookies ignore ports, hence the port in
 * the name: two consoles on one machine must not sign each other out.
 */
export function openSessions(port: number): Sessions {
  const tokens = new Set<string>();
  const sessions = new Map<string, string>();
  const cookieName = `sluice_session_${port}`;
  let opened = 0;

  return {
    cookieName,
    issueToken() {
      const token = randomBytes(32).toString('base64url');
      tokens.add(hash(token));
      return token;
    },
    exchange(token) {
      const known = hash(token);
      if (!takeEqual(tokens, known)) return undefined;
      const cookie = randomBytes(32).toString('base64url');
      opened += 1;
      sessions.set(hash(cookie), `browser-${opened}`);
      return cookie;
    },
    idOf(cookieHeader) {
      const cookie = cookieValue(cookieHeader, cookieName);
      return cookie === undefined ? undefined : sessions.get(hash(cookie));
    },
  };
}

/** Only hashes are compared and kept, so neither timing nor a heap dump gives a secret away. */
function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

function takeEqual(tokens: Set<string>, wanted: string): boolean {
  for (const token of tokens) {
    if (timingSafeEqual(Buffer.from(token), Buffer.from(wanted))) return tokens.delete(token);
  }
  return false;
}

function cookieValue(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const [key, value] = part.trim().split('=', 2);
    if (key === name) return value;
  }
  return undefined;
}
