/**
 * The only places outside the console that a click may open in the system's browser. Anything else
 * would let data from a document or a message choose what the operating system runs.
 */
export function externalUrlAllowed(url: string): boolean {
  if (url.length > 2_048 || !plain.test(url) || url.includes('\\') || !URL.canParse(url)) return false;
  const { protocol, hostname, port, username, password } = new URL(url);
  return (
    protocol === 'https:' && port === '' && username === '' && password === '' && isAllowedHost(hostname)
  );
}

const hosts: ReadonlySet<string> = new Set(['console.aws.amazon.com', 'docs.aws.amazon.com']);

function isAllowedHost(hostname: string): boolean {
  return hosts.has(hostname) || regionalConsole.test(hostname);
}

// With several sessions open, AWS puts the session in front of the region.
const regionalConsole = /^(?:[a-z0-9-]+\.)?[a-z0-9-]+\.console\.aws\.amazon\.com$/;

// A parser drops tabs and line ends, folds look-alike letters and decodes the host: what a person reads in an honest
// link is what it makes of it.
const plain = /^https:\/\/[a-z0-9.-]+(?::443)?(?:[/?#][!-~]*)?$/i;
