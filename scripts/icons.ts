import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import { findBrowser } from './find-browser.ts';
import { icnsFile, icnsTypes } from './package/icns-file.ts';
import { icoFile } from './package/ico-file.ts';
import type { IconImage } from './package/ico-file.ts';

/** This draws the packages' icons from two drawings, because the large one would be a blur at 16 to 32 pixels. */
const large = readFileSync('resources/icon.svg', 'utf8');
const small = readFileSync('src-renderer/public/icon.svg', 'utf8');
/** macOS icons have a margin; one without it looks too big beside the others. */
const withMargin = large.replace('viewBox="0 0 128 128"', 'viewBox="-12 -12 152 152"');

const linuxSizes = [16, 24, 32, 48, 64, 128, 256, 512];
const windowsSizes = [16, 24, 32, 48, 64, 128, 256];

const browser = await chromium.launch(findBrowser().launchOptions);
const page = await browser.newPage();
mkdirSync('resources/icons', { recursive: true });

for (const size of linuxSizes) {
  writeFileSync(`resources/icons/${size}x${size}.png`, (await draw(page, drawingFor(size), size)).png);
}
const windows = [];
for (const size of windowsSizes) windows.push(await draw(page, drawingFor(size), size));
writeFileSync('resources/icon.ico', icoFile(windows));

const apple = new Map<number, Uint8Array>();
for (const [, size] of icnsTypes) apple.set(size, (await draw(page, withMargin, size)).png);
writeFileSync(
  'resources/icon.icns',
  icnsFile((size) => apple.get(size) ?? new Uint8Array()),
);
writeFileSync('resources/icon.png', (await draw(page, large, 1_024)).png);
await browser.close();

function drawingFor(size: number): string {
  return size <= 32 ? small : large;
}

async function draw(on: Page, drawing: string, size: number): Promise<IconImage> {
  const source = `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`;
  const drawn = (await on.evaluate(`(async () => {
    const image = new Image(${size}, ${size});
    image.src = ${JSON.stringify(source)};
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = ${size};
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0, ${size}, ${size});
    return { png: canvas.toDataURL('image/png'), rgba: [...context.getImageData(0, 0, ${size}, ${size}).data] };
  })()`)) as { png: string; rgba: number[] };
  const png = Buffer.from(drawn.png.slice(drawn.png.indexOf(',') + 1), 'base64');
  return { size, png, rgba: Uint8Array.from(drawn.rgba) };
}
