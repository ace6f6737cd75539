import type { Notice } from '#shared/contract/monitor/poller.ts';
import type { Happening } from './what-happened.ts';

interface NoticeboardParts {
  /** Shows it on the desktop, where there is one and no window is in front; true if it was shown. */
  readonly notify: ((notice: Notice, onClick: () => void) => boolean) | undefined;
  readonly isOn: () => boolean;
  readonly clicked: (notice: Notice) => void;
}

/** What was told, each once, since the console was started. */
interface Noticeboard {
  tell(happened: readonly Happening[]): void;
  all(): readonly Notice[];
  /** What was told of another connection, or to another, is nobody's any more. Its numbers are not given again. */
  clear(): void;
}

const mostKept = 50;
/** A storm of alarms is seen on the page: the desktop is not there to be filled. */
const mostOnDesktop = 4;

export function openNoticeboard({ notify, isOn, clicked }: NoticeboardParts): Noticeboard {
  let notices: readonly Notice[] = [];
  let number = 0;
  /** The last that is nobody's any more: on the desktop it may still stand. */
  let cleared = 0;

  function told(happening: Happening, place: number): Notice {
    number += 1;
    const notice: Notice = { number, ...happening, onDesktop: false };
    if (notify === undefined || !isOn() || place >= mostOnDesktop) return notice;
    const onClick = (): void => {
      if (notice.number > cleared) clicked(notice);
    };
    return { ...notice, onDesktop: notify(notice, onClick) };
  }

  return {
    tell(happened) {
      notices = [...notices, ...happened.map(told)].slice(-mostKept);
    },
    all: () => notices,
    clear() {
      notices = [];
      cleared = number;
    },
  };
}
