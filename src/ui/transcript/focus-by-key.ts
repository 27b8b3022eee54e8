/** Keys that take the focus elsewhere. Others only use what has it, or close what it was in. */
const MOVING = /^(?:Tab|F6|Home|End|PageUp|PageDown|Arrow(?:Up|Down|Left|Right))$/;

/** `:focus-visible` also matches clicked buttons after a dialog was closed with Escape, or after any key. */
export function followFocus(): { byKey: () => boolean; end: () => void } {
  let lastKey = true;
  let byKey = true;
  const isInDialog = ({ target }: Event) => target instanceof Element && target.closest('dialog') !== null;
  const listeners = {
    pointerdown: (event: Event) => {
      if (!isInDialog(event)) lastKey = byKey = false;
    },
    keydown: (event: Event) => {
      if (event instanceof KeyboardEvent && MOVING.test(event.key) && !isInDialog(event)) lastKey = true;
    },
    focusin: (event: Event) => {
      if (!isInDialog(event)) byKey = lastKey;
    },
  };
  for (const [type, listener] of Object.entries(listeners)) addEventListener(type, listener, true);
  return {
    byKey: () => byKey,
    end: () => {
      for (const [type, listener] of Object.entries(listeners)) removeEventListener(type, listener, true);
    },
  };
}
