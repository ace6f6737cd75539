import type { GallerySection } from '../gallery-section.ts';
import { DialogExamples, DrawerExamples } from './dialog-examples.tsx';
import { MenuExamples, PopoverExamples, TooltipExamples } from './floating-examples.tsx';
import { ToastExamples } from './toast-examples.tsx';

export const overlaySections: readonly GallerySection[] = [
  { id: 'tooltips', title: 'Tooltips', note: 'never the only place', Section: TooltipExamples },
  { id: 'menus', title: 'Menus', note: 'the key beside the action', Section: MenuExamples },
  { id: 'popovers', title: 'Popovers', note: 'a closer look', Section: PopoverExamples },
  { id: 'toasts', title: 'Toasts', note: 'bottom left, 8 s, undo first', span: 2, Section: ToastExamples },
  { id: 'dialogs', title: 'Dialogs', note: 'typed, signed, expiring', Section: DialogExamples },
  { id: 'drawers', title: 'Drawers', note: 'the list stays in sight', Section: DrawerExamples },
];
