import { readFile } from 'node:fs/promises';
import type { Preferences } from '#shared/contract/preferences.ts';
import type { RendererFile } from './renderer-files.ts';

export async function contentOf(found: RendererFile, preferences: Preferences): Promise<Buffer> {
  const content = await readFile(found.file);
  if (found.url !== '/index.html') return content;
  return Buffer.from(withTheme(content.toString('utf8'), preferences));
}

/**
 * The theme stands in the page before the first paint, so that a dark console never flashes white.
 * A script could not do it: the policy allows none inline, and a loaded one comes too late.
 */
export function withTheme(html: string, { theme, motion }: Preferences): string {
  const themed = theme === 'system' ? '' : ` data-theme="${theme}"`;
  const still = motion === 'reduced' ? ' data-motion="reduced"' : '';
  return html.replace('<html lang="en"', `<html lang="en"${themed}${still}`);
}
