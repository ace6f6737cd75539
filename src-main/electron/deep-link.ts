import { idKinds } from '#shared/contract/lookup.ts';
import { pages } from '#shared/domain/screens.ts';
import { fitsInLink } from '#shared/domain/recognise-id.ts';

export const linkScheme = 'sluice';

/**
 * A sluice:// link as a path of the console, or undefined. Links come from mails, tickets and web
 * pages, so they can only ever lead somewhere: there is no link that does something.
 */
export function pathOfLink(link: string): string | undefined {
  if (link.length > 1_024) return undefined;
  const [, kind, encoded] = shape.exec(link) ?? [];
  if (kind === undefined || encoded === undefined) return undefined;
  const name = decodeOnce(encoded);
  if (name === undefined) return undefined;
  if (kind === 'page') return pages.find(({ path }) => path === `/${name}`)?.path;
  if (!fitsInLink(name)) return undefined;
  const as = idKinds.find((one) => one === kind.toLowerCase());
  return `/find?id=${encodeURIComponent(name)}${as === undefined ? '' : `&as=${as}`}`;
}

// Some systems add a slash at the end when they hand a link over.
const shape = /^sluice:\/\/(batch|document|execution|queue|page)\/([^/?#\\\s]+)\/?$/i;

function decodeOnce(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
