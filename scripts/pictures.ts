import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import { freshHome, startConsole } from './start-console.ts';
import { buildIfStale } from './build-if-stale.ts';
import { findBrowser } from './find-browser.ts';
import { beginAtTheSameMinute, clockOfPages } from './same-minute.ts';

interface Picture {
  readonly name: string;
  readonly theme: 'dark' | 'light';
  readonly prepare: (page: Page, origin: string) => Promise<void>;
}

/** The documents' pictures come from the running console, so they cannot show what is not there. */
const pictures: readonly Picture[] = [
  {
    name: 'palette-dark',
    theme: 'dark',
    async prepare(page, origin) {
      await page.goto(`${origin}/settings?tab=connections`);
      await page.getByRole('main').waitFor();
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('combobox').fill('op');
    },
  },
  {
    name: 'connections-light',
    theme: 'light',
    async prepare(page, origin) {
      await page.goto(`${origin}/settings?tab=connections`);
      await page.getByRole('main').waitFor();
    },
  },
  {
    name: 'today-dark',
    theme: 'dark',
    async prepare(page, origin) {
      await page.goto(`${origin}/today`);
      await page.getByText('Tenant by tenant').waitFor();
      await allIsRead(page);
    },
  },
  {
    name: 'triage-dark',
    theme: 'dark',
    async prepare(page, origin) {
      await openFailedBatch(page, origin);
      await page.getByText('Cost so far').waitFor();
    },
  },
  {
    name: 'plan-light',
    theme: 'light',
    async prepare(page, origin) {
      await openFailedBatch(page, origin);
      await page.keyboard.press('p');
      await page.getByText('Checked before start').waitFor();
    },
  },
  {
    name: 'desk-dark',
    theme: 'dark',
    async prepare(page, origin) {
      await actAs(page, 'reviewer');
      await page.goto(`${origin}/review?tenant=northwind`);
      await page.getByRole('button', { name: 'Start reviewing' }).click();
      await page.locator('main section canvas').waitFor();
      await page.getByText('Why flagged').waitFor();
    },
  },
  {
    name: 'dead-letters-dark',
    theme: 'dark',
    async prepare(page, origin) {
      await actAs(page, 'admin');
      await page.goto(`${origin}/dead-letters`);
      await page.getByRole('button', { name: 'Sample 10', exact: true }).click();
      const rows = page.getByRole('grid', { name: 'Sampled messages' }).getByRole('row');
      await rows.nth(6).click();
      for (const place of [6, 7, 8]) await rows.nth(place).getByRole('checkbox').click();
      await page.getByText('Why it could not be used').waitFor();
    },
  },
  {
    name: 'downloads-dark',
    theme: 'dark',
    async prepare(page, origin) {
      await page.goto(`${origin}/downloads`);
      await page.getByText('Batch states').waitFor();
      await allIsRead(page);
    },
  },
  {
    name: 'workflows-dark',
    theme: 'dark',
    async prepare(page, origin) {
      await actAs(page, 'admin');
      const place = 'tenant=northwind&project=freight-invoices&workflow=carrier-invoices';
      await page.goto(`${origin}/workflows?${place}&confidence=0.5&review=0.88`);
      await page.getByText('Reviews a day').waitFor();
    },
  },
  {
    name: 'costs-light',
    theme: 'light',
    async prepare(page, origin) {
      await actAs(page, 'admin');
      await page.goto(`${origin}/costs?tenant=northwind`);
      await page.getByText('One document').waitFor();
      await page.getByText('Metering documents').waitFor({ state: 'detached', timeout: 120_000 });
    },
  },
  {
    name: 'monitor-light',
    theme: 'light',
    async prepare(page, origin) {
      await page.goto(`${origin}/monitor?range=12h`);
      await page.getByText('Dead-letter queues').waitFor();
      await allIsRead(page);
    },
  },
  {
    name: 'explorer-dark',
    theme: 'dark',
    async prepare(page, origin) {
      await page.goto(`${origin}/explorer?system=extraction&pattern=documentsByStatus`);
      await page.getByRole('button', { name: 'Fill an example' }).click();
      await page.keyboard.press('ControlOrMeta+Enter');
      await page.getByRole('row').nth(1).waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
    },
  },
  {
    name: 'schema-review-light',
    theme: 'light',
    async prepare(page, origin) {
      await page.goto(`${origin}/explorer?system=downloads&view=review`);
      await page.getByRole('heading', { name: 'Schema review' }).waitFor();
    },
  },
];

async function actAs(page: Page, personaId: 'reviewer' | 'admin'): Promise<void> {
  await page.evaluate(`fetch('/call/session.actAs', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ input: { personaId: '${personaId}' }, idempotencyKey: crypto.randomUUID() }),
  })`);
}

/** What comes after the first paint has come, too. */
async function allIsRead(page: Page): Promise<void> {
  const main = page.locator('main');
  for (let quiet = 0, looks = 0; quiet < 4; looks += 1) {
    if (looks > 120) throw new Error(`${page.url()} is still reading after half a minute.`);
    await page.waitForTimeout(250);
    const reading = await main
      .locator('output')
      .filter({ hasText: /reading|loading/i })
      .count();
    const isReading = /not read yet|^(?:reading|loading)\b/im.test(await main.innerText());
    quiet = isReading || reading > 0 ? 0 : quiet + 1;
  }
}

/** Its id depends on the hour in which the world begins. */
async function openFailedBatch(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/triage?tenant=northwind`);
  await page.getByText('31 failed', { exact: true }).click();
  await page
    .getByRole('button', { name: /^Reprocess \d+/ })
    .first()
    .waitFor();
}

const connection = (id: string, name: string, environment: string, accountId: string) => ({
  id,
  name,
  environment,
  aws: { region: 'eu-west-1', accountId, profile: id },
});
const connections = [
  connection('production', 'Production', 'production', '444455556666'),
  connection('staging', 'Staging', 'staging', '111122223333'),
];

buildIfStale('production');
const folder = 'docs/pictures';
mkdirSync(folder, { recursive: true });
const home = freshHome();
writeFileSync(join(home, 'connections.json'), JSON.stringify({ connections }));
// By night today has no download batch yet, and a new picture would differ from the last one in all its times.
beginAtTheSameMinute();
const host = await startConsole({ build: 'out', home });
const browser = await chromium.launch(findBrowser().launchOptions);
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.addInitScript({ content: clockOfPages() });
await page.goto(host.address);
await page.waitForURL('**/today');
for (const { name, theme, prepare } of pictures) {
  await page.emulateMedia({ colorScheme: theme });
  await prepare(page, host.origin);
  // Long enough for the slowest transition of tokens.css.
  await page.waitForTimeout(600);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  process.stderr.write(`${folder}/${name}.png\n`);
}
await browser.close();
await host.stop();
