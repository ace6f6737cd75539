import { z } from 'zod';

/** Where a secret may be sent: over TLS, or to this very machine. */
export function isHttpsOrLoopback(address: string): boolean {
  return overTls.safeParse(address).success || toThisMachine.safeParse(address).success;
}

// They read an address by the platform's own URL, as whoever sends to it does.
const overTls = z.url({ protocol: /^https$/ });
const toThisMachine = z.url({ protocol: /^http$/, hostname: /^(?:127\.0\.0\.1|localhost|\[::1\])$/ });
