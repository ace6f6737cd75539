import type { Page } from '@playwright/test';

/** The widest ring reaches this far beyond its control, and a tooltip begins further out. */
const reach = 5;

export interface FocusShown {
  readonly name: string;
  /**
   * This is the number of pixels that the focus changed by a contrast of 3:1 or more, per pixel of the
   * outline.
   */
  readonly coverage: number;
}

/**
 * Measures what the focus changes around the focused element, as WCAG 2.4.13 does, by comparing the same
 * place with and without the focus. Shadows, outlines, borders and forced colours all count.
 */
export async function focusShown(page: Page): Promise<FocusShown> {
  const { name, ...clip } = await page.evaluate((margin) => {
    const element = document.activeElement ?? document.body;
    const { x, y, width, height } = element.getBoundingClientRect();
    const left = Math.max(0, Math.floor(x) - margin);
    const top = Math.max(0, Math.floor(y) - margin);
    return {
      name: (element.getAttribute('aria-label') ?? element.textContent ?? '').trim(),
      x: left,
      y: top,
      width: Math.min(innerWidth, Math.ceil(x + width) + margin) - left,
      height: Math.min(innerHeight, Math.ceil(y + height) + margin) - top,
    };
  }, reach);
  await settled(page);
  const focused = await page.screenshot({ clip, caret: 'hide' });
  const handle = await page.evaluateHandle(() => document.activeElement);
  await page.evaluate((element) => (element instanceof HTMLElement ? element.blur() : undefined), handle);
  await settled(page);
  const plain = await page.screenshot({ clip, caret: 'hide' });
  // After a press of Tab, a focus that a script gives back is shown like one from the keyboard.
  await page.evaluate((element) => (element instanceof HTMLElement ? element.focus() : undefined), handle);
  const changed = await changedPixels(page, focused, plain);
  return { name, coverage: changed / (2 * (clip.width + clip.height - 4 * reach)) };
}

async function settled(page: Page): Promise<void> {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((one) => one.finished)));
}

/** The comparison runs in a separate page, because the console's policy blocks pictures. */
async function changedPixels(page: Page, one: Buffer, other: Buffer): Promise<number> {
  const scratch = await page.context().newPage();
  const changed = await scratch.evaluate(
    async (pictures) => {
      const [a, b] = await Promise.all(pictures.map(readPixels));
      let count = 0;
      for (let at = 0; at < (a?.length ?? 0); at += 4) {
        const light = luminance(a ?? [], at);
        const dark = luminance(b ?? [], at);
        if ((Math.max(light, dark) + 0.05) / (Math.min(light, dark) + 0.05) >= 3) count++;
      }
      return count;

      async function readPixels(base64: string): Promise<Uint8ClampedArray> {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
        canvas?.drawImage(bitmap, 0, 0);
        return canvas?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? new Uint8ClampedArray();
      }
      function luminance(pixels: ArrayLike<number>, at: number): number {
        const [red, green, blue] = [0, 1, 2].map((channel) => {
          const value = (pixels[at + channel] ?? 0) / 255;
          return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
      }
    },
    [one.toString('base64'), other.toString('base64')],
  );
  await scratch.close();
  return changed;
}
