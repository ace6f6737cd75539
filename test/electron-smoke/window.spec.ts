import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { ElectronApplication, Page } from '@playwright/test';
import { pages } from '#shared/domain/screens.ts';
import { freshHome } from '#scripts/start-console.ts';
import { isFocused, loseFocus, origin, shellIsThere, test } from './desktop.ts';
import { openXDisplay } from './x-display.ts';
import type { XDisplay } from './x-display.ts';

test('the first window is visible, holds the console and fits on its display', async ({ start }) => {
  const { app, page } = await start();
  await expect.poll(() => isVisible(app)).toBe(true);
  await expect(page).toHaveTitle(/· Sluice$/);
  await expect(page.getByRole('navigation').first()).toBeVisible();
  expect(await page.evaluate(() => location.origin)).toBe(origin);
  const { width, height } = await workArea(app);
  expect(await bounds(app)).toMatchObject({ width: Math.min(1440, width), height: Math.min(900, height) });
  expect(await isOnDisplay(app)).toBe(true);
});

test('size and place are the same after a restart', async ({ start }) => {
  const first = await start();
  const chosen = { x: 36, y: 44, width: 1144, height: 732 };
  await moveTo(first.app, chosen);
  expect(await first.close()).toEqual({ code: 0, signal: null });

  const second = await start({ home: first.home });
  await expect.poll(() => isVisible(second.app)).toBe(true);
  expect(await bounds(second.app)).toEqual(chosen);
});

// Where there is no X server, these would need another system's ways.
const describeOnX = process.platform === 'linux' ? test.describe : () => undefined;

describeOnX('with a window manager', () => {
  let display: XDisplay;
  test.beforeAll(async () => {
    display = await openXDisplay();
  });
  test.afterAll(() => display.disconnect());

  test('a maximised window is maximised again after a restart, and goes back to its size', async ({
    start,
  }) => {
    const first = await start();
    const chosen = { x: 48, y: 52, width: 1_132, height: 724 };
    await moveTo(first.app, chosen);
    await first.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.maximize());
    const whole = await workArea(first.app);
    await expect.poll(() => bounds(first.app)).toEqual(whole);
    expect(await first.close()).toEqual({ code: 0, signal: null });

    const second = await start({ home: first.home });
    await expect.poll(() => bounds(second.app)).toEqual(whole);
    expect(await isMaximised(second.app)).toBe(true);
    await second.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.unmaximize());
    await expect.poll(() => bounds(second.app)).toEqual(chosen);
  });

  test('a minimised window comes back when the program is started again', async ({ start }) => {
    const { app, startAgain } = await start();
    await expect.poll(() => isVisible(app)).toBe(true);
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
    await expect.poll(() => isMinimised(app)).toBe(true);
    expect(await startAgain()).toMatchObject({ code: 0 });
    await expect.poll(() => isMinimised(app)).toBe(false);
    await expect.poll(() => isFocused(app)).toBe(true);
  });

  test('real keys reach the page and the menu, and the title names the page', async ({ start }) => {
    const { page } = await start();
    await shellIsThere(page);
    await expect.poll(() => display.titles()).toContainEqual(expect.stringMatching(/^Today · .* · Sluice$/));
    await display.focus(/· Sluice$/);
    await display.press('Control+5');
    await expect.poll(() => readPath(page)).toBe('/dead-letters');
    await expect.poll(() => display.titles()).toContainEqual(expect.stringMatching(/^Dead letters · /));
    await display.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused();
    await display.type('Costs');
    await expect(page.getByRole('option').first()).toContainText('Costs');
    await display.press('Enter');
    await expect.poll(() => readPath(page)).toBe('/costs');
  });

  test('the button that closes the window ends the program with 0', async ({ start }) => {
    const { app, page } = await start();
    await shellIsThere(page);
    const ended = new Promise((resolve) => app.process().once('exit', resolve));
    await display.close(/· Sluice$/);
    expect(await ended).toBe(0);
  });
});

test('a place on a display that is gone becomes a place on the present one', async ({ start }) => {
  const home = freshHome();
  const gone = { x: 5_200, y: -900, width: 1_200, height: 760, maximized: false };
  writeFileSync(join(home, 'window.json'), JSON.stringify(gone));
  const { app } = await start({ home });
  await expect.poll(() => isVisible(app)).toBe(true);
  expect(await isOnDisplay(app)).toBe(true);
  expect(await bounds(app)).toMatchObject({ width: 1_200, height: 760 });
});

test('the page follows the light and the dark setting of the system while it runs', async ({ start }) => {
  const { app, page } = await start();
  for (const [theme, colour] of [
    ['dark', 'rgb(15, 22, 25)'],
    ['light', 'rgb(249, 251, 252)'],
  ] as const) {
    await app.evaluate(({ nativeTheme }, to) => void (nativeTheme.themeSource = to), theme);
    await expect(page.locator('body')).toHaveCSS('background-color', colour);
  }
});

test('a system in the dark gets a dark window before the page has painted', async ({ start }) => {
  const { app, page } = await start({ switches: ['--force-dark-mode'] });
  expect(
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBackgroundColor()),
  ).toBe('#0F1619');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(15, 22, 25)');
});

/** Returns the page that is open, without what it shows. */
async function readPage(page: Page): Promise<string | undefined> {
  return (await readPath(page)).split('?')[0];
}

test.describe('the menu', () => {
  test('lists every page with its key, and what helps', async ({ start }) => {
    const { app } = await start();
    const menu = await readMenu(app);
    // The first is named after the program on macOS.
    expect(menu.slice(1).map(({ label }) => label)).toEqual(['Edit', 'View', 'Go', 'Window', 'Help']);
    const go = menu.find(({ label }) => label === 'Go')?.items ?? [];
    expect(go).toEqual(
      pages.map(({ path, title }, at) => ({ label: title, accelerator: keyOfPage(path, at) })),
    );
  });

  test('its keys open each page in the window', async ({ start }) => {
    const { app, page } = await start();
    await shellIsThere(page);
    for (const [at, { path }] of pages.entries()) {
      const key = keyOfPage(path, at)?.split('+').at(-1);
      if (key === undefined) continue;
      await press(app, key, ['control']);
      await expect.poll(() => readPage(page), `Ctrl+${key}`).toBe(path);
    }
  });

  test('a click on an item of Go opens that page', async ({ start }) => {
    const { app, page } = await start();
    await shellIsThere(page);
    for (const { path, title } of pages.toReversed()) {
      await chooseItem(app, 'Go', title);
      // Help opens on its first page.
      await expect.poll(() => readPage(page), title).toBe(path === '/help' ? '/help/start' : path);
    }
  });

  test('its keys zoom in, zoom out and back', async ({ start }) => {
    const { app, page } = await start();
    await shellIsThere(page);
    const zoom = () =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getZoomLevel());
    await press(app, '=', ['control']);
    await expect.poll(zoom, 'Ctrl+=').toBeGreaterThan(0);
    await press(app, '0', ['control']);
    await expect.poll(zoom, 'Ctrl+0').toBe(0);
    await press(app, '-', ['control']);
    await expect.poll(zoom, 'Ctrl+-').toBeLessThan(0);
  });

  test('its key loads the page again, and the console answers it', async ({ start }) => {
    const { app, page } = await start();
    await shellIsThere(page);
    await page.evaluate(() => Object.assign(globalThis, { isTheFirstPage: true }));
    await press(app, 'r', ['control']);
    await expect
      .poll(() => page.evaluate(() => 'isTheFirstPage' in globalThis).catch(() => true))
      .toBe(false);
    await shellIsThere(page);
    expect(await page.evaluate(() => globalThis.bridge?.call('session.current', {}))).toMatchObject({
      ok: true,
    });
  });

  test('its key quits with exit code 0', async ({ start }) => {
    const { app, page } = await start();
    await shellIsThere(page);
    const ended = new Promise((resolve) => app.process().once('exit', resolve));
    await press(app, 'q', ['control']).catch(() => undefined);
    expect(await ended).toBe(0);
  });

  test('Help opens the log folder and the documentation outside, and nothing else', async ({ start }) => {
    const { app, home } = await start();
    const opened = await recordOpened(app);
    await chooseItem(app, 'Help', 'AWS documentation');
    await expect.poll(opened).toEqual(['https://docs.aws.amazon.com/']);
    await chooseItem(app, 'Help', 'Open the log folder');
    await expect.poll(opened).toEqual(['https://docs.aws.amazon.com/', join(home, 'log')]);
  });
});

test('a second start shows the window of the first, and ends with 0', async ({ start }) => {
  const { app, page, startAgain } = await start();
  await shellIsThere(page);
  await loseFocus(app);
  expect(await startAgain()).toMatchObject({ code: 0, signal: null });
  await expect.poll(() => isFocused(app)).toBe(true);
  expect(await windowCount(app)).toBe(1);
});

test('a second start with a connection says that it had no effect', async ({ start }) => {
  const { log, startAgain } = await start();
  const second = await startAgain('--connection', 'production');
  expect(second.code).toBe(0);
  expect(second.stderr).toContain('--connection production had no effect');
  await expect
    .poll(() => log().map(({ msg }) => msg))
    .toContain('a second start could not open its connection');
});

test.describe('a link', () => {
  const link = 'sluice://batch/b-20261126-0001';
  const place = '/find?id=b-20261126-0001&as=batch';

  test('that comes by a second start leads there in the open window', async ({ start }) => {
    const { app, page, startAgain } = await start();
    await shellIsThere(page);
    expect(await startAgain('--', link)).toMatchObject({ code: 0 });
    await expect.poll(() => readPath(page)).toBe(place);
    expect(await windowCount(app)).toBe(1);
  });

  test('that the system hands over leads there in the open window', async ({ start }) => {
    const { app, page } = await start();
    await shellIsThere(page);
    await app.evaluate(
      ({ app: main }, url) => main.emit('open-url', { preventDefault() {} }, url),
      'sluice://page/dead-letters',
    );
    await expect.poll(() => readPath(page)).toBe('/dead-letters');
  });

  test('that starts the console opens it there', async ({ start }) => {
    const { page } = await start({ flags: ['--', link] });
    await expect.poll(() => readPath(page)).toBe(place);
    await shellIsThere(page);
    await expect(page.getByRole('main')).toContainText('b-20261126-0001');
  });

  test('of a case opens its screen, and asks first where another deployment is meant', async ({ start }) => {
    const { page, startAgain } = await start();
    await shellIsThere(page);
    const screen = 'page=costs&tenant=northwind&view=patterns';
    expect(await startAgain('--', `sluice://open?in=sandbox&${screen}`)).toMatchObject({ code: 0 });
    await expect.poll(() => readPath(page)).toBe('/costs?tenant=northwind&view=patterns');
    await startAgain('--', `sluice://open/?in=111122223333:eu-west-1:autowired-live&${screen}`);
    await expect(page.getByRole('main')).toContainText('does not know the connection of this link');
    await expect(page.getByRole('main')).toContainText('1111-2222-3333');
    await startAgain('--', 'sluice://page/triage');
    await expect.poll(() => readPath(page)).toMatch(/^\/triage/);
  });

  test('that names an action leads nowhere, warm and cold, and says so in the log', async ({ start }) => {
    const { page, log, startAgain } = await start({ flags: ['--', `${link}/reprocess`] });
    await shellIsThere(page);
    await expect.poll(() => readPath(page)).toBe('/today');
    const ignored = () => log().filter(({ msg }) => msg === 'ignored a link that leads nowhere').length;
    expect(ignored()).toBe(1);
    expect(await startAgain('--', 'sluice://call/plan.start')).toMatchObject({ code: 0 });
    await expect.poll(ignored).toBe(2);
    expect(await readPath(page)).toBe('/today');
  });
});

interface MenuPart {
  readonly label: string;
  readonly items: readonly { readonly label: string; readonly accelerator: string | null }[];
}

function readMenu(app: ElectronApplication): Promise<MenuPart[]> {
  return app.evaluate(({ Menu }) =>
    (Menu.getApplicationMenu()?.items ?? []).map(({ label, submenu }) => ({
      label,
      items: (submenu?.items ?? []).map((item) => ({
        label: item.label,
        accelerator: item.accelerator ?? null,
      })),
    })),
  );
}

function keyOfPage(path: string, at: number): string | null {
  if (path === '/settings') return 'CmdOrCtrl+,';
  return at < 9 ? `CmdOrCtrl+${String(at + 1)}` : null;
}

async function chooseItem(app: ElectronApplication, menu: string, item: string): Promise<void> {
  await app.evaluate(
    ({ Menu }, [part, name]) =>
      Menu.getApplicationMenu()
        ?.items.find(({ label }) => label === part)
        ?.submenu?.items.find(({ label }) => label === name)
        ?.click(),
    [menu, item] as const,
  );
}

/** Presses a key as the window's own input, which Chromium offers to the page first and then to the menu. */
async function press(
  app: ElectronApplication,
  keyCode: string,
  modifiers: readonly 'control'[] = [],
): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, key) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      contents?.focus();
      contents?.sendInputEvent({ type: 'keyDown', ...key });
      contents?.sendInputEvent({ type: 'keyUp', ...key });
    },
    { keyCode, modifiers: [...modifiers] },
  );
}

/** Notes each address that is opened outside, because the machine of a test has nothing to open it with. */
async function recordOpened(app: ElectronApplication): Promise<() => Promise<unknown>> {
  await app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = (url) => {
      opened.push(url);
      return Promise.resolve();
    };
    shell.openPath = (path) => {
      opened.push(path);
      return Promise.resolve('');
    };
  });
  return () => app.evaluate(() => (globalThis as { opened?: string[] }).opened);
}

function readPath(page: Page): Promise<string> {
  return page.evaluate(() => location.pathname + location.search);
}

function windowCount(app: ElectronApplication): Promise<number> {
  return app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
}

function isVisible(app: ElectronApplication): Promise<boolean> {
  return app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() === true);
}

function isMaximised(app: ElectronApplication): Promise<boolean> {
  return app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMaximized() === true);
}

function isMinimised(app: ElectronApplication): Promise<boolean> {
  return app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized() === true);
}

async function bounds(app: ElectronApplication): Promise<Electron.Rectangle | undefined> {
  return app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds());
}

/** Waits until the system has moved the window there. */
async function moveTo(app: ElectronApplication, to: Electron.Rectangle): Promise<void> {
  await expect.poll(() => isVisible(app)).toBe(true);
  await app.evaluate(({ BrowserWindow }, at) => BrowserWindow.getAllWindows()[0]?.setBounds(at), to);
  await expect.poll(() => bounds(app)).toEqual(to);
}

function workArea(app: ElectronApplication): Promise<Electron.Rectangle> {
  return app.evaluate(({ screen }) => screen.getPrimaryDisplay().workArea);
}

async function isOnDisplay(app: ElectronApplication): Promise<boolean> {
  const window = await bounds(app);
  const area = await workArea(app);
  return (
    window !== undefined &&
    window.x >= area.x &&
    window.y >= area.y &&
    window.x + window.width <= area.x + area.width &&
    window.y + window.height <= area.y + area.height
  );
}
