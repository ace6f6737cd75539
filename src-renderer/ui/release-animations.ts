/**
 * Makes `Animation.finished` a promise of its own that listens until the end. Up to Chromium 130 an animation whose own
 * promise was read and that was cancelled stays in memory for as long as the page, and its removed element with it: each
 * closed dialog and toast. Base UI reads that promise whenever something closes.
 */
export function releaseAnimations(): void {
  // Environments without a display have no animations.
  if (typeof Animation === 'undefined') return;
  Object.defineProperty(Animation.prototype, 'finished', {
    configurable: true,
    get(this: Animation) {
      return this.playState === 'finished' ? Promise.resolve(this) : waitForEnd(this);
    },
  });
}

function waitForEnd(animation: Animation): Promise<Animation> {
  return new Promise((resolve, reject) => {
    const settle = ({ type }: Event): void => {
      animation.removeEventListener('finish', settle);
      animation.removeEventListener('cancel', settle);
      if (type === 'finish') resolve(animation);
      else reject(new DOMException('The animation was cancelled.', 'AbortError'));
    };
    animation.addEventListener('finish', settle);
    animation.addEventListener('cancel', settle);
  });
}
