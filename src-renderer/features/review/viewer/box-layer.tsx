import { memo } from 'react';
import type { Box } from '#shared/contract/review/document.ts';
import type { Place } from '#shared/domain/review/places.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import type { PageBox } from './page-boxes.ts';
import styles from './box-layer.module.css';

interface BoxLayerProps {
  /** On this page, as it is turned. */
  readonly boxes: readonly PageBox[];
  readonly focused: Place | null;
  readonly hovered: Place | undefined;
  readonly onPick: (place: Place) => void;
}

/**
 * Where each field was read. The paper below takes the mouse and finds the box by its place, so that the words in a box
 * can be selected; the buttons are for those who cannot see where that would be.
 */
export const BoxLayer = memo(function BoxLayer({ boxes, focused, hovered, onPick }: BoxLayerProps) {
  return (
    <div className={styles.layer}>
      {boxes.map(({ place, label, tone, box }) => {
        const [left, top, width, height] = box;
        const isFocused = place === focused;
        const side = tagSide(box);
        return (
          <button
            key={place}
            type="button"
            tabIndex={-1}
            className={classNames(
              styles.box,
              styles[tone],
              place === hovered && styles.hovered,
              isFocused && styles.focused,
            )}
            style={{ left: share(left), top: share(top), width: share(width), height: share(height) }}
            aria-label={`${label}, ${words[tone]}`}
            aria-current={isFocused || undefined}
            onClick={(event) => {
              event.stopPropagation();
              onPick(place);
            }}
          >
            {side !== undefined && (isFocused || place === hovered) ? (
              <span className={classNames(styles.tag, styles[side])}>{label}</span>
            ) : null}
          </button>
        );
      })}
    </div>
  );
});

function share(of: number): string {
  return `${of * 100}%`;
}

const words = { sure: 'sure', flagged: 'flagged', decided: 'decided' } as const;
/**
 * Beside the box, where a line is mostly empty: below it would lie on the next one. A box as wide as the table is a line
 * of it, has neither side free, and is named by what stands in it.
 */
function tagSide([left, top, width, height]: Box): 'right' | 'left' | 'below' | 'above' | undefined {
  if (width > 0.6) return undefined;
  if (left + width < 0.7) return 'right';
  if (left > 0.3) return 'left';
  return top + height < 0.95 ? 'below' : 'above';
}
