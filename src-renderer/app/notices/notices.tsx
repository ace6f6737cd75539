import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Notice, Place } from '#shared/contract/monitor.ts';
import { useMonitor } from '#renderer/contract/use-monitor.ts';
import { usePreferences } from '#renderer/contract/use-preferences.ts';
import { useToast } from '#renderer/ui/toast/use-toast.ts';
import { placeAddress } from '../place-address.ts';
import { newNotices } from './new-notices.ts';
import type { Told } from './new-notices.ts';
import { noticeToasts } from './notice-toast.ts';
import { useFollowOpened } from './use-follow-opened.ts';

/** Tells on whichever page one is what happens on the other side, once, with the way to its desk. */
export function Notices() {
  const navigate = useNavigate();
  const open = (place: Place) => void navigate(placeAddress(place));
  const told = useRef<Told>(undefined);
  const notices = useMonitor().value?.notices;
  const { preferences } = usePreferences();
  const toast = useToast();
  useFollowOpened(open);

  const tell = useEffectEvent((all: readonly Notice[]) => {
    const telling = newNotices(told.current, all);
    told.current = telling.told;
    if (preferences.notices === 'off') return;
    for (const options of noticeToasts(telling.news, open)) toast.show(options);
  });
  useEffect(() => {
    if (notices === undefined) return undefined;
    // What was there when the page came is old, also where it came out of sight.
    if (told.current === undefined || document.visibilityState === 'visible') {
      tell(notices);
      return undefined;
    }
    // A toast that nobody can see would be over before somebody looks.
    const whenBack = () => {
      if (document.visibilityState === 'visible') tell(notices);
    };
    document.addEventListener('visibilitychange', whenBack);
    return () => document.removeEventListener('visibilitychange', whenBack);
  }, [notices]);
  return null;
}
