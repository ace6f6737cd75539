import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { buildIfStale } from './build-if-stale.ts';
import { drawRooms } from './draw-rooms.ts';
import { findBrowser } from './find-browser.ts';
import { accountScenes } from './pictures/account-scenes.ts';
import { localAccount } from './pictures/local-account.ts';
import { scenes } from './pictures/scenes.ts';
import { beginAtTheSameMinute, clockOfPages } from './same-minute.ts';
import { freshHome, startConsole } from './start-console.ts';

buildIfStale('production');
const folder = 'docs/pictures';
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'rooms.svg'), drawRooms());
const home = freshHome();
const account = await localAccount('admin');
const connections = [
  account.connection('production', 'Production', 'production'),
  account.connection('staging', 'Staging', 'staging'),
];
writeFileSync(join(home, 'connections.json'), JSON.stringify({ connections }, null, 2));
// At night today has no download batch yet, and a new picture would differ from the last one in all its times.
beginAtTheSameMinute();
const aws = {
  AWS_CONFIG_FILE: join(home, 'aws-config'),
  AWS_SHARED_CREDENTIALS_FILE: join(home, 'aws-credentials'),
};
writeFileSync(aws.AWS_CONFIG_FILE, account.configuration.config);
writeFileSync(aws.AWS_SHARED_CREDENTIALS_FILE, account.configuration.credentials);
const host = await startConsole({ build: 'out', home, env: { ...account.env, ...aws } });
const browser = await chromium.launch(findBrowser().launchOptions);
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.addInitScript({ content: clockOfPages() });
await page.goto(host.address);
await page.waitForURL('**/today');
const asked = process.argv.slice(2);
for (const { name, prepare } of [...scenes, ...accountScenes(account)]) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  await prepare(page, host.origin);
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    // This is long enough for the slowest transition of tokens.css.
    await page.waitForTimeout(600);
    const file = `${name}-${theme}.png`;
    await page.screenshot({ path: join(folder, file) });
    process.stderr.write(`${folder}/${file}\n`);
  }
}
await browser.close();
await host.stop();
await account.stop();
